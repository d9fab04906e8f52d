package gomoku

import (
	"cmp"
	"math"
	"slices"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
)

// draft is a way to place stones, and the difference of the win probability
// after them from the wanted one.
type draft struct {
	line []game.Move
	next *rules.Position
	win  float64 // win probability of the side to move
	off  float64
}

// balanced places the player's stones so that the position after them is as even
// as it can find.
func (o *opener) balanced(p *rules.Position) []game.Move {
	line, _ := o.evenest(0.5, func() ([]game.Move, *rules.Position, bool) {
		line, next := o.draw(p)
		return line, next, true
	})
	return line
}

// Constants of the rounds of evenest.
const (
	maxDrafts   = 400
	firstNodes  = 1500 // of a search in the first round, at most
	keptDrafts  = 8    // for the second
	roundFactor = 4    // the next round searches half as many drafts, each longer by this factor
	lastNodes   = 4_000_000
	doubt       = 0.1 // added to the difference of a draft with a shorter search than the others
)

// evenest returns the stones of the draft after which the win probability of the
// side to move is closest to want, with that probability. Half of the budget goes
// to short searches of many drafts. The best of these are searched again, fewer
// and longer each round, since a short search often takes a won position for
// even. draw supplies the drafts, and returns false when it has no more.
func (o *opener) evenest(want float64, draw func() ([]game.Move, *rules.Position, bool)) (line []game.Move, win float64) {
	nodes := min(o.nodes, firstNodes)
	var drafts []draft
	for len(drafts) < maxDrafts && (o.gone() < 0.5 || len(drafts) == 0) {
		line, next, ok := draw()
		if !ok || len(line) == 0 {
			break
		}
		d := draft{line, next, 0.5, 1}
		if o.ctx.Err() == nil && !next.Outcome().Over && next.ToPlay() != game.Empty {
			d.win = o.winProbability(next, nodes)
			d.off = math.Abs(d.win - want)
		}
		drafts = append(drafts, d)
	}
	if len(drafts) == 0 {
		return []game.Move{game.NoMove}, 0.5
	}
	byOff := func(a, b draft) int { return cmp.Compare(a.off, b.off) }
	slices.SortStableFunc(drafts, byOff)
	drafts = drafts[:min(len(drafts), keptDrafts)]
	for !o.done() && nodes < lastNodes && len(drafts) > 1 {
		nodes *= roundFactor
		for i := range drafts {
			off := drafts[i].off + doubt
			if !o.done() && !drafts[i].next.Outcome().Over {
				if win := o.winProbability(drafts[i].next, nodes); o.ctx.Err() == nil { // complete
					drafts[i].win, off = win, math.Abs(win-want)
				}
			}
			drafts[i].off = off
		}
		slices.SortStableFunc(drafts, byOff)
		drafts = drafts[:max(len(drafts)/2, 1)]
	}
	return drafts[0].line, drafts[0].win
}

// Balance implements player.Balancer.
func (m *model) Balance(e *player.Engine, t player.Turn, even engine.Even) engine.Info {
	p := t.Pos.(*rules.Position)
	o, cancel := newOpener(e, m, t)
	defer cancel()
	want := even.Value
	if even.Moves%2 == 1 { // the other side is to move after them
		want = 1 - want
	}
	first := o.playable(p)
	tried := 0
	line, win := o.evenest(want, func() ([]game.Move, *rules.Position, bool) {
		if even.Moves == 1 && tried == len(first) {
			return nil, nil, false
		}
		var line []game.Move
		next := p.Copy()
		for i := range even.Moves {
			moves := first
			if i > 0 {
				moves = o.playable(next)
			}
			if len(moves) == 0 {
				break
			}
			m := moves[tried%len(moves)]
			if i > 0 {
				m = moves[o.r.IntN(len(moves))]
			}
			if next.Play(m) != nil {
				break
			}
			line = append(line, m)
		}
		tried++
		return line, next, true
	})
	if even.Moves%2 == 1 {
		win = 1 - win
	}
	return o.report(t, line, win)
}

// playable returns the moves of the position in random order: first the moves of
// a search, then all others, which lose most.
func (o *opener) playable(p *rules.Position) []game.Move {
	if p.Outcome().Over {
		return nil
	}
	root := o.m.Root(p)
	var list []game.Move
	for _, moves := range [][]alphabeta.Move{root.Choices(p, o.lim.Exclude), root.State.(*state).anywhere(nil)} {
		known := len(list)
		for _, m := range moves {
			if move := game.Move(m.Point); !slices.Contains(o.lim.Exclude, move) && !slices.Contains(list[:known], move) {
				list = append(list, move)
			}
		}
		rest := list[known:]
		o.r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	return list
}
