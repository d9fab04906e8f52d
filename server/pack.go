package server

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"

	"moyo/server/base/socket"
)

// packAbove is the size from which an answer is compressed, in bytes.
const packAbove = 1024

var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// packed compresses large JSON and HTML answers, and drawings, with gzip if the client accepts it.
// It does not touch WebSockets and event streams.
func packed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if r.Header.Get("Upgrade") != "" || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		p := &packer{ResponseWriter: w}
		defer p.finish()
		next.ServeHTTP(p, r)
	})
}

// packer is a ResponseWriter that decides at the first write whether to compress.
type packer struct {
	http.ResponseWriter
	status  int
	decided bool
	zip     *gzip.Writer // nil without compression
}

// Unwrap lets http.ResponseController reach the writer below.
func (p *packer) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *packer) WriteHeader(status int) { p.status = status }

func (p *packer) Write(data []byte) (int, error) {
	p.decide(len(data))
	if p.zip != nil {
		return p.zip.Write(data)
	}
	return p.ResponseWriter.Write(data)
}

// decide sends the header. It enables compression if the first write has at least packAbove bytes and
// its media type compresses well.
func (p *packer) decide(size int) {
	if p.decided {
		return
	}
	p.decided = true
	h := p.Header()
	kind := h.Get("Content-Type")
	asItIs := h.Get("Content-Encoding") != "" || kind == socket.Lines // compressed already, or sent line by line
	if size >= packAbove && isPackable(kind) && !asItIs {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		p.zip = packers.Get().(*gzip.Writer)
		p.zip.Reset(p.ResponseWriter)
	}
	if p.status != 0 {
		p.ResponseWriter.WriteHeader(p.status)
	}
}

// isPackable reports whether a media type compresses well.
func isPackable(kind string) bool {
	return strings.Contains(kind, "json") || strings.Contains(kind, "yaml") || strings.HasPrefix(kind, "text/html") || kind == "image/svg+xml"
}

// finish flushes the rest.
func (p *packer) finish() {
	p.decide(0)
	if p.zip != nil {
		_ = p.zip.Close() // the client may have disconnected
		packers.Put(p.zip)
	}
}
