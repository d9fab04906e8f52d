package preview

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"moyo/server/store"
)

// Words are a page's texts for sites that show a link to it.
type Words struct {
	Title, Text string
	Missing     bool   // the address is known to lead nowhere
	picture     string // its address, relative to the site
	path        string // of the page
	embeds      bool   // other sites can show it in a frame
	site        string
}

// Of returns the words for a request of the page, whose path must be one of the page's. It reads the store at most once. An
// address that exceeds its rate limit gets the same words for all paths, and none is missing.
func (s *Service) Of(r *http.Request) Words {
	site := s.siteOf(r)
	named, err := s.named(r.Context(), r.URL)
	if err != nil {
		missing := errors.Is(err, store.ErrNotFound)
		return Words{Title: siteTitle, Text: siteText, Missing: missing, picture: Path + "site", path: r.URL.EscapedPath(), site: site}
	}
	named.site = site
	return named
}

// named returns the words for something that an address of the page names. The error is store.ErrNotFound if it does not exist,
// and another if there are no words for it.
func (s *Service) named(ctx context.Context, at *url.URL) (Words, error) {
	first, second, _ := strings.Cut(strings.Trim(at.Path, "/"), "/")
	spec := at.Query().Get("board")
	t, ok, err := pageTarget(at)
	switch {
	case err != nil:
		return Words{}, err
	case ok:
		words, err := s.shown(ctx, t)
		if first == "analyse" && t.kind == ofGame { // another page for the same game
			words.path = "/analyse?game=" + url.QueryEscape(t.id)
		}
		return words, err
	case first == "people":
		return Words{}, s.lookUp(ctx, second)
	case first == "learn" && second != "" && !s.Training.HasLesson(second):
		return Words{}, store.ErrNotFound
	case first == "new" && spec != "" && len(spec) <= maxPart:
		return boardWords("/new", spec), nil
	}
	return Words{}, errNothing
}

// boardWords returns the words for an empty board.
func boardWords(page, spec string) Words {
	spec = url.QueryEscape(spec)
	return Words{Title: boardTitle, Text: siteText, picture: Path + "board?spec=" + spec, path: page + "?board=" + spec}
}

// shown returns the words for something that can be embedded.
func (s *Service) shown(ctx context.Context, t target) (Words, error) {
	words := Words{picture: t.card(), path: t.page(), embeds: true}
	switch t.kind {
	case ofGame:
		if err := s.allow(ctx); err != nil {
			return words, err
		}
		g, err := s.publicGame(ctx, t.id)
		if err == nil {
			words.Title, words.Text = gameTitle(g), gameText(g)
		}
		return words, err
	case ofProblem:
		p, rank, err := s.Training.Shown(ctx, t.id)
		if err == nil {
			words.Title, words.Text = problemTitle, problemText(p, rank)
		}
		return words, err
	case ofPuzzle:
		pos, depth, err := s.Training.Puzzle(t.id)
		if err == nil {
			words.Title, words.Text = puzzleTitle(pos.Rules().ID()), puzzleText(pos.ToPlay(), depth)
		}
		return words, err
	}
	if t.place.moves == "" && t.place.stones == "" {
		empty := boardWords("/analyse", t.place.board)
		empty.path, empty.embeds = words.path, true
		return empty, nil
	}
	words.Title, words.Text = placeTitle, siteText
	return words, nil
}

// allow counts a read of the store for the client's address.
func (s *Service) allow(ctx context.Context) error {
	return s.Rates.Allow(ctx, "previews", 4*s.Rate)
}

// lookUp checks that an account exists; strangers learn nothing else about it. The error is store.ErrNotFound, or another.
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

// Tags returns the words as HTML for the head of the page, by the Open Graph protocol (ogp.me). It escapes them, since they
// contain text of users.
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
	if w.embeds {
		out.WriteString(discovery(w.site, w.path, w.Title))
	}
	return out.String()
}
