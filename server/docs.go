package server

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/endpoint"
	"moyo/server/share/preview"
)

// describeAPI adds the routes that describe the API.
func (s *Server) describeAPI(api endpoint.API) {
	// The root handler answers this path, for other sites and the page below /embed/. This entry documents it.
	api.Handle(access.See.Pupils(), huma.Operation{
		OperationID: "oembed", Path: preview.OEmbedPath, Summary: "How another site should embed an address of this site (oembed.com)",
		Parameters: []*huma.Param{
			{Name: "url", In: "query", Required: true, Schema: &huma.Schema{Type: "string"}},
			{Name: "maxwidth", In: "query", Schema: &huma.Schema{Type: "integer"}},
			{Name: "maxheight", In: "query", Schema: &huma.Schema{Type: "integer"}},
			{Name: "format", In: "query", Schema: &huma.Schema{Type: "string"}},
			{Name: "theme", In: "query", Schema: &huma.Schema{Type: "string"}, Description: `"light" or "dark"; otherwise as the reader prefers.`},
		},
		Responses: map[string]*huma.Response{
			"200": {Description: "An OEmbed"}, "404": {Description: "This address cannot be embedded"},
			"501": {Description: "A format other than json"},
		},
	}, s.previews.OEmbed)
	api.Handle(access.See.Pupils(), huma.Operation{Path: "/api/docs"}, docs(api))
	api.Handle(access.See.Pupils(), huma.Operation{Path: "/api/asyncapi.json"}, serveAsyncAPI(s.cfg.Version, api))
}

// docsPage shows the API to people. Unlike the usual viewers it loads nothing from
// other sites.
var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>moyo: the API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code{font-size:1rem}dt{margin-top:1rem}</style>
<h1>moyo {{.Version}}: the API</h1>
<p>{{.Text}} The full description is <a href="/api/openapi.json">openapi.json</a>; connections that stay, and their messages,
are described by <a href="/api/asyncapi.json">asyncapi.json</a>. Errors are problem+json with a sentence in <code>detail</code>.
Texts are in English; beside most stands an id (<code>refusal</code>, <code>words</code> and the like) with what fills its places
(<code>places</code>: times by RFC 3339, times to wait in seconds), from which the page makes words of its own.</p>
<dl>{{range .Operations}}<dt><code>{{.Method}} {{.Path}}</code></dt><dd>{{.Summary}}. {{.Description}}</dd>
{{end}}</dl></html>
`))

// docs returns the handler of the page that documents the API.
func docs(api huma.API) http.HandlerFunc {
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
		panic(err) // the template is invalid
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.Bytes())
	}
}
