package preview

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/store"
)

// EmbedPath is the prefix of pages for frames of other sites, and of their pictures.
const EmbedPath = "/embed/"

// The kinds of targets.
const (
	ofGame     = "game"
	ofPosition = "position"
	ofProblem  = "problem"
	ofPuzzle   = "puzzle"
)

// target is something that other sites can show.
type target struct {
	kind  string
	id    string // of a game or puzzle, or the key of a problem; "" for that of the day
	place place  // of a position
}

// place is a position as in the addresses of Analyse.
type place struct{ board, rules, stones, toPlay, moves string }

// The limits of a place: the stones of the largest board, and a long game on it.
const (
	maxStones = 10_000
	maxPlayed = 20_000 // bytes of names
)

// usualRules are the default rules of a place.
const usualRules = "weiqi"

// parsePlace parses a place in a query. The error says what is wrong with it.
func parsePlace(query url.Values) (place, error) {
	p := place{query.Get("board"), query.Get("rules"), query.Get("stones"), query.Get("toPlay"), query.Get("moves")}
	if p.rules == "" {
		p.rules = usualRules
	}
	switch {
	case p.board == "":
		return p, apierror.New(apierror.BadRequest, "The address has no board. A position starts like this: ?board=grid:9&moves=E5.C3.")
	case len(p.board) > maxPart || len(p.rules) > maxPart:
		return p, apierror.New(apierror.BadRequest, "The board or rules in the address have more than %d characters.", maxPart)
	case len(p.stones) > maxStones || len(p.moves) > maxPlayed || len(p.toPlay) > maxPart:
		return p, apierror.New(apierror.BadRequest, "The address has too many stones or moves.")
	}
	return p, nil
}

// query returns the place as a query; equal places have equal queries.
func (p place) query() string {
	q := url.Values{"board": {p.board}, "rules": {p.rules}}
	for name, value := range map[string]string{"stones": p.stones, "toPlay": p.toPlay, "moves": p.moves} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q.Encode()
}

// reach returns the position of a place. The error says what is wrong with it.
func (s *Service) reach(ctx context.Context, p place) (game.Position, error) {
	b, err := s.Boards.Get(ctx, p.board)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	rules, err := s.Rules(p.rules)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	var moves []string
	if p.moves != "" {
		moves = strings.Split(p.moves, ".")
	}
	err = convert.Reach(ctx, pos, p.stones, p.toPlay, moves)
	if err != nil && ctx.Err() == nil {
		err = apierror.Invalid(err)
	}
	return pos, err
}

// embedPath returns the path of the page that shows a target in a frame.
func (t target) embedPath() string { return t.path("") }

// path returns the path of a target below EmbedPath with a suffix such as ".png".
func (t target) path(form string) string {
	switch {
	case t.kind == ofPosition:
		return EmbedPath + t.kind + form + "?" + t.place.query()
	case t.id == "":
		return EmbedPath + t.kind + form
	}
	return EmbedPath + t.kind + "/" + url.PathEscape(t.id) + form
}

// page returns the address of a target on this site. The target must have an id.
func (t target) page() string {
	switch t.kind {
	case ofGame:
		return "/game/" + url.PathEscape(t.id)
	case ofProblem:
		return "/train?problem=" + url.QueryEscape(t.id)
	case ofPuzzle:
		return "/train/gomoku?problem=" + url.QueryEscape(t.id)
	}
	return "/analyse?" + t.place.query()
}

// card returns the address of the picture for links to a target. The target must have an id.
func (t target) card() string {
	if t.kind == ofPosition {
		return Path + t.kind + "?" + t.place.query()
	}
	return Path + t.kind + "/" + url.PathEscape(t.id)
}

