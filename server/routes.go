package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"moyo/server/wire"
)

// routes returns the handler of everything.
func (s *Server) routes(registry *prometheus.Registry) http.Handler {
	api := http.NewServeMux()
	described := newAPI(api, s.cfg.Version)
	s.registerAPI(described)
	describePlain(described)
	api.Handle("GET /api/docs", docs(described))
	api.HandleFunc("GET /api/games/{id}/ws", s.socket)
	api.HandleFunc("GET /api/games/{id}/sgf", s.record)
	api.HandleFunc("GET /api/analysis/ws", s.questions(s.analyst))
	api.HandleFunc("GET /api/coach/ws", s.questions(s.coachDesk))
	api.HandleFunc("GET /api/solve/ws", s.questions(s.solveDesk))
	api.HandleFunc("GET /api/lobby/events", s.lobbyEvents)
	api.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, http.StatusNotFound, fmt.Sprintf("There is no %s %.100s; the API is described at /api/docs.", r.Method, r.URL.Path))
	})

	root := http.NewServeMux()
	root.Handle("/api/", sameOrigin(identify(packed(api))))
	root.HandleFunc("GET /healthz", s.health)
	root.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	root.Handle("/assets/", s.page)
	root.Handle("/", identify(s.page)) // before the page asks for several things at once, each of which would get another token
	return s.contained(secured(root))
}

// newAPI returns the part of the API that OpenAPI describes.
func newAPI(mux *http.ServeMux, version string) huma.API {
	cfg := huma.DefaultConfig("moyo", version)
	cfg.Info.Description = "Stone games on any board."
	cfg.OpenAPIPath = "/api/openapi"
	cfg.DocsPath = "" // docs.go has a page of our own
	cfg.SchemasPath = ""
	cfg.CreateHooks = nil // no "$schema" in answers
	cfg.FieldsOptionalByDefault = true
	return humago.New(mux, cfg)
}

// health says whether the server works, its store included.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	if _, err := s.cfg.Store.Boards(r.Context(), "", 0); err != nil {
		s.log.Error("store does not answer", "err", err)
		http.Error(w, "the store does not answer", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// writeProblem answers with an error.
func writeProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(wire.Problem{Title: http.StatusText(status), Status: status, Detail: detail})
}

// policy lets the page use its own scripts only. Svelte and three.js set styles
// on elements.
var policy = strings.Join([]string{
	"default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
	"connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
}, "; ")

// secured adds the headers that keep the page to itself.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses what other sites make a browser send.
func sameOrigin(next http.Handler) http.Handler {
	p := http.NewCrossOriginProtection()
	p.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, http.StatusForbidden, "This request comes from another site.")
	}))
	return p.Handler(next)
}

// contained keeps a panic to the request that caused it.
func (s *Server) contained(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := guarded(func() error { next.ServeHTTP(w, r); return nil })
		if err != nil {
			s.log.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
			writeProblem(w, http.StatusInternalServerError, "Something went wrong on the server.")
		}
	})
}
