package preview

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/store"
)

// subject can be made into a picture or a page.
type subject struct {
	key    string // identifies everything that it depends on
	keep   string // its Cache-Control header
	kind   string // its media type
	counts string // the rate limit that applies
	open   func(ctx context.Context) (work, error)
}

// work is the remaining work, with the size of the board.
type work struct {
	points int
	finish func() ([]byte, error)
}

// cardOf returns the subject of a card.
func cardOf(key, keep string, draw func(ctx context.Context) (card, error)) subject {
	return subject{key, keep, "image/png", "pictures", func(ctx context.Context) (work, error) {
		c, err := draw(ctx)
		return work{len(c.options.Stones), c.png}, err
	}}
}

// card is a board with stones and texts.
type card struct {
	board   *board.Board
	options draw.Options
	head    string
	lines   []draw.CardLine
}

// png draws a card. It leaves out characters that the typeface does not have.
func (c card) png() ([]byte, error) {
	if !draw.Writable(c.head) {
		c.head = "moyo"
	}
	c.lines = slices.DeleteFunc(c.lines, func(l draw.CardLine) bool { return !draw.Writable(l.Text) })
	drawn, err := draw.Card(c.board, c.options, c.head, c.lines)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = drawn.PNG(&out)
	return out.Bytes(), err
}

// maxPart is the maximum length of a name in an address.
const maxPart = 200

// pictured returns the subject for a picture's address: game/ID, problem/KEY, puzzle/ID, position and board with a query, and
// site. The error is store.ErrNotFound, errNothing, or another.
func (s *Service) pictured(ctx context.Context, path string, query url.Values) (subject, error) {
	kind, name, _ := strings.Cut(path, "/")
	if len(name) > maxPart {
		return subject{}, store.ErrNotFound
	}
	switch {
	case kind == "game":
		return s.gameSubject(ctx, name)
	case kind == "problem":
		return s.problemSubject(ctx, name)
	case kind == "puzzle":
		return s.puzzleSubject(name)
	case path == "position":
		return s.positionSubject(query)
	case kind == "board" && name == "":
		return s.boardSubject(query.Get("spec"))
	case path == "site":
		return cardOf("site", kept, s.siteCard), nil
	}
	return subject{}, store.ErrNotFound
}

// publicGame returns the header of a public game. The error is store.ErrNotFound, errNothing for a private game, or another.
func (s *Service) publicGame(ctx context.Context, id string) (store.Game, error) {
	g, err := s.Store.Game(ctx, id)
	if err == nil && g.Private {
		err = errNothing
	}
	return g, err
}

func (s *Service) gameSubject(ctx context.Context, id string) (subject, error) {
	g, err := s.publicGame(ctx, id)
	if err != nil {
		return subject{}, err
	}
	keep := keptLive
	if g.Phase == match.Finished {
		keep = kept
	}
	return cardOf(gameKey(g), keep, func(ctx context.Context) (card, error) {
		m, err := s.Games.Match(ctx, g.ID)
		if err != nil {
			return card{}, err
		}
		return gameCard(m, g), nil
	}), nil
}

// gameKey returns a key for everything that a picture of a game depends on.
func gameKey(g store.Game) string {
	return fmt.Sprintf("game/%s/%d/%q/%q", g.ID, g.Version, g.Black.Names(), g.White.Names())
}

func gameCard(m *match.Match, g store.Game) card {
	pos := m.Position()
	o := draw.Options{Stones: game.Stones(pos), Marks: lastMark(pos)}
	black, white := playerText(m.Seat(m.Holder(game.Black)), game.Black), playerText(m.Seat(m.Holder(game.White)), game.White)
	return card{pos.Board(), o, catalog.Describe(g.Rules).Name, []draw.CardLine{
		{Text: black, Stone: game.Black}, {Text: white, Stone: game.White}, {Text: g.BoardTitle}, {Text: stateText(g)},
	}}
}

