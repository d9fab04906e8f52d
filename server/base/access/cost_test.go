package access

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestCost checks that a cost includes the route and the body. A body of unknown length counts as a long one.
func TestCost(t *testing.T) {
	mux := http.NewServeMux()
	rules := Rules{"GET /api/me": See, "GET /api/catalog": See.Costing(2), "POST /api/games": Take}
	for pattern := range rules {
		mux.HandleFunc(pattern, http.NotFound)
	}
	for _, c := range []struct {
		method, path string
		body         int64
		want         int
	}{
		{"GET", "/api/me", 0, 1},
		{"GET", "/api/catalog", 0, 2},
		{"GET", "/api/nothing", 0, 1},
		{"POST", "/api/games", bodyPart - 1, 1},
		{"POST", "/api/games", 2 * bodyPart, 3},
		{"POST", "/api/games", -1, 1 + fullBody/bodyPart},
		{"POST", "/api/games", 1 << 40, 1 + fullBody/bodyPart},
		{"GET", "/api/catalog", bodyPart, 3},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.ContentLength = c.body
		if got := rules.Cost(mux, r); got != c.want {
			t.Errorf("%s %s with %d bytes: %d, want %d", c.method, c.path, c.body, got, c.want)
		}
	}
}
