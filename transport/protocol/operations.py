"""The eleven operations of A2A 1.0 (section 3.1): their names, requests and handler methods."""

from typing import Any, NamedTuple

from a2a.types import (
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetExtendedAgentCardRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    SendMessageRequest,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
)

SEND_MESSAGE = "SendMessage"
SEND_STREAMING_MESSAGE = "SendStreamingMessage"
GET_TASK = "GetTask"
LIST_TASKS = "ListTasks"
CANCEL_TASK = "CancelTask"
SUBSCRIBE_TO_TASK = "SubscribeToTask"
CREATE_PUSH_CONFIG = "CreateTaskPushNotificationConfig"
GET_PUSH_CONFIG = "GetTaskPushNotificationConfig"
LIST_PUSH_CONFIGS = "ListTaskPushNotificationConfigs"
DELETE_PUSH_CONFIG = "DeleteTaskPushNotificationConfig"
GET_EXTENDED_CARD = "GetExtendedAgentCard"


class Operation(NamedTuple):
    """One operation: what it is asked with, and which method of a request handler answers it."""

    request: type[Any]
    handler_method: str
    streaming: bool = False


OPERATIONS = {
    SEND_MESSAGE: Operation(SendMessageRequest, "on_message_send"),
    SEND_STREAMING_MESSAGE: Operation(SendMessageRequest, "on_message_send_stream", streaming=True),
    GET_TASK: Operation(GetTaskRequest, "on_get_task"),
    LIST_TASKS: Operation(ListTasksRequest, "on_list_tasks"),
    CANCEL_TASK: Operation(CancelTaskRequest, "on_cancel_task"),
    SUBSCRIBE_TO_TASK: Operation(SubscribeToTaskRequest, "on_subscribe_to_task", streaming=True),
    CREATE_PUSH_CONFIG: Operation(
        TaskPushNotificationConfig, "on_create_task_push_notification_config"
    ),
    GET_PUSH_CONFIG: Operation(
        GetTaskPushNotificationConfigRequest, "on_get_task_push_notification_config"
    ),
    LIST_PUSH_CONFIGS: Operation(
        ListTaskPushNotificationConfigsRequest, "on_list_task_push_notification_configs"
    ),
    DELETE_PUSH_CONFIG: Operation(
        DeleteTaskPushNotificationConfigRequest, "on_delete_task_push_notification_config"
    ),
    GET_EXTENDED_CARD: Operation(GetExtendedAgentCardRequest, "on_get_extended_agent_card"),
}
