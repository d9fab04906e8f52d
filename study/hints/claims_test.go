package hints_test

import (
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/hints"
)

// played is a problem with the boards before and after each move of its line.
type played struct {
	*bank.Problem
	boards [][]game.Color // boards[i] is before the line's move i
}

// replay plays a line with its own rules: chains that reach out of the region are never captured.
func replay(p *bank.Problem) *played {
	out := &played{p, [][]game.Color{slices.Clone(p.Stones)}}
	side := p.ToPlay
	for i, m := range p.Line {
		if i == 9 {
			break
		}
		now := slices.Clone(out.boards[i])
		if m != game.Pass {
			now[m] = side
			for _, n := range p.Board.Neighbors(m.Point()) {
				if now[n] == side.Other() && out.free(now, n) == 0 {
					for _, q := range out.group(now, n) {
						now[q] = game.Empty
					}
				}
			}
		}
		out.boards = append(out.boards, now)
		side = side.Other()
	}
	return out
}

// group returns a stone's chain, by growing until nothing is added.
func (p *played) group(stones []game.Color, q game.Point) []game.Point {
	in := map[game.Point]bool{q: true}
	for grown := true; grown; {
		grown = false
		for s := range in {
			for _, n := range p.Board.Neighbors(s) {
				if stones[n] == stones[q] && !in[n] {
					in[n], grown = true, true
				}
			}
		}
	}
	var out []game.Point
	for s := range in {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func (p *played) outside(q game.Point) bool { return !slices.Contains(p.Region, q) }

// free returns the number of liberties of a chain, 100 if it reaches out of the region.
func (p *played) free(stones []game.Color, q game.Point) int {
	seen := map[game.Point]bool{}
	for _, s := range p.group(stones, q) {
		if p.outside(s) {
			return 100
		}
		for _, n := range p.Board.Neighbors(s) {
			if stones[n] == game.Empty && p.outside(n) {
				return 100
			}
			if stones[n] == game.Empty {
				seen[n] = true
			}
		}
	}
	return len(seen)
}

// gone returns what a side lost by the line's move i.
func (p *played) gone(i int, side game.Color) (out []game.Point) {
	if i < 0 || i+1 >= len(p.boards) {
		return nil
	}
	for q, c := range p.boards[i] {
		if c == side && p.boards[i+1][q] != side {
			out = append(out, game.Point(q))
		}
	}
	return out
}

func (p *played) first() game.Point { return p.Line[0].Point() }

// beside reports whether a condition holds for a neighbour of the first move.
func (p *played) beside(holds func(n game.Point) bool) bool {
	return slices.ContainsFunc(p.Board.Neighbors(p.first()), holds)
}

// atMove reports whether a condition holds at one of the solver's moves, or of the other side's.
func (p *played) atMove(from int, holds func(i int) bool) bool {
	for i := from; i+1 < len(p.boards); i += 2 {
		if holds(i) {
			return true
		}
	}
	return false
}

// eyeSpace returns the connected parts of the points that are not the defender's, without the first
// move if split; nil if its space is not closed.
func (p *played) eyeSpace(split bool) (parts [][]game.Point) {
	stones := slices.Clone(p.Stones)
	for q, c := range stones {
		if c != p.Defender() {
			stones[q] = game.Empty
		}
	}
	whole := p.group(stones, p.first())
	if slices.ContainsFunc(whole, p.outside) {
		return nil
	}
	if !split {
		return [][]game.Point{whole}
	}
	stones[p.first()] = p.Defender()
	for _, q := range whole {
		if q != p.first() && !slices.ContainsFunc(parts, func(part []game.Point) bool { return slices.Contains(part, q) }) {
			parts = append(parts, p.group(stones, q))
		}
	}
	return parts
}

func (p *played) fromEdge() int {
	width, height, _ := p.Board.Grid()
	x, y := int(p.first())%width, int(p.first())/width
	return min(x, width-1-x, y, height-1-y)
}

// claims define when each hint is true.
var claims = map[hints.Kind]func(*played) bool{
	hints.Ko:   func(p *played) bool { return p.Best == life.InKo },
	hints.Seki: func(p *played) bool { return p.Question == tsumego.Live && slices.Contains(p.Tags, "seki") },
	hints.UnderTheStones: func(p *played) bool {
		return p.atMove(2, func(i int) bool {
			lost, q := p.gone(i-1, p.ToPlay), p.Line[i].Point()
			return len(lost) >= 3 && slices.Contains(lost, q) && (len(p.gone(i, p.ToPlay.Other())) > 0 || p.ataris(i))
		})
	},
	hints.Snapback: func(p *played) bool {
		return p.atMove(2, func(i int) bool {
			lost := p.gone(i-1, p.ToPlay)
			return len(lost) == 1 && game.Place(lost[0]) == p.Line[i-2] && p.Line[i] == p.Line[i-2] && len(p.gone(i, p.ToPlay.Other())) >= 2
		})
	},
	hints.ConnectAndDie: func(p *played) bool {
		return p.atMove(2, func(i int) bool {
			connected := p.Line[i-1]
			if connected == game.Pass || !slices.Contains(p.gone(i, p.ToPlay.Other()), connected.Point()) {
				return false
			}
			return slices.ContainsFunc(p.Board.Neighbors(connected.Point()), func(n game.Point) bool {
				return p.boards[i-1][n] == p.ToPlay.Other() && p.free(p.boards[i-1], n) == 1
			})
		})
	},
	hints.Capture: func(p *played) bool { return len(p.gone(0, p.ToPlay.Other())) > 0 },
	hints.Rescue: func(p *played) bool {
		return p.beside(func(n game.Point) bool {
			return p.Stones[n] == p.ToPlay && p.free(p.Stones, n) == 1 && p.free(p.boards[1], n) > 1
		})
	},
	hints.IntoAtari: func(p *played) bool { return p.free(p.boards[1], p.first()) == 1 },
	hints.Sacrifice: func(p *played) bool {
		return p.atMove(1, func(i int) bool { return len(p.gone(i, p.ToPlay)) >= 2 })
	},
	hints.ThrowIn: func(p *played) bool {
		return p.atMove(1, func(i int) bool {
			lost := p.gone(i, p.ToPlay)
			return len(lost) == 1 && game.Place(lost[0]) == p.Line[i-1]
		})
	},
	hints.Divide: func(p *played) bool { return p.Question == tsumego.Live && len(p.eyeSpace(true)) >= 2 },
	hints.Inside: func(p *played) bool {
		space := p.eyeSpace(false)
		return p.Question == tsumego.Kill && len(space) == 1 && len(space[0]) <= 7
	},
	hints.FirstLine:  func(p *played) bool { return p.fromEdge() == 0 },
	hints.SecondLine: func(p *played) bool { return p.fromEdge() == 1 },
	hints.FromOutside: func(p *played) bool {
		return p.Question == tsumego.Kill && slices.ContainsFunc(p.group(p.boards[1], p.first()), p.outside)
	},
	hints.HoldOff: func(p *played) bool {
		return p.Question == tsumego.Live && p.beside(func(n game.Point) bool {
			return p.Stones[n] == p.ToPlay.Other() && p.free(p.Stones, n) == 100
		})
	},
	hints.Atari: func(p *played) bool {
		return p.beside(func(n game.Point) bool { return p.boards[1][n] == p.ToPlay.Other() && p.free(p.boards[1], n) == 1 })
	},
	hints.AskLive: func(p *played) bool { return p.Question == tsumego.Live },
	hints.AskKill: func(p *played) bool { return p.Question == tsumego.Kill },
}

// ataris reports whether the stone of the line's move i puts others into atari.
func (p *played) ataris(i int) bool {
	now := p.boards[i+1]
	return slices.ContainsFunc(p.Board.Neighbors(p.Line[i].Point()), func(n game.Point) bool {
		return now[n] == p.ToPlay.Other() && p.free(now, n) == 1
	})
}
