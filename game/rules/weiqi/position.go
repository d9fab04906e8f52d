package weiqi

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/placing"
	"moyo/game/rules/internal/zobrist"
)

// Position is a game of Go in progress, with the complete history for superko, undo and scoring. It
// favours exactness; searches that play millions of moves use [Fast].
//
// The first check after a move scans the whole board (a few microseconds on 19x19); later ones only
// read neighbours.
type Position struct {
	rules  Rules
	b      *board.Board
	stones []game.Color
	state
	captures [3]int // stones captured by each side
	history

	survey   survey
	surveyed bool // survey is valid for the current stones
}

// state is the other changes of a move besides the stones, which undo restores.
type state struct {
	toPlay  game.Color // also after the end of the game
	passes  uint8      // in a row, so far; 0 again after Resume
	repeats uint8      // earlier occurrences of this situation, under SimpleKo only
	ko      game.Point // where SimpleKo forbids to play, or board.None
	key     uint64     // xor of the keys of all stones
}

func newPosition(r Rules, b *board.Board) *Position {
	p := &Position{
		rules: r, b: b, stones: make([]game.Color, b.Len()),
		state: state{toPlay: game.Black, ko: board.None}, survey: newSurvey(b.Len()),
	}
	p.history.reset(r.Ko, p.state)
	return p
}

// Rules returns the rules of the game.
func (p *Position) Rules() game.Rules { return p.rules }

// Board returns the board.
func (p *Position) Board() *board.Board { return p.b }

// At returns the colour of pt.
func (p *Position) At(pt game.Point) game.Color { return p.stones[pt] }

// Moves returns the moves so far. The slice is shared.
func (p *Position) Moves() []game.Move { return p.moves }

// Turns returns the turns so far.
func (p *Position) Turns() []game.Turn { return p.history.turns() }

// Captures returns the number of stones captured by by, including the opponent's suicides.
func (p *Position) Captures(by game.Color) int { return p.captures[by] }

// Choice returns "", false in all cases: Go has no choices.
func (p *Position) Choice(game.Move) string { return "" }

// ParseChoice returns false in all cases.
func (p *Position) ParseChoice(string) (game.Move, bool) { return game.NoMove, false }

// ToPlay returns the side to move, or Empty if the game is over.
func (p *Position) ToPlay() game.Color {
	if p.over() {
		return game.Empty
	}
	return p.toPlay
}

// over reports whether two passes or, under SimpleKo, a third occurrence of the
// situation have ended the game.
func (p *Position) over() bool { return p.passes >= 2 || p.repeats >= 2 }

// Hash identifies the stones, the side to move, the passes in a row and the simple ko point.
func (p *Position) Hash() uint64 {
	h := p.key ^ zobrist.Side(p.toPlay) ^ zobrist.Passes(p.passes)
	if p.ko != board.None {
		h ^= zobrist.Ko(p.ko)
	}
	return h
}

// Outcome returns the result. After two passes it counts all stones as alive, and How is "score".
// After the third occurrence of a situation under SimpleKo the game has no winner, and How is
// "repetition".
func (p *Position) Outcome() game.Outcome {
	switch {
	case p.passes >= 2:
		return p.Score(nil).Outcome()
	case p.repeats >= 2:
		return game.Outcome{Over: true, How: "repetition"}
	}
	return game.Outcome{}
}

// refresh updates the survey.
func (p *Position) refresh() {
	if !p.surveyed {
		p.survey.take(p.b, p.stones)
		p.surveyed = true
	}
}

// Check returns Legal if the side to move may play m, else the reason why not.
func (p *Position) Check(m game.Move) game.Reason {
	switch {
	case p.over():
		return game.GameOver
	case m == game.Pass:
		return game.Legal
	case m < 0:
		return game.NotInThisWay
	case int(m) >= len(p.stones):
		return game.OffBoard
	case p.stones[m] != game.Empty:
		return game.Occupied
	}
	p.refresh()
	return p.judge(m.Point(), p.survey.effect(p.b, p.stones, p.key, m.Point(), p.toPlay))
}

// judge returns whether a stone on the empty point pt, with effect e, is legal.
func (p *Position) judge(pt game.Point, e effect) game.Reason {
	switch {
	case e.suicide && (!p.rules.Suicide || e.own == 0):
		return game.Suicide
	case p.rules.Ko == SimpleKo:
		if pt == p.ko {
			return game.Ko
		}
	case p.occurrences(game.Place(pt), e) > 0:
		return game.Ko
	}
	return game.Legal
}

// LegalMoves appends every legal move to buf: points in ascending order, then Pass. A finished game
// has none.
func (p *Position) LegalMoves(buf []game.Move) []game.Move {
	if p.over() {
		return buf
	}
	p.refresh()
	for i, c := range p.stones {
		if c != game.Empty {
			continue
		}
		pt := game.Point(i)
		if p.judge(pt, p.survey.effect(p.b, p.stones, p.key, pt, p.toPlay)) == game.Legal {
			buf = append(buf, game.Place(pt))
		}
	}
	return append(buf, game.Pass)
}

