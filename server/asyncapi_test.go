package server

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestAsyncAPI checks that every streaming route is described, and no other: with the scope
// from the access table, and with all schemas that it refers to.
func TestAsyncAPI(t *testing.T) {
	t.Parallel()
	api := registered(t)
	for route := range api.Rules {
		_, known := api.Channels[strings.TrimPrefix(route, "GET ")]
		stays := strings.HasSuffix(route, "/ws") || strings.HasSuffix(route, "/stream") || strings.HasSuffix(route, "/events")
		if stays != known {
			t.Errorf("%s stays: %v, and is described: %v", route, stays, known)
		}
	}
	for path := range api.Channels {
		if _, ok := api.Rules["GET "+path]; !ok {
			t.Errorf("%s is described, and is no route", path)
		}
	}
	var doc struct {
		Asyncapi string
		Info     struct{ Version string }
		Channels map[string]struct {
			Address, Description string
			Messages             map[string]struct {
				Payload struct {
					Ref string `json:"$ref"`
				}
			}
		}
		Operations map[string]struct{ Action string }
		Components struct {
			Schemas map[string]struct{ Properties map[string]json.RawMessage }
		}
	}
	body := newPerson(t, startMemory(t)).must(200, "GET", "/api/asyncapi.json", nil, &doc)
	game := doc.Channels["games-id-ws"]
	if doc.Asyncapi != "3.0.0" || doc.Info.Version != "test" ||
		len(doc.Channels) != len(api.Channels) || game.Address != "/api/games/{id}/ws" ||
		!strings.Contains(game.Description, "scope read") || len(game.Messages) != 2 ||
		doc.Operations["receive-games-id-ws"].Action != "receive" {
		t.Errorf("%.600s", body)
	}
	for name, c := range doc.Channels {
		for kind, m := range c.Messages {
			schema, ok := strings.CutPrefix(m.Payload.Ref, "#/components/schemas/")
			if len(doc.Components.Schemas[schema].Properties) == 0 || !ok {
				t.Errorf("%s: the message %s has no schema", name, kind)
			}
		}
	}
	for part := range strings.SplitSeq(body, `"#/components/schemas/`) {
		if name, _, ok := strings.Cut(part, `"`); ok && !strings.HasPrefix(part, "{") && doc.Components.Schemas[name].Properties == nil {
			t.Errorf("there is no schema %q", name)
		}
	}
	all := doc.Components.Schemas["ClientMessage"].Properties
	if _, ok := all["ply"]; !ok {
		t.Errorf("a ClientMessage has %v", all)
	}
}
