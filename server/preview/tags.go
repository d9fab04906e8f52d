package preview

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"moyo/server/proxy"
	"moyo/server/store"
)

// Words are what a page says of itself to those who show a link to it.
type Words struct {
	Title, Text string
	Missing     bool   // what the address names is known not to be there
	picture     string // its address, below that of the site
	path        string // of the page
	site        string
}

// Of returns what a request for the page asks for: its path is one that the page has
// something at. It costs one look at the store at most; to an address that asks very
// often all pages look alike, and none is missing.
func (s *Service) Of(r *http.Request) Words {
	site := s.Site
	if site == "" {
		site = proxy.Site(r)
	}
	named, err := s.named(r.Context(), r.URL)
	if err != nil {
		missing := errors.Is(err, store.ErrNotFound)
		return Words{siteTitle, siteText, missing, Path + "site", r.URL.EscapedPath(), site}
	}
	named.site = site
	return named
}

// named returns what is said of something that an address of the page names. The error
// is store.ErrNotFound where that is not there, and another where nothing is said of it.
func (s *Service) named(ctx context.Context, at *url.URL) (Words, error) {
	first, second, _ := strings.Cut(strings.Trim(at.Path, "/"), "/")
	query := at.Query()
	words := Words{path: at.EscapedPath()}
	id := ""
	switch {
	case first == "people":
		return words, s.lookUp(ctx, second)
	case first == "learn" && second != "" && !s.Training.HasLesson(second):
		return words, store.ErrNotFound
	case first == "game":
		id = second
	case first == "analyse":
		id = query.Get("game")
		words.path += "?game=" + url.QueryEscape(id)
	}
	problem, spec := query.Get("problem"), query.Get("board")
	switch {
	case len(id) > maxPart:
		return words, store.ErrNotFound
	case len(problem)+len(spec) > maxPart:
		return words, errNothing
	case id != "":
		if err := s.allow(ctx); err != nil {
			return words, err
		}
		g, err := s.publicGame(ctx, id)
		if err != nil {
			return words, err
		}
		words.Title, words.Text, words.picture = gameTitle(g), gameText(g), Path+"game/"+url.PathEscape(g.ID)
		return words, nil
	case first == "train" && problem != "":
		p, rank, err := s.Training.Shown(ctx, problem)
		if err != nil {
			return words, err
		}
		words.Title, words.Text, words.picture = problemTitle, problemText(p, rank), Path+"problem/"+url.PathEscape(problem)
		words.path += "?problem=" + url.QueryEscape(problem)
		return words, nil
	case (first == "new" || first == "analyse") && spec != "":
		words.Title, words.Text, words.picture = boardTitle, siteText, Path+"board?spec="+url.QueryEscape(spec)
		words.path += "?board=" + url.QueryEscape(spec)
		return words, nil
	}
	return words, errNothing
}

// allow counts a look at the store for the address that brings it about.
func (s *Service) allow(ctx context.Context) error {
	return s.Rates.Allow(ctx, "previews", 4*s.Rate)
}

// lookUp looks for somebody with an account, of whom nothing is said to strangers. The
// error is store.ErrNotFound, or another.
func (s *Service) lookUp(ctx context.Context, name string) error {
	skeleton := s.Skeleton(name)
	if skeleton == "" {
		return store.ErrNotFound
	}
	if err := s.allow(ctx); err != nil {
		return err
	}
	switch p, err := s.Store.PlayerNamed(ctx, skeleton); {
	case err != nil:
		return err
	case p.Role == store.Deleted:
		return store.ErrNotFound
	}
	return errNothing
}

// Tags returns the words as HTML for the head of the page, by the Open Graph protocol
// (ogp.me). They hold what strangers have written.
func (w Words) Tags() string {
	if w.site == "" {
		return ""
	}
	var out strings.Builder
	for _, t := range []struct{ key, name, value string }{
		{"property", "og:type", "website"},
		{"property", "og:site_name", siteTitle},
		{"property", "og:title", w.Title},
		{"property", "og:description", w.Text},
		{"property", "og:url", w.site + w.path},
		{"property", "og:image", w.site + w.picture},
		{"property", "og:image:width", "1200"},
		{"property", "og:image:height", "630"},
		{"property", "og:image:alt", w.Title + ": " + w.Text},
		{"name", "twitter:card", "summary_large_image"},
	} {
		fmt.Fprintf(&out, "<meta %s=\"%s\" content=\"%s\" />\n", t.key, t.name, html.EscapeString(strings.ToValidUTF8(t.value, "")))
	}
	return out.String()
}
