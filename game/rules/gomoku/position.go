package gomoku

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/placing"
	"moyo/game/rules/internal/row"
	"moyo/game/rules/internal/zobrist"
)

// Position is a game in progress. It is simple and exact rather than fast: a move examines only the
// lines through its point, but each query computes Renju's forbidden points again.
type Position struct {
	rules  *Rules
	b      *board.Board
	lines  *board.Lines
	script *script // nil without an opening
	stones []game.Color
	moves  []game.Move
	past   []state // before each of the moves
	state
	budget int // scratch of forbids: remaining points to examine
}

// state is the other changes of a move besides the stones, which undo restores.
type state struct {
	toPlay  game.Color // also after the end of the game
	key     uint64     // xor of the keys of all stones
	placed  int        // stones on the board
	outcome game.Outcome
	dialogue
}

// The values of Outcome().How other than a row.
const (
	byForbidden = "forbidden"
	byFullBoard = "board full"
)

func newPosition(r *Rules, b *board.Board, script *script) *Position {
	return &Position{
		rules: r, b: b, lines: b.Lines(), script: script,
		stones: make([]game.Color, b.Len()), state: state{toPlay: game.Black},
	}
}

// Rules returns the rules of the game.
func (p *Position) Rules() game.Rules { return p.rules }

// Options returns the options of the rules.
func (p *Position) Options() Options { return p.rules.opt }

// Board returns the board.
func (p *Position) Board() *board.Board { return p.b }

// At returns the colour of pt.
func (p *Position) At(pt game.Point) game.Color { return p.stones[pt] }

// Moves returns the moves so far. The slice is shared.
func (p *Position) Moves() []game.Move { return p.moves }

// Turns returns the turns so far. In an opening that is a dialogue Color is the colour of the next
// stone, and Player the player who acted.
func (p *Position) Turns() []game.Turn {
	turns := make([]game.Turn, len(p.moves))
	for i, m := range p.moves {
		before, after := &p.past[i], &p.state
		if i+1 < len(p.past) {
			after = &p.past[i+1]
		}
		t := game.Turn{Move: m, Color: before.toPlay, Player: p.playerIn(before)}
		switch {
		case m == game.Pass:
			t.Kind = game.TurnPass
		case m < 0:
			t.Kind = game.TurnChoice
		case after.placed == before.placed:
			t.Kind = game.TurnOffer
		}
		turns[i] = t
	}
	return turns
}

// ToPlay returns the side to move, or Empty if the game is over. In an opening it is the colour of
// the next stone; [Position.Player] returns who places it.
func (p *Position) ToPlay() game.Color {
	if p.outcome.Over {
		return game.Empty
	}
	return p.toPlay
}

// Outcome returns the result. How is "five" (or the length of a row that wins), "board full" for a
// draw, or "forbidden" if Black has lost by playing a forbidden point.
func (p *Position) Outcome() game.Outcome { return p.outcome }

// Hash identifies stones, side to move and, during the opening, its progress. After that the
// colours of the players do not matter.
func (p *Position) Hash() uint64 { return p.key ^ zobrist.Side(p.toPlay) ^ p.openingKey() }

// Check returns Legal if the side to move may play m, else the reason why not. A pass is legal only
// if there is no other move: if all remaining points are forbidden to Black.
func (p *Position) Check(m game.Move) game.Reason {
	switch {
	case p.outcome.Over:
		return game.GameOver
	case m == game.Pass:
		return p.checkPass()
	case m < 0:
		if _, ok := p.choice(m); !ok {
			return game.NotInThisWay
		}
		return game.Legal
	case int(m) >= len(p.stones):
		return game.OffBoard
	case p.stones[m] != game.Empty:
		return game.Occupied
	}
	return p.checkPoint(m.Point())
}

// checkPoint is Check for an empty point.
func (p *Position) checkPoint(pt game.Point) game.Reason {
	if p.opening() {
		return p.stepAllows(pt)
	}
	if p.bans() && !p.rules.opt.Lose && p.forbids(pt) {
		return game.Forbidden
	}
	return game.Legal
}

func (p *Position) checkPass() game.Reason {
	if p.opening() || !p.bans() || p.rules.opt.Lose {
		return game.NotInThisWay
	}
	for pt, c := range p.stones {
		if c == game.Empty && !p.forbids(game.Point(pt)) {
			return game.NotInThisWay
		}
	}
	return game.Legal
}

