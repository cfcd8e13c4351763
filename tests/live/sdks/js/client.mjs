// Every operation of A2A by the JavaScript SDK's client: ADDRESS BINDING TOKEN TEXT SAYS WAITS HOOK.
// Each operation that was answered as it should be is told on a line of its own.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Role, TaskState } from "@a2a-js/sdk";
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";
import { GrpcTransportFactory } from "@a2a-js/sdk/client/grpc";

const [address, binding, token, text, says, waits, hook] = process.argv.slice(2);
const transports = {
  JSONRPC: new JsonRpcTransportFactory(),
  "HTTP+JSON": new RestTransportFactory(),
  GRPC: new GrpcTransportFactory(),
};
const factory = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [transports[binding]],
    preferredTransports: [binding],
  }),
);
const options = { serviceParameters: { authorization: `Bearer ${token}` } };
const client = await factory.createFromUrl(address, `${new URL(address).pathname}/.well-known/agent-card.json`);

const told = (operation) => console.log(operation);
const asked = (text, contextId) => ({
  tenant: "",
  message: {
    messageId: randomUUID(),
    contextId,
    taskId: "",
    role: Role.ROLE_USER,
    parts: [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: undefined,
  metadata: undefined,
});
const state = (payload) => payload.value.status?.state;
const textOf = (task) =>
  task.artifacts.flatMap((one) => one.parts.map((part) => part.content?.value ?? "")).join("");

const context = randomUUID();
const events = [];
for await (const event of client.sendMessageStream(asked(text, context), options)) events.push(event);
assert.equal(events[0].payload.$case, "task");
assert.equal(state(events.at(-1).payload), TaskState.TASK_STATE_COMPLETED);
told("SendStreamingMessage");

const task = await client.sendMessage(asked(text, context), options);
assert.ok(textOf(task).includes(says));
told("SendMessage");

const found = await client.getTask({ tenant: "", id: task.id, historyLength: undefined }, options);
assert.equal(found.status.state, TaskState.TASK_STATE_COMPLETED);
told("GetTask");

const page = await client.listTasks({ tenant: "", contextId: context, status: TaskState.TASK_STATE_UNSPECIFIED, pageToken: "" }, options);
assert.equal(page.totalSize, 2);
told("ListTasks");

const waiting = (await client.sendMessage(asked(waits, randomUUID()), options)).id;
const config = { tenant: "", taskId: waiting, id: "hook", url: hook, token: "", authentication: undefined };
const made = await client.createTaskPushNotificationConfig(config, options);
assert.equal(made.url, hook);
told("CreateTaskPushNotificationConfig");
const named = { tenant: "", taskId: waiting, id: "hook" };
assert.equal((await client.getTaskPushNotificationConfig(named, options)).id, "hook");
told("GetTaskPushNotificationConfig");
const listed = { tenant: "", taskId: waiting, pageSize: 0, pageToken: "" };
assert.equal((await client.listTaskPushNotificationConfig(listed, options)).configs.length, 1);
told("ListTaskPushNotificationConfigs");
await client.deleteTaskPushNotificationConfig(named, options);
assert.equal((await client.listTaskPushNotificationConfig(listed, options)).configs.length, 0);
told("DeleteTaskPushNotificationConfig");

for await (const event of client.resubscribeTask({ tenant: "", id: waiting }, options)) {
  assert.equal(event.payload.$case, "task");
  break;
}
told("SubscribeToTask");
const canceled = await client.cancelTask({ tenant: "", id: waiting, metadata: undefined }, options);
assert.equal(canceled.status.state, TaskState.TASK_STATE_CANCELED);
told("CancelTask");

assert.ok((await client.getAgentCard(options)).description);
told("GetExtendedAgentCard");

await assert.rejects(client.getTask({ tenant: "", id: "none" }, options), (error) => {
  console.error(error.name);
  return /TaskNotFound/.test(error.name);
});
told("TaskNotFoundError");
process.exit(0);
