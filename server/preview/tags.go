package preview

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"moyo/server/proxy"
)

// Words are what a page says of itself to those who show a link to it.
type Words struct {
	Title, Text string
	picture     string // its address, below that of the site
	path        string // of the page
	site        string
}

// Of returns what a request for the page asks for: its path is one that the page has
// something at. It costs one look at the store at most; to an address that asks very
// often all pages look alike.
func (s *Service) Of(r *http.Request) Words {
	site := s.Site
	if site == "" {
		site = proxy.Site(r)
	}
	words := Words{siteTitle, siteText, Path + "site", r.URL.EscapedPath(), site}
	if named, err := s.named(r.Context(), r.URL); err == nil {
		named.site = site
		return named
	}
	return words
}

// named returns what is said of something that an address of the page names. The error
// says that there is nothing.
func (s *Service) named(ctx context.Context, at *url.URL) (Words, error) {
	first, second, _ := strings.Cut(strings.Trim(at.Path, "/"), "/")
	query := at.Query()
	words := Words{path: at.EscapedPath()}
	id := ""
	switch {
	case first == "game":
		id = second
	case first == "analyse":
		id = query.Get("game")
		words.path += "?game=" + url.QueryEscape(id)
	}
	problem, spec := query.Get("problem"), query.Get("board")
	switch {
	case len(id)+len(problem)+len(spec) > maxPart:
		return words, errNothing
	case id != "":
		if err := s.Rates.Allow(ctx, "previews", 4*s.Rate); err != nil {
			return words, err
		}
		g, err := s.publicGame(ctx, id)
		if err != nil {
			return words, err
		}
		words.Title, words.Text, words.picture = gameTitle(g), gameText(g), Path+"game/"+url.PathEscape(g.ID)
		return words, nil
	case first == "train" && problem != "":
		p, rank, err := s.Problems.Shown(ctx, problem)
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
