package preview

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/match"
	"moyo/server/base/convert"
)

// source is a target with its description, before any work is done for it.
type source struct {
	target        // with the id of today's problem or puzzle
	title  string // the players, or what it is
	key    string // identifies everything that the data depend on
	keep   time.Duration
	live   bool // more may follow
	open   func(ctx context.Context) (shown, error)
}

// shown is a board with its history and a text.
type shown struct {
	text   string // the game, or the task
	board  *board.Board
	pos    game.Position // nil for problems, which have no rules
	start  []game.Color  // before the first turn
	turns  []game.Turn
	toPlay game.Color
}

// How long clients may cache the data: data that may change at any time, data that change when a player is renamed, and data
// that never change.
const (
	keepLive   = 2 * time.Second
	keepLong   = time.Hour
	keepProper = 24 * time.Hour
)

// source returns the source of a target. The error is store.ErrNotFound, or another.
func (s *Service) source(ctx context.Context, t target) (source, error) {
	switch t.kind {
	case ofGame:
		return s.gameSource(ctx, t)
	case ofPosition:
		return source{t, placeTitle, "position/" + t.place.query(), keepProper, false, func(ctx context.Context) (shown, error) {
			pos, err := s.reach(ctx, t.place)
			if err != nil {
				return shown{}, err
			}
			return played(pos, positionText(pos)), nil
		}}, nil
	}
	keep := keepProper
	if t.id == "" {
		id, err := s.ofTheDay(ctx, t.kind)
		if err != nil {
			return source{}, err
		}
		t.id, keep = id, min(keepLong, untilTomorrow(s.Now()))
	}
	if t.kind == ofPuzzle {
		return s.puzzleSource(t, keep)
	}
	return s.problemSource(ctx, t, keep)
}

// ofTheDay returns the id of today's problem or puzzle.
func (s *Service) ofTheDay(ctx context.Context, kind string) (string, error) {
	if kind == ofPuzzle {
		return s.Training.PuzzleOfTheDay(s.Now()), nil
	}
	return s.Training.ProblemOfTheDay(ctx, s.Now())
}

// untilTomorrow returns the time until the end of the day in UTC.
func untilTomorrow(now time.Time) time.Duration {
	now = now.UTC()
	return now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}

func (s *Service) gameSource(ctx context.Context, t target) (source, error) {
	g, err := s.publicGame(ctx, t.id)
	if err != nil {
		return source{}, err
	}
	src := source{t, gameTitle(g), gameKey(g), keepLong, g.Phase != match.Finished, func(ctx context.Context) (shown, error) {
		m, err := s.Games.Match(ctx, g.ID)
		if err != nil {
			return shown{}, err
		}
		return played(m.Position(), gameText(g)), nil
	}}
	if src.live {
		src.keep = keepLive
	}
	return src, nil
}

func (s *Service) problemSource(ctx context.Context, t target, keep time.Duration) (source, error) {
	p, rank, err := s.Training.Shown(ctx, t.id)
	if err != nil {
		return source{}, err
	}
	return source{t, problemTitle, "problem/" + t.id, keep, false, func(context.Context) (shown, error) {
		return shown{text: problemText(p, rank), board: p.Board, start: p.Stones, toPlay: p.ToPlay}, nil
	}}, nil
}

func (s *Service) puzzleSource(t target, keep time.Duration) (source, error) {
	pos, depth, err := s.Training.Puzzle(t.id)
	if err != nil {
		return source{}, err
	}
	return source{t, puzzleTitle(pos.Rules().ID()), "puzzle/" + t.id, keep, false, func(context.Context) (shown, error) {
		return played(pos, puzzleText(pos.ToPlay(), depth)), nil
	}}, nil
}

// played returns a position with its history.
func played(pos game.Position, text string) shown {
	start, _ := game.Start(pos)
	return shown{text, pos.Board(), pos, start, pos.Turns(), pos.ToPlay()}
}

// picture returns the subject of a picture of a source in that size, after ply turns or -1 for all.
func (src source) picture(form string, ply, size int) subject {
	key := fmt.Sprintf("%s%s/%d/%d", src.key, form, ply, size)
	kind := map[string]string{".png": "image/png", ".svg": "image/svg+xml"}[form]
	return subject{key, keepText(src.keep), kind, "pictures", func(ctx context.Context) (work, error) {
		sh, err := src.open(ctx)
		if err != nil {
			return work{}, err
		}
		return work{sh.board.Len(), func() ([]byte, error) { return sh.draw(form, ply, size) }}, nil
	}}
}

// draw returns a picture as a file.
func (sh shown) draw(form string, ply, size int) ([]byte, error) {
	o := draw.Options{Size: size, Stones: slices.Clone(sh.start), Coordinates: true}
	if sh.pos != nil {
		o.Letters = catalog.GameOf(sh.pos.Rules().ID()).Letters
	}
	turns := sh.turns
	if ply >= 0 {
		turns = turns[:min(ply, len(turns))]
	}
	for _, t := range turns {
		t.Do(o.Stones)
	}
	if n := len(turns); n > 0 && turns[n-1].Kind == game.TurnStone {
		o.Marks = []draw.Mark{{Point: turns[n-1].Move.Point(), Kind: draw.Last}}
	}
	drawn, err := draw.New(sh.board, o)
	if err != nil {
		return nil, err
	}
	if form == ".svg" {
		return []byte(drawn.SVG()), nil
	}
	var out bytes.Buffer
	err = drawn.PNG(&out)
	return out.Bytes(), err
}

// data returns the subject with the JSON for a page in a frame.
func (src source) data() subject {
	return subject{src.key + ".json", keepText(src.keep), "application/json", "embeds", func(ctx context.Context) (work, error) {
		sh, err := src.open(ctx)
		if err != nil {
			return work{}, err
		}
		return work{sh.board.Len(), func() ([]byte, error) { return json.Marshal(src.embed(sh)) }}, nil
	}}
}

// embed returns the wire form of what is shown.
func (src source) embed(sh shown) Embed {
	e := Embed{
		Kind: src.kind, Title: src.title, Text: sh.text, Link: src.page(), Live: src.live,
		Board: convert.Board(sh.board), Stones: convert.Colors(sh.start), ToPlay: convert.Side(sh.toPlay),
		Steps: make([]EmbedStep, len(sh.turns)), Figure: []int{},
	}
	if src.kind == ofProblem || src.kind == ofPuzzle {
		e.Try = src.embedPath() + "/try"
	}
	if sh.pos == nil {
		return e
	}
	e.Rules = sh.pos.Rules().ID()
	e.Letters = string(catalog.GameOf(e.Rules).Letters)
	_, e.Falls = sh.pos.(game.Faller)
	if w, ok := sh.pos.(game.Won); ok {
		e.Figure = convert.Points(w.Figure())
	}
	for i, t := range sh.turns {
		step := EmbedStep{
			Move: game.Format(sh.pos, t.Move), Point: -1, Color: convert.Side(t.Color), Stays: t.Kind == game.TurnStone,
			Taken: convert.Points(slices.Sorted(slices.Values(t.Taken))),
		}
		if t.Kind == game.TurnStone || t.Kind == game.TurnSuicide {
			step.Point = int(t.Move)
		}
		e.Steps[i] = step
	}
	return e
}

// keepText returns a Cache-Control header that allows public caching.
func keepText(d time.Duration) string {
	return fmt.Sprintf("public, max-age=%d", int(d.Seconds()))
}