// Play plays m for the side to move. For an illegal move it returns a *game.IllegalMove and leaves
// the position unchanged.
func (p *Position) Play(m game.Move) error {
	e := effect{key: p.key}
	if reason := p.Check(m); reason != game.Legal {
		return &game.IllegalMove{Move: m, Reason: reason}
	}
	if m != game.Pass {
		e = p.survey.effect(p.b, p.stones, p.key, m.Point(), p.toPlay)
	}
	next := state{toPlay: p.toPlay.Other(), ko: board.None, key: e.key}
	if p.rules.Ko == SimpleKo {
		next.repeats = uint8(min(2, p.occurrences(m, e)))
	}
	ply := p.history.push(m, p.state, e.suicide)
	if m == game.Pass {
		next.passes = p.passes + 1
	} else {
		p.place(m.Point(), e)
		if p.rules.Ko == SimpleKo && e.taken == 1 && e.alone && !e.breath {
			next.ko = p.taken[ply.taken]
		}
	}
	p.state = next
	p.history.remember(p.rules.Ko, p.state)
	return nil
}

// place puts the stone on pt, removes captured stones, and records the move in the history.
func (p *Position) place(pt game.Point, e effect) {
	side := p.toPlay
	p.stones[pt] = side
	loser := side.Other()
	if e.suicide {
		loser = side
		p.stones[pt] = game.Empty
		p.captures[side.Other()]++ // the stone just played
	}
	if e.taken > 0 || e.suicide {
		for _, q := range p.b.Neighbors(pt) {
			if p.stones[q] != loser {
				continue
			}
			if id := p.survey.of[q]; !p.survey.chains[id].many {
				p.take(p.survey.stones(id), loser)
			}
		}
	}
	p.surveyed = false
}

// take removes captured stones of the loser.
func (p *Position) take(stones []game.Point, loser game.Color) {
	for _, q := range stones {
		p.stones[q] = game.Empty
	}
	p.captures[loser.Other()] += len(stones)
	p.taken = append(p.taken, stones...)
}

// Undo takes back the last move and restores the exact position. It returns false if there are no moves.
func (p *Position) Undo() bool {
	last := len(p.plies) - 1
	if last < 0 {
		return false
	}
	p.forget(p.rules.Ko, p.state)
	ply := p.plies[last]
	p.takeBack(p.stones, last)
	gone := len(p.taken) - int(ply.taken)
	if ply.suicide {
		p.captures[ply.before.toPlay.Other()] -= gone + 1
	} else {
		p.captures[ply.before.toPlay] -= gone
	}
	p.state = ply.before
	p.history.pop()
	p.surveyed = false
	return true
}

// Clone returns an independent copy.
func (p *Position) Clone() game.Position { return p.Copy() }

// Copy is Clone with the concrete type.
func (p *Position) Copy() *Position {
	q := *p
	q.stones = slices.Clone(p.stones)
	q.history = p.history.clone()
	q.survey, q.surveyed = newSurvey(len(p.stones)), false
	return &q
}

// Resume continues a game that two passes have ended, with the side whose turn it would be. It
// returns false if the game has not ended by passing, or if a situation has also occurred for the
// third time under SimpleKo.
func (p *Position) Resume() bool {
	if p.passes < 2 || p.repeats >= 2 {
		return false
	}
	p.passes = 0
	return true
}

// Chain returns the stones connected with the one on pt and their common
// liberties, both ascending; nil for an empty point.
func (p *Position) Chain(pt game.Point) (stones, liberties []game.Point) {
	if p.stones[pt] == game.Empty {
		return nil, nil
	}
	p.refresh()
	stones = slices.Clone(p.survey.stones(p.survey.of[pt]))
	slices.Sort(stones)
	for _, s := range stones {
		for _, q := range p.b.Neighbors(s) {
			if p.stones[q] == game.Empty {
				liberties = append(liberties, q)
			}
		}
	}
	slices.Sort(liberties)
	return stones, slices.Compact(liberties)
}

// Set replaces the position by the given stones with toPlay to move, without history. It refuses
// points off the board or given twice, colours other than Black and White, and chains without
// liberties, and then leaves the position unchanged.
func (p *Position) Set(stones []game.Placed, toPlay game.Color) error {
	if toPlay != game.Black && toPlay != game.White {
		return fmt.Errorf("set up: the side to move is %s", toPlay)
	}
	colors, err := placing.Colors(p.b, stones)
	if err != nil {
		return err
	}
	fresh := newPosition(p.rules, p.b)
	fresh.stones = colors
	for _, s := range stones {
		fresh.key ^= zobrist.Stone(s.Point, s.Color)
	}
	fresh.refresh()
	for id, ch := range fresh.survey.chains {
		if ch.lib == board.None {
			at := slices.Min(fresh.survey.stones(int32(id)))
			return fmt.Errorf("set up: the chain of the %s stone on %s has no liberties", fresh.stones[at], p.b.Name(at))
		}
	}
	fresh.toPlay = toPlay
	fresh.history.reset(p.rules.Ko, fresh.state)
	*p = *fresh
	return nil
}

var (
	_ game.Position = (*Position)(nil)
	_ game.Capturer = (*Position)(nil)
	_ game.Chainer  = (*Position)(nil)
	_ game.Setter   = (*Position)(nil)
	_ game.Scorer   = (*Position)(nil)
	_ game.Turner   = (*Position)(nil)
)
