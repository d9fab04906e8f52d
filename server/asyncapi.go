package server

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/wire"
)

// channel is a connection that stays: what the client sends on it, and what the server
// does, as values of their types; nil for nothing.
type channel struct{ sends, receives any }

// channels has every route whose answer goes on, by its pattern.
var channels = map[string]channel{
	"GET /api/games/{id}/ws":            {wire.ClientMessage{}, wire.ServerMessage{}},
	"GET /api/games/{id}/stream":        {nil, wire.ServerMessage{}},
	"GET /api/games/{id}/chat/ws":       {wire.ChatRequest{}, wire.ChatMessage{}},
	"GET /api/studies/{id}/ws":          {wire.StudyRequest{}, wire.StudyMessage{}},
	"GET /api/studies/{id}/chat/ws":     {wire.ChatRequest{}, wire.ChatMessage{}},
	"GET /api/pairing/ws":               {wire.PairingRequest{}, wire.PairingReply{}},
	"GET /api/analysis/ws":              {wire.AnalysisRequest{}, wire.AnalysisReply{}},
	"GET /api/coach/ws":                 {wire.CoachRequest{}, wire.CoachReply{}},
	"GET /api/solve/ws":                 {wire.SolveRequest{}, wire.SolveReply{}},
	"GET /api/lobby/events":             {nil, wire.Lobby{}},
	"GET /api/me/events":                {nil, wire.Inbox{}},
	"GET /api/ladders/{id}/events":      {nil, wire.Ladder{}},
	"GET /api/teams/{id}/events":        {nil, wire.Team{}},
	"GET /api/team-matches/{id}/events": {nil, wire.TeamMatch{}},
	"GET /api/tournaments/{id}/events":  {nil, wire.Tournament{}},
	"GET /api/simuls/{id}/events":       {nil, wire.Simul{}},
	"GET /api/classes/{id}/events":      {nil, wire.Class{}},
	"GET /api/me/stream":                {nil, wire.PersonEvent{}},
}

// parameter is a part of an address that stands for an id.
var parameter = regexp.MustCompile(`\{([a-z]+)\}`)

// asyncAPI describes the channels as AsyncAPI 3.0 has it: their addresses and the scope
// that a token needs by the table of access, their messages by the types of the wire.
func asyncAPI(version string) map[string]any {
	types := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	all, operations := map[string]any{}, map[string]any{}
	for route, c := range channels {
		address := strings.TrimPrefix(route, "GET ")
		name := strings.NewReplacer("/api/", "", "/", "-", "{", "", "}", "").Replace(address)
		ref := func(path string) map[string]string { return map[string]string{"$ref": "#/channels/" + name + path} }
		messages, parameters := map[string]any{}, map[string]any{}
		for _, p := range parameter.FindAllStringSubmatch(address, -1) {
			parameters[p[1]] = map[string]string{"description": "the id of what it is about"}
		}
		for action, value := range map[string]any{"receive": c.sends, "send": c.receives} { // as the server sees it
			if value == nil {
				continue
			}
			of := reflect.TypeOf(value)
			messages[of.Name()] = map[string]any{"contentType": "application/json", "payload": types.Schema(of, true, "")}
			operations[action+"-"+name] = map[string]any{"action": action, "channel": ref(""), "messages": []any{ref("/messages/" + of.Name())}}
		}
		all[name] = map[string]any{
			"address": address, "messages": messages, "parameters": parameters,
			"description": "An access token needs the scope " + access.Routes()[route].Scope.String() + ".",
		}
	}
	return map[string]any{
		"asyncapi": "3.0.0", "defaultContentType": "application/json",
		"info":     map[string]string{"title": "moyo", "version": version, "description": "Connections that stay: addresses that end with ws are WebSockets, with stream lines of JSON, with events server-sent events."},
		"channels": all, "operations": operations, "components": map[string]any{"schemas": types.Map()},
	}
}

// serveAsyncAPI returns the handler of that description, which the first request writes.
func serveAsyncAPI(version string) http.Handler {
	text := sync.OnceValue(func() []byte {
		text, err := json.Marshal(asyncAPI(version))
		if err != nil {
			panic(err) // plain data
		}
		return text
	})
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text())
	})
}