// LegalMoves appends every legal move to buf: points in ascending order, then choices, or Pass if
// there are neither. A finished game has none.
func (p *Position) LegalMoves(buf []game.Move) []game.Move {
	if p.outcome.Over {
		return buf
	}
	before := len(buf)
	for i, c := range p.stones {
		if c == game.Empty && p.checkPoint(game.Point(i)) == game.Legal {
			buf = append(buf, game.Place(game.Point(i)))
		}
	}
	if p.opening() {
		for _, c := range p.script.steps[p.at].choices {
			buf = append(buf, c.move)
		}
	}
	if len(buf) == before {
		buf = append(buf, game.Pass)
	}
	return buf
}

// Play plays m for the player to move. For an illegal move it returns a *game.IllegalMove and
// leaves the position unchanged.
func (p *Position) Play(m game.Move) error {
	if reason := p.Check(m); reason != game.Legal {
		return &game.IllegalMove{Move: m, Reason: reason}
	}
	p.past = append(p.past, p.state)
	p.moves = append(p.moves, m)
	switch c, ok := p.choice(m); {
	case ok:
		p.pick(c)
	case p.opening():
		p.point(m.Point())
	case m == game.Pass:
		p.toPlay = p.toPlay.Other()
	default:
		p.place(m.Point())
		p.toPlay = p.toPlay.Other()
	}
	return nil
}

// place puts a stone of the side to move on the empty point pt, and checks whether that ends the
// game.
func (p *Position) place(pt game.Point) {
	c := p.toPlay
	banned := p.bans() && p.rules.opt.Lose && p.forbids(pt)
	p.stones[pt] = c
	p.key ^= zobrist.Stone(pt, c)
	p.placed++
	switch {
	case banned:
		p.outcome = game.Outcome{Over: true, Winner: c.Other(), How: byForbidden}
	case p.wins(pt):
		p.outcome = game.Outcome{Over: true, Winner: c, How: row.InWords(p.rules.opt.N)}
	case p.placed == len(p.stones):
		p.outcome = game.Outcome{Over: true, How: byFullBoard}
	}
}

// Undo takes back the last move and restores the exact position. It returns false if there are no moves.
func (p *Position) Undo() bool {
	last := len(p.moves) - 1
	if last < 0 {
		return false
	}
	if m := p.moves[last]; m >= 0 {
		p.stones[m] = game.Empty
	}
	p.state = p.past[last]
	p.moves, p.past = p.moves[:last], p.past[:last]
	return true
}

// Clone returns an independent copy.
func (p *Position) Clone() game.Position { return p.Copy() }

// Copy is Clone with the concrete type.
func (p *Position) Copy() *Position {
	q := *p
	q.stones, q.moves, q.past = slices.Clone(p.stones), slices.Clone(p.moves), slices.Clone(p.past)
	return &q
}

// Set replaces the position by the given stones with toPlay to move, without history. It refuses
// points off the board or given twice, colours other than Black and White, winning rows and a full
// board, and then leaves the position unchanged. The opening is over then, but an empty board with
// Black to move restarts it.
func (p *Position) Set(stones []game.Placed, toPlay game.Color) error {
	if toPlay != game.Black && toPlay != game.White {
		return fmt.Errorf("set up: the side to move is %s", toPlay)
	}
	colors, err := placing.Colors(p.b, stones)
	if err != nil {
		return err
	}
	fresh := newPosition(p.rules, p.b, p.script)
	fresh.stones, fresh.placed = colors, len(stones)
	if p.script != nil && (len(stones) > 0 || toPlay != game.Black) {
		fresh.at = len(p.script.steps)
	}
	fresh.toPlay = toPlay
	for _, s := range stones {
		fresh.key ^= zobrist.Stone(s.Point, s.Color)
	}
	for _, s := range stones {
		if fresh.wins(s.Point) {
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
// together with the move before it. It has no effect in a finished game or during its opening.
func (p *Position) SetToPlay(c game.Color) {
	if !p.outcome.Over && !p.opening() && (c == game.Black || c == game.White) {
		p.toPlay = c
	}
}

var (
	_ game.Position = (*Position)(nil)
	_ game.Opened   = (*Position)(nil)
	_ game.Banned   = (*Position)(nil)
	_ game.Won      = (*Position)(nil)
	_ game.Setter   = (*Position)(nil)
	_ game.Turner   = (*Position)(nil)
)
