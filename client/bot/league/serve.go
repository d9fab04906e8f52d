package league

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Handler serves the pages of a ladder in a folder, and no other files in it.
func Handler(pages fs.FS) http.Handler {
	files := http.FileServerFS(pages)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "These pages can only be read.", http.StatusMethodNotAllowed)
			return
		case !isPage(pages, path.Clean("/"+r.URL.Path)):
			http.NotFound(w, r)
			return
		case strings.HasSuffix(r.URL.Path, ".sgf"):
			h.Set("Content-Type", "application/x-go-sgf; charset=utf-8")
			h.Set("Content-Disposition", "attachment")
		case strings.HasSuffix(r.URL.Path, ".jsonl"):
			h.Set("Content-Type", "application/x-ndjson")
			h.Set("Content-Disposition", "attachment")
		}
		files.ServeHTTP(w, r)
	})
}

// isPage reports whether a clean path can be a page: the list, the style, an event, its games and
// their records. Folders without a page are not listed.
func isPage(pages fs.FS, clean string) bool {
	parts := strings.Split(strings.TrimPrefix(clean, "/"), "/")
	for _, p := range parts {
		if strings.HasPrefix(p, ".") {
			return false // files being written, and the lock
		}
	}
	switch len(parts) {
	case 1:
		if parts[0] == "style.css" || parts[0] == "index.html" {
			return true
		}
		_, err := fs.Stat(pages, path.Join(parts[0], "index.html"))
		return err == nil
	case 2:
		return parts[1] == "index.html" || parts[1] == "games.jsonl"
	}
	return len(parts) == 3 && parts[1] == "games" && strings.HasSuffix(parts[2], ".sgf")
}
