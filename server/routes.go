package server

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/proxy"
	"moyo/server/share/preview"
)

// noRoute is the pattern of unknown paths in the API.
const noRoute = "/api/"

// routes returns the handler of all requests.
func (s *Server) routes() http.Handler {
	api := http.NewServeMux()
	described := s.newAPI(api)
	s.register(described)
	s.describeAPI(described)
	api.HandleFunc(noRoute, func(w http.ResponseWriter, r *http.Request) {
		apierror.Write(w, apierror.New(apierror.NotFound, "There is no %s %.100s; the API is described at /api/docs.", r.Method, r.URL.Path))
	})

	root := http.NewServeMux()
	health := &health{store: s.cfg.Store, log: s.log, now: s.cfg.Now}
	root.HandleFunc("GET /healthz", health.ready)
	root.HandleFunc("GET /healthz/ready", health.ready)
	root.HandleFunc("GET /healthz/live", live)
	if s.cfg.Closed {
		return s.contained(secured(root))
	}
	cost := func(r *http.Request) int { return described.Rules.Cost(api, r) }
	root.Handle("/api/",
		printable(sameOrigin(limit.Addressed(s.rates.Requests(s.cfg.Limits.Requests, cost,
			identity.Identify(s.sessions,
				s.rates.Programs(s.cfg.Limits.Programs, programOf,
					s.budget.Requests(packed(notKept(described.Rules.Guard(api, noRoute, s.classes.Guard(new(common).handler(api)))))))))))))
	// Requests of other sites are anonymous: no cookie is read or set, so the answers can be cached publicly.
	anonymous := func(h http.Handler) http.Handler {
		return limit.Addressed(s.rates.Requests(s.cfg.Limits.Requests, cost, packed(h)))
	}
	root.Handle(preview.Path, anonymous(s.previews))
	root.Handle(preview.EmbedPath, anonymous(http.HandlerFunc(s.previews.ServeEmbed)))
	root.Handle("GET "+preview.OEmbedPath, anonymous(http.HandlerFunc(s.previews.OEmbed)))
	root.Handle("/assets/", s.page)
	for _, name := range shared {
		root.Handle("/"+name, s.page)
	}
	// sets a token before the page sends several requests at the same time, each of which would get another token
	root.Handle("/", limit.Addressed(identity.Identify(s.sessions, s.page)))
	return s.contained(s.cfg.Proxies.Handler(secured(root)))
}

// register adds the routes of all features.
func (s *Server) register(api endpoint.API) {
	for _, add := range s.features {
		add(api)
	}
}

// newAPI returns the API on which features register their routes.
func (s *Server) newAPI(mux *http.ServeMux) endpoint.API {
	cfg := huma.DefaultConfig("moyo", s.cfg.Version)
	cfg.Info.Description = "Stone games on any board."
	cfg.OpenAPIPath = "/api/openapi"
	cfg.DocsPath = "" // docs.go has a page of our own
	cfg.SchemasPath = ""
	cfg.CreateHooks = nil // no "$schema" in answers
	cfg.FieldsOptionalByDefault = true
	cfg.Transformers = append(cfg.Transformers, endpoint.Problems)
	api := humago.New(mux, cfg)
	api.UseMiddleware(endpoint.Bodies)
	rules := access.Rules{}
	for _, file := range []string{"openapi.json", "openapi.yaml", "openapi-3.0.json", "openapi-3.0.yaml"} { // huma's
		rules["GET /api/"+file] = access.See.Pupils()
	}
	return endpoint.API{API: api, Mux: mux, Rules: rules, Channels: map[string]endpoint.Messages{}, Stream: s.gate.Stream, Log: s.log}
}

// policy allows only the page's own scripts. Svelte and three.js set styles
// on elements.
var policy = strings.Join([]string{
	"default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
	"connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
}, "; ")

// secured adds the headers that isolate the page.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if proxy.Encrypted(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// notKept forbids browsers and proxies to store answers: most are specific to the
// user. Handlers may override it.
func notKept(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// printable refuses paths with control characters: no id contains them, and
// databases handle them differently.
func printable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.ContainsFunc(r.URL.Path, unicode.IsControl) || !utf8.ValidString(r.URL.Path) {
			apierror.Write(w, apierror.Say(apierror.NotFound, "server.nothing", "There is nothing at this address."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// programOf returns the player for whom a program asks, "" if the client is not a program.
func programOf(r *http.Request) string {
	if who := identity.Of(r.Context()); who.Scopes != 0 {
		return who.Player
	}
	return ""
}

// sameOrigin refuses requests that other sites make a browser send. Requests with an access
// token pass: other sites do not have it.
func sameOrigin(next http.Handler) http.Handler {
	p := http.NewCrossOriginProtection()
	p.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		apierror.Write(w, apierror.Say(apierror.OtherSite, "server.otherSite", "This request comes from another site."))
	}))
	guarded := p.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if identity.IsBearer(r) {
			next.ServeHTTP(w, r)
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// contained turns a panic into an error of the request that caused it.
func (s *Server) contained(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := guard.Run(func() error { next.ServeHTTP(w, r); return nil })
		if err != nil {
			s.log.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
			apierror.Write(w, apierror.Wrap(apierror.Internal, err, "server.failed", "Something went wrong on the server. Try again."))
		}
	})
}
