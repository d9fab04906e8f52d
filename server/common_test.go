package server

import (
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestCommonAnswers: common answers are computed and compressed once, unchanged, and not sent to clients that
// have them. User-specific answers, errors, boards and large answers are computed for each request.
func TestCommonAnswers(t *testing.T) {
	t.Parallel()
	asked := 0
	c, h := countedCommon(&asked)
	get := func(path, encoding, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	first := get("/api/puzzles?depth=600", "gzip", "")
	for range 3 {
		if got := get("/api/puzzles?depth=600", "gzip", ""); got.Body.String() != first.Body.String() ||
			got.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("another answer: %d bytes, %v", got.Body.Len(), got.Header())
		}
	}
	zip, err := gzip.NewReader(first.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	plain := get("/api/puzzles?depth=600", "", "")
	if plain.Body.String() != string(text) || len(text) < 4000 || plain.Header().Get("Content-Encoding") != "" {
		t.Errorf("plainly %d bytes, packed %d", plain.Body.Len(), len(text))
	}
	tag := plain.Header().Get("ETag")
	if got := get("/api/puzzles?depth=600", "gzip", tag); got.Code != http.StatusNotModified ||
		got.Body.Len() != 0 || got.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("for a client that has it: %d, %d bytes, %v", got.Code, got.Body.Len(), got.Header())
	}
	if got := get("/api/puzzles?depth=600&unknown=1", "gzip", ""); got.Header().Get("ETag") != tag {
		t.Errorf("with a parameter that means nothing: %v", got.Header())
	}
	if other := get("/api/puzzles?depth=601", "", tag); asked != 2 || other.Code != http.StatusOK || other.Header().Get("ETag") == tag {
		t.Errorf("asked %d times, the other is %s", asked, other.Header().Get("ETag"))
	}
	for _, path := range []string{
		"/api/me", "/api/puzzles?depth=0", "/api/boards?spec=id:ab&depth=600", "/api/boards?spec=grid:9&depth=600", "/api/puzzles?depth=90000",
	} {
		before := asked
		for range 2 {
			if got := get(path, "", ""); got.Header().Get("ETag") != "" || got.Header().Get("Cache-Control") != "no-store" ||
				path == "/api/puzzles?depth=0" && got.Code != http.StatusNotFound {
				t.Errorf("%s: %d, %v", path, got.Code, got.Header())
			}
		}
		if asked != before+2 {
			t.Errorf("%s: asked %d times", path, asked-before)
		}
	}
	for i := range 500 {
		get(fmt.Sprintf("/api/puzzles?depth=6000&rule=%d", i), "gzip", "")
	}
	size := 0
	for _, a := range c.kept {
		size += a.size()
	}
	if size != c.size || size > maxCommon || len(c.kept) != len(c.order) || len(c.kept) < 100 {
		t.Errorf("%d answers with %d bytes are kept, %d and %d by the books", len(c.kept), size, len(c.order), c.size)
	}
}

// countedCommon returns a caching handler and counts its computations. The text compresses badly.
func countedCommon(asked *int) (*common, http.Handler) {
	noise := make([]byte, 4*90000)
	rand.NewChaCha8([32]byte{}).Read(noise)
	hard := hex.EncodeToString(noise) // to pack
	c := new(common)
	return c, packed(notKept(c.handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked++
		w.Header().Set("Content-Type", "application/json")
		size := 5000
		if _, err := fmt.Sscan(r.URL.Query().Get("depth"), &size); err == nil && size == 0 {
			w.WriteHeader(http.StatusNotFound)
		}
		io.WriteString(w, hard[:8*size])
	}))))
}
