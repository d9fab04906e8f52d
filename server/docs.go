package server

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// describePlain adds the routes that answer with no JSON, or not once, to the
// description.
func describePlain(api huma.API) {
	id := &huma.Param{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}}
	for _, op := range []*huma.Operation{
		{
			OperationID: "socket", Path: "/api/games/{id}/ws", Parameters: []*huma.Param{id}, Summary: "Play or watch a game over a WebSocket",
			Description: "Send a ClientMessage of type hello first; the messages are described in server/base/wire.",
			Responses:   map[string]*huma.Response{"101": {Description: "ServerMessages follow"}},
		},
		{
			OperationID: "analysis", Path: "/api/analysis/ws", Summary: "Let an engine look at positions over a WebSocket",
			Description: "Send an AnalysisRequest whenever the position changes; the messages are described in server/base/wire.",
			Responses:   map[string]*huma.Response{"101": {Description: "AnalysisReply messages follow"}},
		},
		{
			OperationID: "coach", Path: "/api/coach/ws", Summary: "Ask the coach about a game over a WebSocket",
			Description: "Send a CoachRequest; the messages are described in server/base/wire.",
			Responses:   map[string]*huma.Response{"101": {Description: "CoachReply messages follow"}},
		},
		{
			OperationID: "solve", Path: "/api/solve/ws", Summary: "Solve problems of life and death over a WebSocket",
			Description: "Send a SolveRequest; the messages are described in server/base/wire.",
			Responses:   map[string]*huma.Response{"101": {Description: "SolveReply messages follow"}},
		},
		{
			OperationID: "stream", Path: "/api/games/{id}/stream", Parameters: []*huma.Param{id}, Summary: "Watch or play a game without a WebSocket",
			Description: "The messages of its WebSocket as lines of JSON, the snapshot first; commands go to /api/games/{id}/commands.",
			Responses:   map[string]*huma.Response{"200": {Description: "A ServerMessage in each line"}, "404": {Description: "No such game"}},
		},
		{
			OperationID: "own-stream", Path: "/api/me/stream", Summary: "What a program has to know that plays for you",
			Description: "Who challenges you, and which of your games begin and end, as lines of JSON.",
			Responses:   map[string]*huma.Response{"200": {Description: "A PersonEvent in each line"}},
		},
		{
			OperationID: "record", Path: "/api/games/{id}/sgf", Parameters: []*huma.Param{id}, Summary: "The game's record in SGF",
			Responses: map[string]*huma.Response{"200": {Description: "SGF"}, "404": {Description: "No such game"}},
		},
		{
			OperationID: "talk", Path: "/api/games/{id}/chat/ws", Parameters: []*huma.Param{id}, Summary: "Talk about a game over a WebSocket",
			Description: `Send {"type":"hello"}; the messages are described in server/base/wire.`,
			Responses:   map[string]*huma.Response{"101": {Description: "ChatMessage messages follow"}, "404": {Description: "No such game"}},
		},
		{
			OperationID: "lobby-events", Path: "/api/lobby/events", Summary: "The lobby as server-sent events",
			Description: "With ?live=1 miniatures of the best games, too.",
			Responses:   map[string]*huma.Response{"200": {Description: "A Lobby at once, then those of its lists that have changed"}},
		},
		{
			OperationID: "class-events", Path: "/api/classes/{id}/events", Parameters: []*huma.Param{id}, Summary: "A class as server-sent events",
			Responses: map[string]*huma.Response{"200": {Description: "A Class at once and after every change"}, "404": {Description: "No such class"}},
		},
		{
			OperationID: "class-table", Path: "/api/classes/{id}/table", Parameters: []*huma.Param{id}, Summary: "What the pupils of a class have done, as CSV",
			Responses: map[string]*huma.Response{"200": {Description: "CSV"}, "404": {Description: "No such class"}},
		},
		{
			OperationID: "pairing", Path: "/api/pairing/ws", Summary: "Look for somebody to play with at once over a WebSocket",
			Description: "Send a PairingRequest; the messages are described in server/base/wire.",
			Responses:   map[string]*huma.Response{"101": {Description: "PairingReply messages follow"}},
		},
		{
			OperationID: "own-records", Path: "/api/me/games/records", Summary: "The records of one's own games in SGF",
			Description: "The query is that of /api/me/games; with format=zip each has a file.",
			Responses:   map[string]*huma.Response{"200": {Description: "A collection in SGF, or an archive"}},
		},
		{
			OperationID: "records-of", Path: "/api/people/{name}/games/records", Summary: "The records of a player's games in SGF",
			Description: "The query is that of /api/people/{name}/games; with format=zip each has a file.",
			Parameters:  []*huma.Param{{Name: "name", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}}},
			Responses:   map[string]*huma.Response{"200": {Description: "A collection in SGF, or an archive"}, "404": {Description: "No such player"}},
		},
		{
			OperationID: "archive", Path: "/api/account/archive", Summary: "Everything about the one who asks, as a zip file",
			Responses: map[string]*huma.Response{"200": {Description: "A zip file"}},
		},
		{
			OperationID: "inbox-events", Path: "/api/me/events", Summary: "What awaits you, as server-sent events",
			Responses: map[string]*huma.Response{"200": {Description: "An Inbox at once and after every change"}, "503": {Description: "Too many streams of one person"}},
		},
		{
			OperationID: "oembed", Path: "/api/oembed", Summary: "What another site is to show of an address of this one (oembed.com)",
			Parameters: []*huma.Param{
				{Name: "url", In: "query", Required: true, Schema: &huma.Schema{Type: "string"}}, {Name: "maxwidth", In: "query", Schema: &huma.Schema{Type: "integer"}},
				{Name: "maxheight", In: "query", Schema: &huma.Schema{Type: "integer"}}, {Name: "format", In: "query", Schema: &huma.Schema{Type: "string"}},
				{Name: "theme", In: "query", Schema: &huma.Schema{Type: "string"}, Description: `"light" or "dark"; else the colours are the reader's.`},
			},
			Responses: map[string]*huma.Response{"200": {Description: "An OEmbed"}, "404": {Description: "Nothing there can be embedded"}, "501": {Description: "A format other than json"}},
		},
		{
			OperationID: "mail-off", Path: "/api/mail/off", Summary: "The link of e-mails that ends them; a POST to it does, at once",
			Responses: map[string]*huma.Response{"200": {Description: "A page"}, "400": {Description: "The link is not complete"}},
		},
	} {
		op.Method = http.MethodGet
		api.OpenAPI().AddOperation(op)
	}
}

