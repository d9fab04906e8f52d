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

// The bounds of the answers that are kept for all, in bytes.
const (
	maxCommon       = 16 << 20  // in all
	maxCommonPlain  = 512 << 10 // one
	maxCommonPacked = 32 << 10  // one on the way
	maxCommonKey    = 400       // what an answer depends on
)

// commonPaths are the paths of reads whose answers are the same for everybody, as long as the program runs. Boards are
// none of them: the limit "specs" counts each that is sent.
var commonPaths = map[string]bool{
	"/api/asyncapi.json": true, "/api/openapi.json": true, "/api/openapi.yaml": true,
	"/api/openapi-3.0.json": true, "/api/openapi-3.0.yaml": true,
	"/api/docs": true, "/api/puzzles": true,
}

// common keeps answers that are the same for everybody, written and packed once. The oldest ones make room for others.
type common struct {
	mu    sync.Mutex
	kept  map[string]*commonAnswer // by what each depends on
	order []string                 // oldest first
	size  int
}

// commonAnswer is an answer as it was first given.
type commonAnswer struct {
	kind, tag     string
	plain, packed []byte // packed is nil where that is not worth it
}

// size returns about how much memory the answer takes with its key.
func (a *commonAnswer) size() int { return len(a.plain) + len(a.packed) + 1<<10 }

// handler returns a handler that asks next for each common answer once.
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

// commonKey returns what the answer to a request depends on, "" where it is not the same for everybody. Other parameters
// are left out: with them each request would be worked out anew.
func commonKey(r *http.Request) string {
	if r.Method != http.MethodGet || !commonPaths[r.URL.Path] {
		return ""
	}
	q := r.URL.Query()
	return strings.Join([]string{r.URL.Path, q.Get("rule"), q.Get("depth")}, "\n")
}

// send writes the answer, or that the client has it already.
func (a *commonAnswer) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache") // it may be kept, and is asked about
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

// keep keeps an answer.
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

// holder is a ResponseWriter that holds back what is written, but for the header's fields.
type holder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *holder) WriteHeader(status int) { h.status = status }

func (h *holder) Write(data []byte) (int, error) { return h.body.Write(data) }

// release writes what was held back.
func (h *holder) release() {
	h.ResponseWriter.WriteHeader(h.status)
	_, _ = h.ResponseWriter.Write(h.body.Bytes())
}

// answer returns what was written, ready to be kept; nil for an error and for what is too large.
func (h *holder) answer() *commonAnswer {
	if h.status != http.StatusOK || h.body.Len() > maxCommonPlain {
		return nil
	}
	a := &commonAnswer{kind: h.Header().Get("Content-Type"), plain: h.body.Bytes()}
	if len(a.plain) >= packAbove && isPackable(a.kind) {
		var out bytes.Buffer
		zip := gzip.NewWriter(&out)
		_, _ = zip.Write(a.plain) // a buffer takes everything
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
