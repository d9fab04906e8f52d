package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
)

// Bounds of the shared cache of answers, in bytes.
const (
	maxCommon       = 16 << 20  // all answers together
	maxCommonPlain  = 512 << 10 // one answer
	maxCommonPacked = 32 << 10  // one answer, compressed
	maxCommonKey    = 400       // its key
)

// commonPaths are the paths whose answers are the same for every client while the program runs. Boards are not
// included: the limit "specs" counts each board that is sent.
var commonPaths = map[string]bool{
	"/api/asyncapi.json": true, "/api/openapi.json": true, "/api/openapi.yaml": true,
	"/api/openapi-3.0.json": true, "/api/openapi-3.0.yaml": true,
	"/api/docs": true, "/api/puzzles": true,
}

// common caches answers that are the same for every client, encoded and compressed once. It evicts the oldest first.
type common struct {
	mu    sync.Mutex
	kept  map[string]*commonAnswer // by key
	order []string                 // oldest first
	size  int
}

// commonAnswer is a cached answer.
type commonAnswer struct {
	kind, tag     string
	plain, packed []byte // packed is nil if compression saves too little
}

// size returns the approximate memory of the answer and its key.
func (a *commonAnswer) size() int { return len(a.plain) + len(a.packed) + 1<<10 }

// handler returns a handler that calls next once for each common answer.
func (c *common) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := commonKey(r)
		if key == "" || len(key) > maxCommonKey {
			next.ServeHTTP(w, r)
			return
		}
		c.mu.Lock()
		a := c.kept[key]
		c.mu.Unlock()
		if a == nil {
			held := &holder{ResponseWriter: w, status: http.StatusOK}
			next.ServeHTTP(held, r)
			if a = held.answer(); a == nil {
				held.release()
				return
			}
			c.keep(key, a)
		}
		a.send(w, r)
	})
}

// commonKey returns the cache key of a request, "" if its answer is not common. It ignores other parameters,
// which would otherwise cause the same answer to be computed again.
func commonKey(r *http.Request) string {
	if r.Method != http.MethodGet || !commonPaths[r.URL.Path] {
		return ""
	}
	q := r.URL.Query()
	return strings.Join([]string{r.URL.Path, q.Get("rule"), q.Get("depth")}, "\n")
}

// send writes the answer, or 304 if the client has it already.
func (a *commonAnswer) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache") // browsers may store it, but must revalidate
	h.Set("ETag", a.tag)
	if strings.Contains(r.Header.Get("If-None-Match"), a.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	body := a.plain
	if a.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = a.packed
		h.Set("Content-Encoding", "gzip")
	}
	_, _ = w.Write(body)
}

// keep caches an answer.
func (c *common) keep(key string, a *commonAnswer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[string]*commonAnswer{}
	}
	if c.kept[key] != nil {
		return
	}
	c.kept[key] = a
	c.order = append(c.order, key)
	c.size += a.size()
	for c.size > maxCommon {
		oldest := c.order[0]
		c.size -= c.kept[oldest].size()
		delete(c.kept, oldest)
		c.order = c.order[1:]
	}
}

// holder is a ResponseWriter that buffers the body. Header fields pass through.
type holder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *holder) WriteHeader(status int) { h.status = status }

func (h *holder) Write(data []byte) (int, error) { return h.body.Write(data) }

// release writes the buffered body.
func (h *holder) release() {
	h.ResponseWriter.WriteHeader(h.status)
	_, _ = h.ResponseWriter.Write(h.body.Bytes())
}

// answer returns the buffered body as a cacheable answer; nil for an error or a body that is too large.
func (h *holder) answer() *commonAnswer {
	if h.status != http.StatusOK || h.body.Len() > maxCommonPlain {
		return nil
	}
	a := &commonAnswer{kind: h.Header().Get("Content-Type"), plain: h.body.Bytes()}
	if len(a.plain) >= packAbove && isPackable(a.kind) {
		var out bytes.Buffer
		zip := gzip.NewWriter(&out)
		_, _ = zip.Write(a.plain) // writes to a buffer do not fail
		_ = zip.Close()
		a.packed = out.Bytes()
	}
	if len(a.packed) > maxCommonPacked {
		return nil
	}
	sum := sha256.Sum256(a.plain)
	a.tag = `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	return a
}
