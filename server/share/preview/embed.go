package preview

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"

	"moyo/server/base/apierror"
	"moyo/server/base/wire"
)

// framePolicy is the security policy of pages for frames of other sites. Such a page has an origin of its own. It gets no
// cookies of this site, so it cannot act for its viewer, whatever it runs.
var framePolicy = strings.Join([]string{
	"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
	"connect-src 'self'", "base-uri 'none'", "form-action 'none'",
	"frame-ancestors *", "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
}, "; ")

// ServeEmbed serves the paths below EmbedPath: pages for frames, the data that they fetch, and pictures. Requests are anonymous,
// and any site may read the answers.
func (s *Service) ServeEmbed(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", framePolicy)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Del("Cross-Origin-Opener-Policy")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	a, err := parseEmbed(r.URL)
	if err == nil {
		err = s.embed(ctx, w, r, a)
	}
	switch {
	case err == nil:
	case a.form == "":
		s.sendNothing(w, r, forClient(err))
	default:
		refuse(w, err)
	}
}

// embed writes what was requested. After an error nothing has been written.
func (s *Service) embed(ctx context.Context, w http.ResponseWriter, r *http.Request, a asked) error {
	if a.form == "try" {
		return s.sendTry(ctx, w, a)
	}
	src, err := s.source(ctx, a.target)
	if err != nil {
		return err
	}
	switch a.form {
	case ".png", ".svg":
		return s.send(ctx, w, r, src.picture(a.form, a.ply, a.size))
	case ".json":
		return s.send(ctx, w, r, src.data())
	}
	return s.sendPage(ctx, w, r, src)
}

// errNotBuilt is the error of a program without the page for frames.
var errNotBuilt = apierror.New(apierror.NotFound, "The page for frames is not built into this binary.")

// sendPage writes the page that shows a source in a frame.
func (s *Service) sendPage(ctx context.Context, w http.ResponseWriter, r *http.Request, src source) error {
	frame := s.Frame()
	if frame == nil {
		return errNotBuilt
	}
	data, err := s.ready(ctx, src.data())
	if err != nil {
		return err
	}
	page := framed(frame, src.page(), data)
	sum := sha256.Sum256(page)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	w.Header().Set("Cache-Control", keepText(src.keep))
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writePage(w, r, http.StatusOK, page)
	return nil
}

// sendNothing writes a page that says why there is nothing to show.
func (s *Service) sendNothing(w http.ResponseWriter, r *http.Request, err error) {
	frame := s.Frame()
	if frame == nil {
		refuse(w, errNotBuilt)
		return
	}
	e := apierror.Of(err)
	data, _ := json.Marshal(Embed{Kind: "none", Text: e.Text, Link: "/", Steps: []EmbedStep{}, Figure: []int{}}) // cannot fail
	w.Header().Set("Cache-Control", "no-store")
	writePage(w, r, e.Status(), framed(frame, "/", data))
}

func writePage(w http.ResponseWriter, r *http.Request, status int, page []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(page)
	}
}

// framed inserts the data into the head of the page. The data are JSON of package encoding/json, which escapes "<", so they
// cannot end the element.
func framed(frame []byte, link string, data []byte) []byte {
	head, rest, _ := bytes.Cut(frame, []byte("</head>"))
	var page bytes.Buffer
	page.Write(head)
	fmt.Fprintf(&page, "<link rel=\"canonical\" href=\"%s\" />\n<script type=\"application/json\" id=\"shown\">%s</script>\n</head>",
		html.EscapeString(link), data)
	page.Write(rest)
	return page.Bytes()
}

// sendTry answers with the effect of the last move of a try.
func (s *Service) sendTry(ctx context.Context, w http.ResponseWriter, a asked) error {
	out, err := s.try(ctx, a)
	if err != nil {
		return err
	}
	keep := keepText(keepLong)
	if out.Verdict == "unclear" {
		keep = "no-store" // the answer may be found later
	}
	w.Header().Set("Cache-Control", keep)
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(out)
}

// try returns the effect of the last move of a try.
func (s *Service) try(ctx context.Context, a asked) (*wire.EmbedAnswer, error) {
	if a.kind == ofPuzzle {
		return s.Training.TryPuzzle(ctx, a.id, a.moves)
	}
	return s.Training.TryProblem(ctx, a.id, a.moves)
}