// boardSubject returns the subject of an empty board.
func (s *Service) boardSubject(spec string) (subject, error) {
	if spec == "" || len(spec) > maxPart {
		return subject{}, store.ErrNotFound
	}
	return cardOf("board/"+spec, kept, func(ctx context.Context) (card, error) {
		b, err := s.Boards.Get(ctx, spec)
		if err != nil {
			return card{}, apierror.Invalid(err)
		}
		return card{
			b, draw.Options{Stones: make([]game.Color, b.Len()), Coordinates: true}, b.Title(),
			[]draw.CardLine{{Text: pointsText(b.Len())}, {Text: boardLine}},
		}, nil
	}), nil
}

func (s *Service) problemSubject(ctx context.Context, key string) (subject, error) {
	p, rank, err := s.Training.Shown(ctx, key)
	if err != nil {
		return subject{}, err
	}
	return cardOf("problem/"+key, kept, func(context.Context) (card, error) {
		return card{
			p.Board, draw.Options{Stones: p.Stones, Coordinates: true}, problemTitle,
			[]draw.CardLine{{Text: taskText(p), Stone: p.ToPlay}, {Text: rankText(rank)}},
		}, nil
	}), nil
}

func (s *Service) puzzleSubject(id string) (subject, error) {
	pos, depth, err := s.Training.Puzzle(id)
	if err != nil {
		return subject{}, err
	}
	return cardOf("puzzle/"+id, kept, func(context.Context) (card, error) {
		lines := []draw.CardLine{{Text: toPlayText(pos.ToPlay()), Stone: pos.ToPlay()}, {Text: winText(depth)}}
		return card{pos.Board(), positionOptions(pos), puzzleTitle(pos.Rules().ID()), lines}, nil
	}), nil
}

func (s *Service) positionSubject(query url.Values) (subject, error) {
	at, err := parsePlace(query)
	if err != nil {
		return subject{}, err
	}
	return cardOf("position/"+at.query(), kept, func(ctx context.Context) (card, error) {
		pos, err := s.reach(ctx, at)
		if err != nil {
			return card{}, err
		}
		lines := []draw.CardLine{{Text: pos.Board().Title()}}
		if side := pos.ToPlay(); side != game.Empty {
			lines = append(lines, draw.CardLine{Text: toPlayText(side), Stone: side})
		}
		return card{pos.Board(), positionOptions(pos), catalog.Describe(pos.Rules().ID()).Name, lines}, nil
	}), nil
}

// positionOptions returns options that show a position with its last move.
func positionOptions(pos game.Position) draw.Options {
	return draw.Options{Stones: game.Stones(pos), Marks: lastMark(pos), Coordinates: true, Letters: catalog.GameOf(pos.Rules().ID()).Letters}
}

// lastMark marks the last stone of a position.
func lastMark(pos game.Position) []draw.Mark {
	if moves := pos.Moves(); len(moves) > 0 && moves[len(moves)-1] >= 0 {
		return []draw.Mark{{Point: moves[len(moves)-1].Point(), Kind: draw.Last}}
	}
	return nil
}

// The picture of the site: a game on a torus with that many moves.
const (
	siteBoard = "torus:19x13"
	siteMoves = 90
)

func (s *Service) siteCard(ctx context.Context) (card, error) {
	b, err := s.Boards.Get(ctx, siteBoard)
	if err != nil {
		return card{}, err
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		return card{}, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return card{}, err
	}
	for n := range siteMoves {
		p := game.Point(n / 3 * 97 % b.Len()) // spread over the board, three stones at a time
		for tries := 0; tries < 4 && pos.At(p) != game.Empty; tries++ {
			p = b.Neighbors(p)[(n+tries)%len(b.Neighbors(p))]
		}
		_ = pos.Play(game.Place(p)) // skips illegal moves
	}
	return card{b, draw.Options{Stones: game.Stones(pos)}, siteHead, []draw.CardLine{{Text: siteLine}, {Text: siteLine2}}}, nil
}
