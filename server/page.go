package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"moyo/server/share/preview"
)

// page serves the built page from a file system that does not change. A path
// without a file gets index.html, because the page routes on the client. The status
// is 404 if the page has no such route, or if the resource in the path is known
// not to exist.
type page struct {
	files    fs.FS
	known    [][]string                        // the routes of the page, split into parts
	previews func(*http.Request) preview.Words // previews of links; nil for no preview

	mu    sync.Mutex
	ready map[string]*asset
}

// asset is a file with its headers.
type asset struct {
	data   []byte
	packed []byte // with gzip, nil if that saves nothing
	kind   string
	tag    string
}

// shared are files beside the assets that are the same for every client and are served without
// a token.
var shared = []string{"robots.txt", "favicon.ico"}

// framePage is the page for frames on other sites, which package preview serves; its
// assets are in that folder.
const (
	framePage   = "embed.html"
	frameAssets = "assets/embed/"
)

// notBuilt is the page of a binary that was built without one.
const notBuilt = "The page is not built into this binary. Run \"make build\" and start again; the API is at /api/openapi.json.\n"

// newPage returns the page in files. A star in a pattern matches any one part of
// a path.
func newPage(files fs.FS, patterns []string, previews func(*http.Request) preview.Words) *page {
	p := &page{files: files, previews: previews, ready: map[string]*asset{}}
	for _, pattern := range patterns {
		p.known = append(p.known, parts(pattern))
	}
	return p
}

// parts returns the parts of a path that are not empty.
func parts(path string) []string {
	return strings.FieldsFunc(path, func(c rune) bool { return c == '/' })
}

// has reports whether the page has a route for a path as it was sent: a slash
// within a part is escaped.
func (p *page) has(escaped string) bool {
	at := parts(escaped)
	return slices.ContainsFunc(p.known, func(pattern []string) bool {
		return slices.EqualFunc(pattern, at, func(want, got string) bool { return want == "*" || want == got })
	})
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	a, status := p.load(name), http.StatusOK
	if a == nil || name == framePage {
		if path.Ext(name) != "" && strings.HasPrefix(name, "assets/") {
			http.NotFound(w, r) // of another build; index.html would have the wrong type
			return
		}
		name = "index.html"
		if a = p.load(name); a == nil {
			http.Error(w, notBuilt, http.StatusNotFound)
			return
		}
		found := p.has(r.URL.EscapedPath())
		if found {
			a, found = p.previewed(a, r)
		}
		if !found {
			status = http.StatusNotFound
		}
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	if strings.HasPrefix(name, frameAssets) { // frames have their own origin
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	switch {
	case strings.HasPrefix(name, "assets/"): // its name holds a hash of its content
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	case slices.Contains(shared, name):
		h.Set("Cache-Control", "public, max-age=86400")
	default:
		h.Set("Cache-Control", "private, no-cache") // the response may set a token
	}
	data := a.data
	if a.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		data = a.packed
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(data)
		}
		return
	}
	h.Set("ETag", a.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// previewed returns index.html with the tags that other sites show as a preview of the link, and
// false if the resource that the link names does not exist.
func (p *page) previewed(index *asset, r *http.Request) (*asset, bool) {
	if p.previews == nil {
		return index, true
	}
	words := p.previews(r)
	head, rest, ok := bytes.Cut(index.data, []byte("</head>"))
	if words.Missing || !ok {
		return index, !words.Missing
	}
	data := slices.Concat(head, []byte(words.Tags()), []byte("</head>"), rest)
	return &asset{data: data, kind: index.kind, tag: tagOf(data)}, true
}

// tagOf returns the ETag of data.
func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// file returns the content of a file of the page, or nil.
func (p *page) file(name string) []byte {
	if a := p.load(name); a != nil {
		return a.data
	}
	return nil
}

// load returns a file of the page, or nil.
func (p *page) load(name string) *asset {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a, ok := p.ready[name]; ok {
		return a
	}
	if p.files == nil || !fs.ValidPath(name) {
		return nil
	}
	data, err := fs.ReadFile(p.files, name)
	if err != nil {
		return nil // not cached: clients may ask for any name
	}
	a := &asset{data: data, kind: kindOf(name), tag: tagOf(data)}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, err = z.Write(data)
	if err == nil && z.Close() == nil && packed.Len() < len(data)*9/10 {
		a.packed = packed.Bytes()
	}
	p.ready[name] = a
	return a
}

// kindOf returns the media type of a file, independent of the machine's own list.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".ico":
		return "image/x-icon"
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}
