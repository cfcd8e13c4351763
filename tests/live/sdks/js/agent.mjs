// An agent of the JavaScript SDK, over each of its bindings; it prints where its card is.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import * as grpc from "@grpc/grpc-js";
import express from "express";
import { Role, TaskState } from "@a2a-js/sdk";
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
  DefaultPushNotificationSender,
} from "@a2a-js/sdk/server";
import { UserBuilder, agentCardHandler, jsonRpcHandler, restHandler } from "@a2a-js/sdk/server/express";
import { A2AService, grpcService } from "@a2a-js/sdk/server/grpc";

const text = (value) => ({
  content: { $case: "text", value },
  metadata: undefined,
  filename: "",
  mediaType: "text/plain",
});

class Greeter {
  async execute(context, bus) {
    const { taskId, contextId, userMessage } = context;
    const said = userMessage.parts[0]?.content?.value ?? "";
    const ids = { taskId, contextId, metadata: undefined };
    const message = (words) => ({
      ...ids,
      messageId: randomUUID(),
      role: Role.ROLE_AGENT,
      parts: [text(words)],
      extensions: [],
      referenceTaskIds: [],
    });
    const now = (state, words) => ({
      state,
      message: words ? message(words) : undefined,
      timestamp: new Date().toISOString(),
    });
    const begun = context.task ?? {
      id: taskId,
      contextId,
      status: now(TaskState.TASK_STATE_SUBMITTED),
      artifacts: [],
      history: [userMessage],
      metadata: undefined,
    };
    bus.publish(AgentEvent.task(begun));
    const tell = (state, words) =>
      bus.publish(AgentEvent.statusUpdate({ ...ids, status: now(state, words) }));
    tell(TaskState.TASK_STATE_WORKING);
    if (said === "ask" && !context.task) {
      tell(TaskState.TASK_STATE_INPUT_REQUIRED, "Which colour?");
    } else {
      const artifact = {
        artifactId: "answer",
        name: "answer",
        description: "",
        parts: [text(`Hello, ${said}!`)],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append: false, lastChunk: true }));
      tell(TaskState.TASK_STATE_COMPLETED);
    }
    bus.finished();
  }

  async cancelTask(taskId, bus) {
    const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: new Date().toISOString() };
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: "", status, metadata: undefined }));
    bus.finished();
  }
}

const app = express();
const server = createServer(app).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const base = `http://127.0.0.1:${server.address().port}`;
const calls = new grpc.Server();
const port = await new Promise((ready, failed) =>
  calls.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
    error ? failed(error) : ready(bound),
  ),
);
const at = (url, protocolBinding) => ({ url, protocolBinding, protocolVersion: "1.0", tenant: "" });
const card = {
  name: "Greeter",
  description: "Greets, in JavaScript.",
  version: "1.0.0",
  supportedInterfaces: [
    at(`${base}/rpc`, "JSONRPC"),
    at(`${base}/rest`, "HTTP+JSON"),
    at(`127.0.0.1:${port}`, "GRPC"),
  ],
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false, extensions: [] },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [
    { id: "greet", name: "Greet", description: "Greets.", tags: ["demo"], examples: ["Ada"], inputModes: [], outputModes: [], securityRequirements: [] },
  ],
  provider: undefined,
  documentationUrl: "",
  iconUrl: "",
  securitySchemes: {},
  securityRequirements: [],
  signatures: [],
};
const hooks = new InMemoryPushNotificationStore();
const requestHandler = new DefaultRequestHandler(
  card, new InMemoryTaskStore(), new Greeter(), undefined, hooks, new DefaultPushNotificationSender(hooks),
);
const userBuilder = UserBuilder.noAuthentication;
app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder }));
app.use("/rest", restHandler({ requestHandler, userBuilder }));
calls.addService(A2AService, grpcService({ requestHandler, userBuilder }));
console.log(base);
