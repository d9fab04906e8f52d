// Package placing is what games share in which a turn places one stone, and
// stones may be taken: the stones, the moves and what each of them changed, ko,
// passes, and how a game ends where a side can do nothing. What a stone takes and
// when it wins is the [Law] of each game. It is simple and exact rather than fast.
//
// A game's position is [Chained], [Rowed] or [RowedChained], by what the game is
// about, or embeds one of them. They are [Game], whose methods are those of
// [game.Position], [game.Capturer], [game.Setter] and [game.Turner], with chains and
// rows beside it; all else is functions, so that it does not become part of the
// position's own methods.
package placing

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// Ko says which repetitions are forbidden. A picture is the stones alone.
type Ko uint8

// The ko rules.
const (
	PositionalKo  Ko = iota // a stone may not recreate any earlier picture
	SituationalKo           // nor any earlier picture with the same side to move
	SimpleKo                // nor the picture before the opponent's last move
	NoKo
)

// Law is what the rules of one game say. A Law is immutable.
type Law struct {
	Ko      Ko
	Pass    bool // a turn may be a pass; two in a row are a draw
	Breath  bool // chains need liberties, so that none is set up without
	Counted bool // what has been taken decides the game, so that it belongs to the hash
	Stay    bool // stones are never taken: one that would take others may not be placed
	// Takes appends the stones to buf that the side to move would take by a stone
	// on the empty point pt. ok is false where the stone is suicide.
	Takes func(g *Game, pt game.Point, buf []game.Point) (taken []game.Point, ok bool)
	// Wins returns how the owner of the stone just placed on pt has won, "" where
	// it has not.
	Wins func(g *Game, pt game.Point) string
	// Stuck returns the outcome where c, who is to move, can place no stone; a game
	// that goes on lets it pass. full says that no point is empty.
	Stuck func(c game.Color, full bool) game.Outcome
}

// Game is a game being played.
type Game struct {
	rules  game.Rules
	law    *Law
	b      *board.Board
	stones []game.Color
	moves  []game.Move
	plies  []ply
	taken  []game.Point // by all moves, in order
	state
	scratch
}

// state is what besides the stones a move changes and undo restores.
type state struct {
	toPlay   game.Color // also when the game is over
	passes   uint8      // in a row, up to now
	ko       game.Point // what the last move took alone, if it could be taken back at once; else board.None
	key      uint64     // the exclusive or of all stones' keys
	empty    int        // points without a stone
	captures [3]int     // stones taken by each side
	outcome  game.Outcome
}

// ply is what taking a move back needs.
type ply struct {
	before state
	taken  int // where in Game.taken its stones begin
}

// scratch is room that is used again and belongs to no copy.
type scratch struct {
	buf   []game.Point // what the stone last asked about takes
	queue []game.Point // the chain last looked at, or a part of it
	mark  []uint32     // of each point: the round in which it was met last
	round uint32
	past  []game.Color
}

// New returns the empty position of rules on b, Black to move.
func New(rules game.Rules, law *Law, b *board.Board) Game {
	return Game{
		rules: rules, law: law, b: b, stones: make([]game.Color, b.Len()),
		state: state{toPlay: game.Black, ko: board.None, empty: b.Len()},
	}
}

// Copy returns an independent copy of g.
func Copy(g *Game) Game {
	c := *g
	c.stones, c.moves, c.plies, c.taken = slices.Clone(g.stones), slices.Clone(g.moves), slices.Clone(g.plies), slices.Clone(g.taken)
	c.scratch = scratch{}
	return c
}

// Rules returns the rules of the game.
func (g *Game) Rules() game.Rules { return g.rules }

// Board returns the board.
func (g *Game) Board() *board.Board { return g.b }

// At returns the colour of pt.
func (g *Game) At(pt game.Point) game.Color { return g.stones[pt] }

// Moves returns the moves so far, shared.
func (g *Game) Moves() []game.Move { return g.moves }

// Turns returns the turns so far.
func (g *Game) Turns() []game.Turn {
	turns := make([]game.Turn, len(g.moves))
	for i, m := range g.moves {
		side := g.plies[i].before.toPlay
		turns[i] = game.Turn{Move: m, Color: side, Player: side, Taken: g.takenBy(i)}
		if m == game.Pass {
			turns[i].Kind = game.TurnPass
		}
	}
	return turns
}

// CanTake says whether stones can be taken. See [game.Limited].
func (g *Game) CanTake() bool { return !g.law.Stay }

// NeedsLiberties says whether chains need liberties. See [game.Limited].
func (g *Game) NeedsLiberties() bool { return g.law.Breath }

// Captures returns how many stones by has taken.
func (g *Game) Captures(by game.Color) int { return g.captures[by] }

// Choice returns "" in all cases: these games have no choices.
func (g *Game) Choice(game.Move) string { return "" }

// ParseChoice returns false in all cases.
func (g *Game) ParseChoice(string) (game.Move, bool) { return game.NoMove, false }

// ToPlay returns the side to move, Empty when the game is over.
func (g *Game) ToPlay() game.Color {
	if g.outcome.Over {
		return game.Empty
	}
	return g.toPlay
}

// Outcome returns the result.
func (g *Game) Outcome() game.Outcome { return g.outcome }

// Hash identifies stones, side to move and passes in a row, the point of simple
// ko where that is the rule, and what has been taken where that decides the game.
func (g *Game) Hash() uint64 {
	h := g.key ^ zobrist.Side(g.toPlay) ^ zobrist.Passes(g.passes)
	if g.law.Ko == SimpleKo && g.ko != board.None {
		h ^= zobrist.Ko(g.ko)
	}
	if g.law.Counted {
		h ^= zobrist.Taken(g.captures[game.Black], g.captures[game.White])
	}
	return h
}

// KoPoint returns the point that simple ko forbids to the side to move, whatever
// the rule is, or board.None.
func KoPoint(g *Game) game.Point {
	if g.outcome.Over {
		return board.None
	}
	return g.ko
}
