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

// parameter matches a placeholder for an id in a path.
var parameter = regexp.MustCompile(`\{([a-z]+)\}`)

// asyncAPI describes the channels as an AsyncAPI 3.0 document: addresses, the token scope
// that the access table requires, and messages by their wire types.
func asyncAPI(version string, api endpoint.API) map[string]any {
	types := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	all, operations := map[string]any{}, map[string]any{}
	for address, c := range api.Channels {
		name := strings.NewReplacer("/api/", "", "/", "-", "{", "", "}", "").Replace(address)
		ref := func(path string) map[string]string { return map[string]string{"$ref": "#/channels/" + name + path} }
		messages, parameters := map[string]any{}, map[string]any{}
		for _, p := range parameter.FindAllStringSubmatch(address, -1) {
			parameters[p[1]] = map[string]string{"description": "the id of the resource"}
		}
		for action, value := range map[string]any{"receive": c.Sends, "send": c.Receives} { // from the server's side
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
			"title": "moyo", "version": version, "description": "Persistent connections: " +
				"addresses that end with ws are WebSockets, with stream JSON lines, with events server-sent events.",
		},
		"channels": all, "operations": operations, "components": map[string]any{"schemas": types.Map()},
	}
}

// serveAsyncAPI returns the handler of that description. The first request generates it.
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
