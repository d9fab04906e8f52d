package connect4

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/placing"
	"moyo/game/rules/internal/row"
	"moyo/game/rules/internal/zobrist"
)

// Position is a game in progress. It is simple and exact rather than fast.
type Position struct {
	rules  *Rules
	b      *board.Board
	w, h   int // point y*w+x is column x from the left in row y from the top
	stones []game.Color
	moves  []game.Move
	past   []state // before each of the moves
	state
}

// state is the other changes of a move besides the stones, which undo restores.
type state struct {
	toPlay  game.Color // also after the end of the game
	key     uint64     // xor of the keys of all stones
	placed  int        // stones on the board
	outcome game.Outcome
}

// byFullBoard is the How of a draw.
const byFullBoard = "board full"

// Rules returns the rules of the game.
func (p *Position) Rules() game.Rules { return p.rules }

// Board returns the board.
func (p *Position) Board() *board.Board { return p.b }

// At returns the colour of pt.
func (p *Position) At(pt game.Point) game.Color { return p.stones[pt] }

// Moves returns the moves so far. The slice is shared.
func (p *Position) Moves() []game.Move { return p.moves }

// Turns returns the turns so far.
func (p *Position) Turns() []game.Turn {
	turns := make([]game.Turn, len(p.moves))
	for i, m := range p.moves {
		turns[i] = game.Turn{Move: m, Color: p.past[i].toPlay, Player: p.past[i].toPlay}
	}
	return turns
}

// ToPlay returns the side to move, or Empty if the game is over.
func (p *Position) ToPlay() game.Color {
	if p.outcome.Over {
		return game.Empty
	}
	return p.toPlay
}

// Outcome returns the result. How is "four" (or the length of a row that wins), or "board full" for
// a draw.
func (p *Position) Outcome() game.Outcome { return p.outcome }

// Hash identifies stones and side to move.
func (p *Position) Hash() uint64 { return p.key ^ zobrist.Key(1<<40|uint64(p.toPlay)) }

func stoneKey(pt game.Point, c game.Color) uint64 { return zobrist.Key(uint64(pt)<<2 | uint64(c)) }

// Landing returns where a stone dropped over pt comes to rest: the lowest empty point of its
// column, or board.None if the column is full.
func (p *Position) Landing(pt game.Point) game.Point {
	if pt < 0 || int(pt) >= len(p.stones) {
		return board.None
	}
	for y := p.h - 1; y >= 0; y-- {
		if at := game.Point(y*p.w + int(pt)%p.w); p.stones[at] == game.Empty {
			return at
		}
	}
	return board.None
}

// Check returns Legal if the side to move may play m, else the reason why not.
func (p *Position) Check(m game.Move) game.Reason {
	switch {
	case p.outcome.Over:
		return game.GameOver
	case m < 0:
		return game.NotInThisWay
	case int(m) >= len(p.stones):
		return game.OffBoard
	case p.stones[m] != game.Empty:
		return game.Occupied
	case p.Landing(m.Point()) != m.Point():
		return game.Floating
	}
	return game.Legal
}

// LegalMoves appends every legal move to buf: the landing points of the columns in ascending order.
// A finished game has none.
func (p *Position) LegalMoves(buf []game.Move) []game.Move {
	if p.outcome.Over {
		return buf
	}
	before := len(buf)
	for x := range p.w {
		if at := p.Landing(game.Point(x)); at != board.None {
			buf = append(buf, game.Place(at))
		}
	}
	slices.Sort(buf[before:])
	return buf
}

// Play plays m for the side to move. For an illegal move it returns a *game.IllegalMove and leaves
// the position unchanged.
func (p *Position) Play(m game.Move) error {
	if reason := p.Check(m); reason != game.Legal {
		return &game.IllegalMove{Move: m, Reason: reason}
	}
	p.past = append(p.past, p.state)
	p.moves = append(p.moves, m)
	p.put(m.Point(), p.toPlay)
	switch {
	case p.wins(m.Point()):
		p.outcome = game.Outcome{Over: true, Winner: p.toPlay, How: row.InWords(p.rules.n)}
	case p.placed == len(p.stones):
		p.outcome = game.Outcome{Over: true, How: byFullBoard}
	}
	p.toPlay = p.toPlay.Other()
	return nil
}

func (p *Position) put(pt game.Point, c game.Color) {
	p.stones[pt] = c
	p.key ^= stoneKey(pt, c)
	p.placed++
}

// Undo takes back the last move and restores the exact position. It returns false if there are no moves.
func (p *Position) Undo() bool {
	last := len(p.moves) - 1
	if last < 0 {
		return false
	}
	p.stones[p.moves[last]] = game.Empty
	p.state = p.past[last]
	p.moves, p.past = p.moves[:last], p.past[:last]
	return true
}

// Clone returns an independent copy.
func (p *Position) Clone() game.Position {
	q := *p
	q.stones, q.moves, q.past = slices.Clone(p.stones), slices.Clone(p.moves), slices.Clone(p.past)
	return &q
}

// Set replaces the position by the given stones with toPlay to move, without history. It refuses
// points off the board or given twice, colours other than Black and White, stones that hang in the
// air, winning rows and a full board, and then leaves the position unchanged.
func (p *Position) Set(stones []game.Placed, toPlay game.Color) error {
	if toPlay != game.Black && toPlay != game.White {
		return fmt.Errorf("set up: the side to move is %s", toPlay)
	}
	fresh, err := p.rules.Start(p.b)
	if err != nil {
		return err
	}
	fresh.toPlay = toPlay
	if _, err := placing.Colors(p.b, stones); err != nil {
		return err
	}
	for _, s := range stones {
		fresh.put(s.Point, s.Color)
	}
	for _, s := range stones {
		below := int(s.Point) + p.w
		switch {
		case below < len(fresh.stones) && fresh.stones[below] == game.Empty:
			return fmt.Errorf("set up: the stone on %s hangs in the air", p.b.Name(s.Point))
		case fresh.wins(s.Point):
			return fmt.Errorf("set up: %s has won already by the stone on %s", s.Color, p.b.Name(s.Point))
		}
	}
	if fresh.placed == len(fresh.stones) {
		return fmt.Errorf("set up: no point is left to play on")
	}
	*p = *fresh
	return nil
}

// SetToPlay hands the turn to c, for editors and some protocols. It is not a move; Undo undoes it
// together with the move before it. It has no effect in a finished game.
func (p *Position) SetToPlay(c game.Color) {
	if !p.outcome.Over && (c == game.Black || c == game.White) {
		p.toPlay = c
	}
}

// Choice returns "": the game has no choices.
func (p *Position) Choice(game.Move) string { return "" }

// ParseChoice returns false: the game has no choices.
func (p *Position) ParseChoice(string) (game.Move, bool) { return game.NoMove, false }

var (
	_ game.Position = (*Position)(nil)
	_ game.Faller   = (*Position)(nil)
	_ game.Rower    = (*Position)(nil)
	_ game.Won      = (*Position)(nil)
	_ game.Setter   = (*Position)(nil)
	_ game.Turner   = (*Position)(nil)
)
