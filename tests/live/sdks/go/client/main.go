// Every operation of A2A by the Go SDK's client: ADDRESS BINDING TOKEN TEXT SAYS WAITS HOOK.
// Each operation that was answered as it should be is told on a line of its own.
//
// Without a token the address is the agent's, whose card is read. With one it is an interface's: in
// 2.3.1 this SDK reads the schemes of a security requirement as lists, which in A2A they are not.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	a2agrpc "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type signedIn struct {
	a2aclient.PassthroughInterceptor
	token string
}

func (s *signedIn) Before(ctx context.Context, req *a2aclient.Request) (context.Context, any, error) {
	req.ServiceParams.Append("authorization", "Bearer "+s.token)
	return ctx, nil, nil
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
	return value
}

func check(holds bool, seen any) {
	if !holds {
		log.Output(2, fmt.Sprintf("unexpected: %+v", seen))
		os.Exit(1)
	}
}

func asked(text, contextID string) *a2a.SendMessageRequest {
	message := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(text))
	message.ContextID = contextID
	return &a2a.SendMessageRequest{Message: message}
}

func textOf(task *a2a.Task) string {
	var words strings.Builder
	for _, artifact := range task.Artifacts {
		for _, part := range artifact.Parts {
			words.WriteString(part.Text())
		}
	}
	return words.String()
}

func main() {
	log.SetFlags(log.Lshortfile)
	address, binding, token := os.Args[1], os.Args[2], os.Args[3]
	text, says, waits, hook := os.Args[4], os.Args[5], os.Args[6], os.Args[7]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	spoken := a2a.TransportProtocol(binding)
	options := []a2aclient.FactoryOption{
		a2agrpc.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())),
		a2aclient.WithConfig(a2aclient.Config{PreferredTransports: []a2a.TransportProtocol{spoken}}),
	}
	var client *a2aclient.Client
	if token == "" {
		card := must(agentcard.DefaultResolver.Resolve(ctx, address))
		client = must(a2aclient.NewFromCard(ctx, card, options...))
	} else {
		options = append(options, a2aclient.WithCallInterceptors(&signedIn{token: token}))
		at := []*a2a.AgentInterface{a2a.NewAgentInterface(address, spoken)}
		client = must(a2aclient.NewFromEndpoints(ctx, at, options...))
	}

	contextID := a2a.NewContextID()
	var last a2a.Event
	for event, err := range client.SendStreamingMessage(ctx, asked(text, contextID)) {
		last = must(event, err)
	}
	ended, ok := last.(*a2a.TaskStatusUpdateEvent)
	check(ok && ended.Status.State == a2a.TaskStateCompleted, last)
	fmt.Println("SendStreamingMessage")

	sent := must(client.SendMessage(ctx, asked(text, contextID)))
	task, ok := sent.(*a2a.Task)
	check(ok && strings.Contains(textOf(task), says), sent)
	fmt.Println("SendMessage")

	found := must(client.GetTask(ctx, &a2a.GetTaskRequest{ID: task.ID}))
	check(found.Status.State == a2a.TaskStateCompleted, found)
	fmt.Println("GetTask")

	// Over gRPC this SDK sends a page of 0 where none is given, which A2A has refused.
	page := must(client.ListTasks(ctx, &a2a.ListTasksRequest{ContextID: contextID, PageSize: 10}))
	check(page.TotalSize == 2, page)
	fmt.Println("ListTasks")

	asking := must(client.SendMessage(ctx, asked(waits, a2a.NewContextID())))
	waiting := asking.(*a2a.Task).ID
	made := must(client.CreateTaskPushConfig(ctx, &a2a.PushConfig{TaskID: waiting, ID: "hook", URL: hook}))
	check(made.URL == hook, made)
	fmt.Println("CreateTaskPushNotificationConfig")
	got := must(client.GetTaskPushConfig(ctx, &a2a.GetTaskPushConfigRequest{TaskID: waiting, ID: "hook"}))
	check(got.ID == "hook", got)
	fmt.Println("GetTaskPushNotificationConfig")
	listed := &a2a.ListTaskPushConfigRequest{TaskID: waiting}
	check(len(must(client.ListTaskPushConfigs(ctx, listed))) == 1, listed)
	fmt.Println("ListTaskPushNotificationConfigs")
	gone := client.DeleteTaskPushConfig(ctx, &a2a.DeleteTaskPushConfigRequest{TaskID: waiting, ID: "hook"})
	check(gone == nil && len(must(client.ListTaskPushConfigs(ctx, listed))) == 0, gone)
	fmt.Println("DeleteTaskPushNotificationConfig")

	for event, err := range client.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: waiting}) {
		first, ok := must(event, err).(*a2a.Task)
		check(ok && first.ID == waiting, event)
		break
	}
	fmt.Println("SubscribeToTask")
	canceled := must(client.CancelTask(ctx, &a2a.CancelTaskRequest{ID: waiting}))
	check(canceled.Status.State == a2a.TaskStateCanceled, canceled)
	fmt.Println("CancelTask")

	extended, err := client.GetExtendedAgentCard(ctx, &a2a.GetExtendedAgentCardRequest{})
	if err == nil && extended.Description != "" {
		fmt.Println("GetExtendedAgentCard")
	} else {
		log.Print(err)
	}

	_, err = client.GetTask(ctx, &a2a.GetTaskRequest{ID: "none"})
	check(errors.Is(err, a2a.ErrTaskNotFound), err)
	fmt.Println("TaskNotFoundError")
}
