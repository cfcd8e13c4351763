// An agent of the Go SDK, over each of its bindings; it prints where its card is.
package main

import (
	"context"
	"fmt"
	"iter"
	"log"
	"net"
	"net/http"

	"github.com/a2aproject/a2a-go/v2/a2a"
	a2agrpc "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"google.golang.org/grpc"
)

type greeter struct{}

func (greeter) Execute(ctx context.Context, on *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		said := ""
		for _, part := range on.Message.Parts {
			said += part.Text()
		}
		if on.StoredTask == nil && !yield(a2a.NewSubmittedTask(on, on.Message), nil) {
			return
		}
		if !yield(a2a.NewStatusUpdateEvent(on, a2a.TaskStateWorking, nil), nil) {
			return
		}
		if said == "ask" && on.StoredTask == nil {
			question := a2a.NewMessageForTask(a2a.MessageRoleAgent, on, a2a.NewTextPart("Which colour?"))
			yield(a2a.NewStatusUpdateEvent(on, a2a.TaskStateInputRequired, question), nil)
			return
		}
		answer := a2a.NewArtifactEvent(on, a2a.NewTextPart("Hello, "+said+"!"))
		answer.LastChunk = true
		if yield(answer, nil) {
			yield(a2a.NewStatusUpdateEvent(on, a2a.TaskStateCompleted, nil), nil)
		}
	}
}

func (greeter) Cancel(ctx context.Context, on *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(on, a2a.TaskStateCanceled, nil), nil)
	}
}

func listen() net.Listener {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	return listener
}

func main() {
	web, calls := listen(), listen()
	base := "http://" + web.Addr().String()
	card := &a2a.AgentCard{
		Name:        "Greeter",
		Description: "Greets, in Go.",
		Version:     "1.0.0",
		SupportedInterfaces: []*a2a.AgentInterface{
			a2a.NewAgentInterface(base+"/rpc", a2a.TransportProtocolJSONRPC),
			a2a.NewAgentInterface(base+"/rest", a2a.TransportProtocolHTTPJSON),
			a2a.NewAgentInterface(calls.Addr().String(), a2a.TransportProtocolGRPC),
		},
		DefaultInputModes:  []string{"text/plain"},
		DefaultOutputModes: []string{"text/plain"},
		Capabilities:       a2a.AgentCapabilities{Streaming: true, PushNotifications: true},
		Skills: []a2a.AgentSkill{
			{ID: "greet", Name: "Greet", Description: "Greets.", Tags: []string{"demo"}},
		},
	}
	handler := a2asrv.NewHandler(greeter{},
		a2asrv.WithCapabilityChecks(&card.Capabilities),
		a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)),
	)
	server := grpc.NewServer()
	a2agrpc.NewHandler(handler).RegisterWith(server)
	go func() { log.Fatal(server.Serve(calls)) }()
	mux := http.NewServeMux()
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler)))
	fmt.Println(base)
	log.Fatal(http.Serve(web, mux))
}
