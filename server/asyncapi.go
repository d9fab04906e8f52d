package server

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/endpoint"
)

// parameter is a part of an address that stands for an id.
var parameter = regexp.MustCompile(`\{([a-z]+)\}`)

// asyncAPI describes the channels as AsyncAPI 3.0 has it: their addresses and the scope
// that a token needs by the table of access, their messages by the types of the wire.
func asyncAPI(version string, api endpoint.API) map[string]any {
	types := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	all, operations := map[string]any{}, map[string]any{}
	for address, c := range api.Channels {
		name := strings.NewReplacer("/api/", "", "/", "-", "{", "", "}", "").Replace(address)
		ref := func(path string) map[string]string { return map[string]string{"$ref": "#/channels/" + name + path} }
		messages, parameters := map[string]any{}, map[string]any{}
		for _, p := range parameter.FindAllStringSubmatch(address, -1) {
			parameters[p[1]] = map[string]string{"description": "the id of what it is about"}
		}
		for action, value := range map[string]any{"receive": c.Sends, "send": c.Receives} { // as the server sees it
			if value == nil {
				continue
			}
			of := reflect.TypeOf(value)
			messages[of.Name()] = map[string]any{"contentType": "application/json", "payload": types.Schema(of, true, "")}
			operations[action+"-"+name] = map[string]any{"action": action, "channel": ref(""), "messages": []any{ref("/messages/" + of.Name())}}
		}
		all[name] = map[string]any{
			"address": address, "messages": messages, "parameters": parameters,
			"description": "An access token needs the scope " + api.Rules["GET "+address].Scope.String() + ".",
		}
	}
	return map[string]any{
		"asyncapi": "3.0.0", "defaultContentType": "application/json",
		"info": map[string]string{
			"title": "moyo", "version": version, "description": "Connections that stay: " +
				"addresses that end with ws are WebSockets, with stream lines of JSON, with events server-sent events.",
		},
		"channels": all, "operations": operations, "components": map[string]any{"schemas": types.Map()},
	}
}

// serveAsyncAPI returns the handler of that description, which the first request writes.
func serveAsyncAPI(version string, api endpoint.API) http.HandlerFunc {
	text := sync.OnceValue(func() []byte {
		text, err := json.Marshal(asyncAPI(version, api))
		if err != nil {
			panic(err) // plain data
		}
		return text
	})
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text())
	}
}