// pageTarget returns the target of a page's address; ok is false if it has none that can be embedded. The error is
// store.ErrNotFound, or says what is wrong with the address.
func pageTarget(at *url.URL) (t target, ok bool, err error) {
	path, query := strings.Trim(at.Path, "/"), at.Query()
	first, second, _ := strings.Cut(path, "/")
	problem := query.Get("problem")
	switch {
	case first == "game" && second != "":
		t = target{kind: ofGame, id: second}
	case path == "analyse" && query.Get("game") != "":
		t = target{kind: ofGame, id: query.Get("game")}
	case path == "analyse" && query.Get("board") != "":
		p, err := parsePlace(query)
		return target{kind: ofPosition, place: p}, err == nil, err
	case path == "train" && problem != "":
		t = target{kind: ofProblem, id: problem}
	case path == "train/gomoku" && problem != "":
		t = target{kind: ofPuzzle, id: problem}
	default:
		return t, false, nil
	}
	if !isName(t.id) {
		return t, false, store.ErrNotFound
	}
	return t, true, nil
}

// isName reports whether a text can be the id of a game, problem or puzzle. It excludes control characters, which databases
// treat differently.
func isName(id string) bool {
	return id != "" && len(id) <= maxPart && utf8.ValidString(id) && !strings.ContainsFunc(id, unicode.IsControl)
}

// asked is a parsed request for an address below EmbedPath.
type asked struct {
	target
	form  string   // "" for the page, ".png", ".svg", ".json", or "try"
	ply   int      // for pictures: number of moves shown; -1 for all
	size  int      // for pictures: the longer side in pixels; 0 for the default
	moves []string // for a try
}

// The sizes of embedded pictures.
const (
	usualSize = 600
	minSize   = 64
	maxSize   = 1200
)

// parseEmbed parses an address below EmbedPath. The error is store.ErrNotFound, or says what is wrong with it.
func parseEmbed(at *url.URL) (asked, error) {
	parts := strings.Split(strings.TrimPrefix(at.Path, EmbedPath), "/")
	a := asked{ply: -1, size: usualSize}
	if n := len(parts); n == 3 && parts[2] == "try" {
		a.form, parts = "try", parts[:2]
	} else {
		for _, form := range []string{".png", ".svg", ".json"} {
			if name, ok := strings.CutSuffix(parts[n-1], form); ok {
				a.form, parts[n-1] = form, name
			}
		}
	}
	a.kind = parts[0]
	if len(parts) == 2 {
		a.id = parts[1]
	}
	if !a.exists(len(parts)) {
		return a, store.ErrNotFound
	}
	return a, a.parseQuery(at.Query())
}

// exists reports whether addresses like that of a, with that number of parts, exist.
func (a *asked) exists(parts int) bool {
	named := parts == 2 && isName(a.id)
	switch a.kind {
	case ofGame:
		return named && a.form != "try"
	case ofPosition:
		return parts == 1 && a.form != "try"
	case ofProblem, ofPuzzle:
		return named || parts == 1
	}
	return false
}

// parseQuery parses the query of the request. The error says what is wrong with it.
func (a *asked) parseQuery(query url.Values) (err error) {
	switch {
	case a.kind == ofPosition:
		if a.place, err = parsePlace(query); err != nil {
			return err
		}
	case a.form == "try":
		names := query.Get("moves")
		if names == "" || len(names) > maxPlayed {
			return apierror.New(apierror.BadRequest, "A try needs moves, such as ?moves=C3.D4.E5, with at most %d characters.", maxPlayed)
		}
		a.moves = strings.Split(names, ".")
		return nil
	}
	if a.ply, err = numberIn(query, "move", 0, convert.MaxMoves, a.ply); err != nil {
		return err
	}
	a.size, err = numberIn(query, "size", minSize, maxSize, a.size)
	return err
}

// numberIn returns a number from a query, or usual if it is absent. The error says what is wrong with it.
func numberIn(query url.Values, name string, least, most, usual int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, apierror.New(apierror.BadRequest, "%s=%.20s: want a number from %d to %d.", name, text, least, most)
	}
	return n, nil
}
