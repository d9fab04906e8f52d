package generate

import (
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// The limits of named techniques.
const (
	mostNakade  = 7 // points of an eye that one move inside decides
	leastNakade = 3
	leastUnder  = 3 // stones given up to play under them
	leastGiven  = 2 // stones of a sacrifice
	// mostNamed is how many moves of a line can have tags: after that the loser plays out the rest.
	mostNamed = 9
)

// Tags names the subjects of a problem: its place, its question, and the techniques in its line.
func Tags(p *tsumego.Problem, a *life.Answer, sight Sight) []string {
	tags := []string{locate(p), p.Question.String()}
	add := func(tag string, is bool) {
		if is && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	_, _, grid := p.Board.Grid()
	add("other-board", !grid)
	add("ko", a.Verdict == life.InKo)
	add("seki", a.Fate == life.Seki)
	if len(a.FirstMoves) == 0 || a.FirstMoves[0] == game.Pass {
		return tags
	}
	first := a.FirstMoves[0].Point()
	inEye := eyeSize(p, first)
	add("nakade", p.Question == tsumego.Kill && inEye >= leastNakade && inEye <= mostNakade)
	add("vital-point", p.Question == tsumego.Live && inEye >= leastNakade && inEye <= mostNakade)
	l := follow(p, a.Line)
	add("capture", l.captures)
	add("throw-in", l.throwIn)
	add("snapback", l.snapback)
	add("sacrifice", l.sacrifice)
	add("under-the-stones", l.under)
	add("connect-and-die", l.connectAndDie)
	add("hane", inEye == 0 && hane(p, first))
	add("first-line", newTerrain(p.Board).line[first] == 0)
	add("misleading", sight.Misled())
	return tags
}

// appeal is what makes a problem interesting.
type appeal uint8

const (
	plain      appeal = iota // none
	placed                   // the place of the first move: on the first line, or inside an eye, with more moves to follow
	surprising               // the obvious move is wrong, or stones are sacrificed
)

// leastLine is the shortest line of a problem whose only appeal is the place of its first move.
const leastLine = 3

// appealOf returns the strongest appeal of tags in a problem with a line of this length.
func appealOf(tags []string, line int) appeal {
	best := plain
	for _, tag := range tags {
		switch tag {
		case "misleading", "throw-in", "snapback", "sacrifice", "under-the-stones", "connect-and-die":
			return surprising
		case "first-line", "nakade", "vital-point":
			if line >= leastLine {
				best = placed
			}
		}
	}
	return best
}

// locate returns where the region is: in a corner, on a side, or in the centre. Boards without an
// edge have only a centre.
func locate(p *tsumego.Problem) string {
	t := newTerrain(p.Board)
	where := "centre"
	for _, q := range p.Region {
		if slices.Contains(t.corners, q) {
			return "corner"
		}
		if t.line[q] == 0 {
			where = "side"
		}
	}
	return where
}

// eyeSize returns the size of the defender's eye that contains a point: the connected points that
// are not the defender's. It is 0 if the eye is open to the attacker's stones around.
func eyeSize(p *tsumego.Problem, q game.Point) int {
	t := terrain{Board: p.Board}
	defender := p.Defender()
	eye := t.flood(q, func(n game.Point) bool { return p.Stones[n] != defender && slices.Contains(p.Region, n) })
	for _, m := range eye {
		if slices.ContainsFunc(p.Board.Neighbors(m), func(n game.Point) bool {
			return p.Stones[n] != defender && !slices.Contains(p.Region, n)
		}) {
			return 0
		}
	}
	return len(eye)
}

// hane reports whether a move bends around an opponent's stone at the edge: it is on the edge below
// a stone of its own, next to none, and reaches under one of the opponent's.
func hane(p *tsumego.Problem, q game.Point) bool {
	t := newTerrain(p.Board)
	if t.line[q] != 0 {
		return false
	}
	above, below := false, false
	for _, n := range p.Board.Neighbors(q) {
		edge := t.line[n] == 0
		switch p.Stones[n] {
		case p.ToPlay:
			if edge {
				return false
			}
			above = true
		case p.ToPlay.Other():
			below = below || edge
		case game.Empty:
			below = below || edge && slices.ContainsFunc(p.Board.Neighbors(n), func(m game.Point) bool {
				return t.line[m] > 0 && p.Stones[m] == p.ToPlay.Other()
			})
		}
	}
	return above && below
}

// used is the techniques in a line.
type used struct {
	captures, throwIn, snapback, sacrifice, under, connectAndDie bool
}

// follow plays a line and finds the techniques of the solving side.
func follow(p *tsumego.Problem, line []game.Move) used {
	var u used
	f := follower{used: &u, p: p, stones: slices.Clone(p.Stones), thrown: -1}
	c := p.ToPlay
	for i, m := range line[:min(len(line), mostNamed)] {
		if m == game.Pass {
			f.lost, f.lone, f.thrown, f.joined = nil, false, -1, nil
		} else {
			f.step(m.Point(), c, i)
		}
		c = c.Other()
	}
	return u
}

// follower is the state in the middle of a line.
type follower struct {
	*used
	p      *tsumego.Problem
	stones []game.Color
	thrown game.Point   // a stone that the solver's side has just put into atari, or -1
	lost   []game.Point // what the other side has just captured
	lone   bool         // and whether it was a single stone thrown in
	joined []game.Point // the chain that the other side has just connected out of atari, into atari
}

func (f *follower) step(q game.Point, c game.Color, i int) {
	if c == f.p.ToPlay {
		f.own(q, c, i)
		return
	}
	threatened := false
	for _, n := range f.p.Board.Neighbors(q) {
		if f.stones[n] == c {
			_, liberties := chainOf(f.p.Board, f.stones, n)
			threatened = threatened || liberties == 1
		}
	}
	f.lost = play(f.p.Board, f.stones, q, c)
	f.joined = nil
	if chain, liberties := chainOf(f.p.Board, f.stones, q); threatened && len(f.lost) == 0 && liberties == 1 && len(chain) > 1 {
		f.joined = chain
	}
	f.lone = len(f.lost) == 1 && f.lost[0] == f.thrown
	f.throwIn = f.throwIn || f.lone
	f.sacrifice = f.sacrifice || len(f.lost) >= leastGiven
}

// own follows a move of the side that solves the problem.
func (f *follower) own(q game.Point, c game.Color, i int) {
	lost, lone, joined := f.lost, f.lone, f.joined
	taken := play(f.p.Board, f.stones, q, c)
	f.captures = f.captures || i == 0 && len(taken) > 0
	f.snapback = f.snapback || lone && q == lost[0] && len(taken) >= 2
	f.under = f.under || len(lost) >= leastUnder && slices.Contains(lost, q) && (len(taken) > 0 || f.atari(q))
	f.connectAndDie = f.connectAndDie || len(joined) > 1 && slices.Contains(taken, joined[0])
	f.thrown = -1
	if chain, liberties := chainOf(f.p.Board, f.stones, q); len(chain) == 1 && liberties == 1 {
		f.thrown = q
	}
}

// atari reports whether a stone just played puts others into atari.
func (f *follower) atari(q game.Point) bool {
	return slices.ContainsFunc(f.p.Board.Neighbors(q), func(n game.Point) bool {
		if f.stones[n] != f.stones[q].Other() {
			return false
		}
		_, liberties := chainOf(f.p.Board, f.stones, n)
		return liberties == 1
	})
}
