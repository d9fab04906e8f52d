package convert

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"moyo/catalog"
	"moyo/game"
	"moyo/server/base/wire"
)

// MaxMove is the maximum length of a move's name, in characters.
const MaxMove = 100

// Handed is a position in which stones can be placed by hand and the turn can change without a move, as problems and
// puzzles need.
type Handed interface {
	game.Position
	game.Setter
	game.Turner
}

// Analysed returns a position outside a match.
func Analysed(pos game.Position) *wire.AnalysisPosition {
	out := pos.Outcome()
	st := Position(pos, !out.Over)
	st.Phase = "playing"
	if out.Over {
		st.Phase, st.Result, st.ResultHow = "finished", out.String(), out.How
	}
	words := catalog.Describe(pos.Rules().ID())
	return &wire.AnalysisPosition{Stones: Stones(pos), State: st, GameTitle: words.Name, RulesText: words.Text, Words: Rules(words)}
}

// PlayNamed plays a move. The error explains in plain words why that is not possible.
func PlayNamed(pos game.Position, name string) error {
	if len(name) > MaxMove {
		return errors.New("that is not a move")
	}
	move, err := game.ParseMove(pos, name)
	if err != nil {
		return errors.New("there is no such point on this board")
	}
	if illegal, ok := errors.AsType[*game.IllegalMove](pos.Play(move)); ok {
		return errors.New(illegal.Reason.String())
	}
	return nil
}

// SetUp places stones by hand, one character per point.
func SetUp(pos game.Position, stones, toPlay string) error {
	setter, ok := pos.(game.Setter)
	if !ok {
		return errors.New("stones cannot be placed by hand in this game")
	}
	side, ok := ParseSide(toPlay)
	if !ok || side == game.Empty {
		return fmt.Errorf(`the side to move is "black" or "white", not %.20q`, toPlay)
	}
	colors, err := ParseColors(stones, pos.Board().Len())
	if err != nil {
		return err
	}
	return setter.Set(Placed(colors), side)
}

// MaxMoves is the maximum number of moves in a position from a client.
const MaxMoves = 4000

// Reach changes pos, at the start of its game, to the position with stones, unless they are "", and then moves. A
// move after two passes in a row resumes the game.
func Reach(ctx context.Context, pos game.Position, stones, toPlay string, moves []string) error {
	if stones != "" {
		if err := SetUp(pos, stones, toPlay); err != nil {
			return err
		}
	}
	if len(moves) > MaxMoves {
		return fmt.Errorf("%d moves are too many: the limit is %d", len(moves), MaxMoves)
	}
	for i, name := range moves {
		game.Resume(pos)
		if err := PlayNamed(pos, name); err != nil {
			return fmt.Errorf("move %d, %.20q: %w", i+1, name, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// ParseMoves returns the moves with those names. It skips unknown names.
func ParseMoves(pos game.Position, names []string) []game.Move {
	var moves []game.Move
	for _, name := range names {
		if len(name) > MaxMove {
			continue
		}
		if m, err := game.ParseMove(pos, name); err == nil {
			moves = append(moves, m)
		}
	}
	return moves
}

// ParseColors returns the colours of stones, written as one character per point.
func ParseColors(stones string, points int) ([]game.Color, error) {
	if len(stones) != points {
		return nil, fmt.Errorf("stones: %d characters for a board of %d points", len(stones), points)
	}
	colors := make([]game.Color, points)
	for p, c := range []byte(stones) {
		i := strings.IndexByte(stoneChars, c)
		if i < 0 {
			return nil, fmt.Errorf("stones: there is no stone %.4q", string(c))
		}
		colors[p] = game.Color(i)
	}
	return colors, nil
}

// Placed returns the stones in colours, which has one entry per point.
func Placed(colors []game.Color) []game.Placed {
	var placed []game.Placed
	for p, c := range colors {
		if c != game.Empty {
			placed = append(placed, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	return placed
}

// GameID returns the game of a rule set's id.
func GameID(rules string) string {
	name, _, _ := strings.Cut(rules, ":")
	return name
}
