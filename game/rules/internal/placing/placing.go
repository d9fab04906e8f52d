// Package placing is the common part of games in which a turn places one stone, and stones may be
// captured: the stones, the moves and their changes, ko, passes, and the end of a game for a side
// without moves. Captures and wins are defined by the [RuleSet] of each game. It is simple and exact
// rather than fast.
//
// A game's position is [Chained], [Rowed] or [RowedChained], or embeds one of them. They are
// [Game], whose methods are those of [game.Position], [game.Capturer], [game.Setter] and
// [game.Turner], with methods for chains and rows. Everything else is a function, so that it does
// not become a method of the position.
package placing

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// Ko is the ko rule. It compares the stones alone.
type Ko uint8

// The ko rules.
const (
	PositionalKo  Ko = iota // a stone may not recreate any earlier position of the stones
	SituationalKo           // nor any earlier one with the same side to move
	SimpleKo                // nor the one before the opponent's last move
	NoKo
)

// RuleSet is the rules of one game. A RuleSet is immutable.
type RuleSet struct {
	Ko      Ko
	Pass    bool // passing is allowed; two passes in a row are a draw
	Breath  bool // chains need liberties, so none may be set up without
	Counted bool // captures decide the game, so they are part of the hash
	Stay    bool // stones are never captured: a stone that would capture is illegal
	// Takes appends to buf the stones that the side to move would capture by a stone on the empty
	// point pt. ok is false for suicide.
	Takes func(g *Game, pt game.Point, buf []game.Point) (taken []game.Point, ok bool)
	// Wins returns how the owner of the stone just placed on pt has won, or "".
	Wins func(g *Game, pt game.Point) string
	// Stuck returns the outcome if c, the side to move, can place no stone. If the game continues, it
	// must pass. full means that no point is empty.
	Stuck func(c game.Color, full bool) game.Outcome
}

// Game is a game in progress.
type Game struct {
	rules   game.Rules
	ruleSet *RuleSet
	b       *board.Board
	stones  []game.Color
	moves   []game.Move
	plies   []ply
	taken   []game.Point // by all moves, in order
	state
	scratch
}

// state is the other changes of a move besides the stones, which undo restores.
type state struct {
	toPlay   game.Color // also after the end of the game
	passes   uint8      // in a row, so far
	ko       game.Point // the single stone that the last move captured, if it could be recaptured immediately; else board.None
	key      uint64     // xor of the keys of all stones
	empty    int        // points without a stone
	captures [3]int     // stones captured by each side
	outcome  game.Outcome
}

// ply is the data for taking a move back.
type ply struct {
	before state
	taken  int // start of its stones in Game.taken
}

// scratch is reusable memory that copies do not share.
type scratch struct {
	buf   []game.Point // the captures of the last checked stone
	queue []game.Point // the last visited chain, or a part of it
	mark  []uint32     // of each point: the round of its last visit
	round uint32
	past  []game.Color
}

// New returns the empty position of rules on b, Black to move.
func New(rules game.Rules, ruleSet *RuleSet, b *board.Board) Game {
	return Game{
		rules: rules, ruleSet: ruleSet, b: b, stones: make([]game.Color, b.Len()),
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

// Moves returns the moves so far. The slice is shared.
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

// CanTake reports whether stones can be captured. See [game.Limited].
func (g *Game) CanTake() bool { return !g.ruleSet.Stay }

// NeedsLiberties reports whether chains need liberties. See [game.Limited].
func (g *Game) NeedsLiberties() bool { return g.ruleSet.Breath }

// Captures returns the number of stones captured by by.
func (g *Game) Captures(by game.Color) int { return g.captures[by] }

// Choice returns "" in all cases: these games have no choices.
func (g *Game) Choice(game.Move) string { return "" }

// ParseChoice returns false in all cases.
func (g *Game) ParseChoice(string) (game.Move, bool) { return game.NoMove, false }

// ToPlay returns the side to move, or Empty if the game is over.
func (g *Game) ToPlay() game.Color {
	if g.outcome.Over {
		return game.Empty
	}
	return g.toPlay
}

// Outcome returns the result.
func (g *Game) Outcome() game.Outcome { return g.outcome }

// Hash identifies the stones, the side to move and passes in a row, the simple ko point under that
// rule, and the captures if they decide the game.
func (g *Game) Hash() uint64 {
	h := g.key ^ zobrist.Side(g.toPlay) ^ zobrist.Passes(g.passes)
	if g.ruleSet.Ko == SimpleKo && g.ko != board.None {
		h ^= zobrist.Ko(g.ko)
	}
	if g.ruleSet.Counted {
		h ^= zobrist.Taken(g.captures[game.Black], g.captures[game.White])
	}
	return h
}

// KoPoint returns the point that simple ko forbids to the side to move, even under another rule, or
// board.None.
func KoPoint(g *Game) game.Point {
	if g.outcome.Over {
		return board.None
	}
	return g.ko
}
