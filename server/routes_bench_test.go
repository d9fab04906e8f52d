package server

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"moyo/server/base/wire"
)

// BenchmarkReads measures public reads, compressed for browsers: docs/server.md has the most expensive.
func BenchmarkReads(b *testing.B) {
	cfg := testConfig(newStore(b))
	cfg.Limits.Specs, cfg.Limits.Pictures = 1e6, 1e6
	s := New(cfg)
	b.Cleanup(s.Close)
	p := newPerson(b, serveFor(b, s))
	id := p.newGame(wire.NewGame{Board: "grid:19", Rules: "weiqi", Color: "black", Opponent: "human"}).ID
	paths := []string{
		"/", "/g/" + id, "/g/" + id + ".svg", "/g/" + id + ".png", "/api/games/" + id, "/api/games/" + id + "/sgf",
		"/api/boards?spec=grid:19", "/api/boards?spec=grid:99", "/api/boards/file?spec=grid:99",
	}
	for route := range registered(b).Rules {
		path, get := strings.CutPrefix(route, "GET ")
		if get && !strings.Contains(path, "{") && !strings.HasSuffix(path, "/ws") &&
			!strings.HasSuffix(path, "/events") && !strings.HasSuffix(path, "/stream") {
			paths = append(paths, path)
		}
	}
	for _, path := range slices.Sorted(slices.Values(paths)) {
		b.Run(path, func(b *testing.B) {
			b.ReportAllocs()
			size, status := 0, 0
			for b.Loop() {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Accept-Encoding", "gzip")
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				size, status = w.Body.Len(), w.Code
			}
			b.ReportMetric(float64(size), "bytes")
			b.ReportMetric(float64(status), "status")
		})
	}
}
