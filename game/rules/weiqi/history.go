package weiqi

import (
	"maps"
	"slices"

	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// history is the moves of a game, with the data to take each back, and the positions that have
// occurred. Position i is the one after i moves.
//
// Positions are found by a 64-bit key and then compared stone by stone with the past, rebuilt by
// taking the moves back. An accidental or constructed collision of keys can cost time, but never
// give a wrong result.
type history struct {
	moves []game.Move
	plies []ply
	taken []game.Point     // the stones captured by all moves, in order
	seen  map[uint64]int32 // the last position with a key; earlier ones by ply.prev
	after []game.Color     // scratch: the stones after the move in question
	past  []game.Color     // scratch: the stones of an earlier position
}

// ply is the data for taking a move back.
type ply struct {
	before  state
	taken   int32 // start of its stones in history.taken
	prev    int32 // the previous position with the key of the one after this move, or none
	suicide bool
}

const none = int32(-1)

// reset starts a history with the position of the given state.
func (h *history) reset(rule KoRule, first state) {
	h.moves, h.plies, h.taken = nil, nil, nil
	h.seen = map[uint64]int32{}
	h.seen[repeatKey(rule, first.key, first.toPlay)] = 0
}

// repeatKey returns the key under which a position counts as equal, with toPlay to move in it.
func repeatKey(rule KoRule, key uint64, toPlay game.Color) uint64 {
	if rule == PositionalKo {
		return key
	}
	return key ^ zobrist.Side(toPlay)
}

// counts reports whether the ko rule considers the position after m: passes change nothing for
// PositionalKo and create nothing for NaturalKo.
func counts(rule KoRule, m game.Move) bool {
	return m != game.Pass || rule == SituationalKo || rule == SimpleKo
}

// push appends the move m, played in the given state.
func (h *history) push(m game.Move, before state, suicide bool) *ply {
	h.moves = append(h.moves, m)
	h.plies = append(h.plies, ply{before: before, taken: int32(len(h.taken)), prev: none, suicide: suicide})
	return &h.plies[len(h.plies)-1]
}

// remember records the position after the last move.
func (h *history) remember(rule KoRule, now state) {
	n := len(h.plies)
	if !counts(rule, h.moves[n-1]) {
		return
	}
	key := h.lastKey(rule, now)
	h.plies[n-1].prev = none
	if i, ok := h.seen[key]; ok {
		h.plies[n-1].prev = i
	}
	h.seen[key] = int32(n)
}

// forget is the inverse of remember.
func (h *history) forget(rule KoRule, now state) {
	n := len(h.plies)
	if !counts(rule, h.moves[n-1]) {
		return
	}
	key := h.lastKey(rule, now)
	if prev := h.plies[n-1].prev; prev != none {
		h.seen[key] = prev
	} else {
		delete(h.seen, key)
	}
}

// lastKey returns the repeatKey of the position after the last move. Under NaturalKo it depends on
// the player of that move, even if the turn was handed over since.
func (h *history) lastKey(rule KoRule, now state) uint64 {
	if rule == NaturalKo {
		now.toPlay = h.plies[len(h.plies)-1].before.toPlay.Other()
	}
	return repeatKey(rule, now.key, now.toPlay)
}

// pop removes the last move.
func (h *history) pop() {
	last := len(h.plies) - 1
	h.taken = h.taken[:h.plies[last].taken]
	h.plies, h.moves = h.plies[:last], h.moves[:last]
}

// takenBy returns the stones captured by move i.
func (h *history) takenBy(i int) []game.Point {
	end := len(h.taken)
	if i+1 < len(h.plies) {
		end = int(h.plies[i+1].taken)
	}
	return h.taken[h.plies[i].taken:end:end]
}

// turns returns the moves as turns. A move after two passes in a row means that the game was
// resumed.
func (h *history) turns() []game.Turn {
	turns := make([]game.Turn, len(h.moves))
	for i, m := range h.moves {
		side := h.plies[i].before.toPlay
		t := game.Turn{Move: m, Color: side, Player: side, Taken: h.takenBy(i)}
		switch {
		case m == game.Pass:
			t.Kind = game.TurnPass
		case h.plies[i].suicide:
			t.Kind = game.TurnSuicide
		}
		t.Resumed = i > 0 && h.moves[i-1] == game.Pass && h.plies[i-1].before.passes == 1
		turns[i] = t
	}
	return turns
}

// takeBack turns the stones of position i+1 into those of position i.
func (h *history) takeBack(stones []game.Color, i int) {
	if h.moves[i] == game.Pass {
		return
	}
	side := h.plies[i].before.toPlay
	loser := side.Other()
	if h.plies[i].suicide {
		loser = side
	} else {
		stones[h.moves[i]] = game.Empty
	}
	for _, q := range h.takenBy(i) {
		stones[q] = loser
	}
}

// clone returns an independent copy.
func (h *history) clone() history {
	return history{
		moves: slices.Clone(h.moves), plies: slices.Clone(h.plies),
		taken: slices.Clone(h.taken), seen: maps.Clone(h.seen),
	}
}

// occurrences returns how often the position after m, of effect e, has occurred under the ko rule.
func (p *Position) occurrences(m game.Move, e effect) int {
	at, ok := p.seen[repeatKey(p.rules.Ko, e.key, p.toPlay.Other())]
	if !ok {
		return 0
	}
	p.after = append(p.after[:0], p.stones...)
	if m != game.Pass {
		p.imagine(p.after, m.Point(), e)
	}
	p.past = append(p.past[:0], p.stones...)
	count, i := 0, len(p.plies)
	for at != none {
		for i > int(at) {
			i--
			p.takeBack(p.past, i)
		}
		if slices.Equal(p.past, p.after) {
			count++
		}
		if at == 0 {
			break
		}
		at = p.plies[at-1].prev
	}
	return count
}

// imagine plays a stone of effect e on pt in stones, a copy of p's.
func (p *Position) imagine(stones []game.Color, pt game.Point, e effect) {
	stones[pt] = p.toPlay
	loser := p.toPlay.Other()
	if e.suicide {
		loser = p.toPlay
		stones[pt] = game.Empty
	}
	if e.taken == 0 && !e.suicide {
		return
	}
	for _, q := range p.b.Neighbors(pt) {
		if p.stones[q] != loser {
			continue
		}
		if id := p.survey.of[q]; !p.survey.chains[id].many {
			for _, s := range p.survey.stones(id) {
				stones[s] = game.Empty
			}
		}
	}
}