// docsPage shows the API to people. Unlike the usual viewers it loads nothing
// from elsewhere.
var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>moyo: the API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code{font-size:1rem}dt{margin-top:1rem}</style>
<h1>moyo {{.Version}}: the API</h1>
<p>{{.Text}} The full description is <a href="/api/openapi.json">openapi.json</a>; connections that stay, and their messages, are described by <a href="/api/asyncapi.json">asyncapi.json</a>. Errors are problem+json with a sentence in <code>detail</code>. Texts are in English; beside most stands an id (<code>refusal</code>, <code>words</code> and the like) with what fills its places (<code>places</code>: times by RFC 3339, times to wait in seconds), from which the page makes words of its own.</p>
<dl>{{range .Operations}}<dt><code>{{.Method}} {{.Path}}</code></dt><dd>{{.Summary}}. {{.Description}}</dd>
{{end}}</dl></html>
`))

// docs returns the handler of the page that shows the API.
func docs(api huma.API) http.Handler {
	var ops []*huma.Operation
	for _, item := range api.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				ops = append(ops, op)
			}
		}
	}
	slices.SortFunc(ops, func(a, b *huma.Operation) int {
		return strings.Compare(a.Path+a.Method, b.Path+b.Method)
	})
	var page bytes.Buffer
	err := docsPage.Execute(&page, map[string]any{
		"Version": api.OpenAPI().Info.Version, "Text": api.OpenAPI().Info.Description, "Operations": ops,
	})
	if err != nil {
		panic(err) // the template above is wrong
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.Bytes())
	})
}
