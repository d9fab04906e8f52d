package slow

import (
	"slices"

	"moyo/game"
)

// Answer is the answer to a problem as docs/tsumego.md defines it.
type Answer struct {
	Verdict    string // win, lose or ko, for the side to move
	Fate       string // alive, dead, seki or ko
	TakesFirst game.Color
	Threats    int         // that the other side needs in a ko
	FirstMoves []game.Move // ascending, the pass first
}

// MaxThreats is the largest number of threats that is tried.
const MaxThreats = 4

// classifier asks about one problem with several numbers of threats.
type classifier struct {
	p      *Problem
	limit  int
	tables map[[2]uint8]*Table
	err    error
}

// Classify answers a problem. None of its games may have more states than limit.
func Classify(p *Problem, limit int) (*Answer, error) {
	c := classifier{p: p, limit: limit, tables: map[[2]uint8]*Table{}}
	a := &Answer{}
	switch {
	case c.reaches(0, Unlimited):
		a.Verdict = "win"
		a.FirstMoves = c.moves(0, MaxThreats)
	case !c.reaches(Unlimited, 0):
		a.Verdict = "lose"
	default:
		a.Verdict, a.Fate = "ko", "ko"
		c.ko(a)
		if a.Threats > MaxThreats {
			c.noKo(a)
			return a, c.err
		}
	}
	if c.err == nil && a.Fate == "" {
		a.Fate = c.fate(a.Verdict, Unlimited)
	}
	return a, c.err
}

// Given answers a problem with given threats: only Verdict and FirstMoves are
// filled in.
func Given(p *Problem, black, white uint8, limit int) (*Answer, error) {
	c := classifier{p: p, limit: limit, tables: map[[2]uint8]*Table{}}
	me, you := black, white
	if p.ToPlay == game.White {
		me, you = white, black
	}
	a := &Answer{Verdict: "lose"}
	if c.reaches(me, you) {
		a.Verdict, a.FirstMoves = "win", c.moves(me, you)
	}
	return a, c.err
}

// table solves the problem with threats of the side to move and the other.
func (c *classifier) table(me, you uint8) *Table {
	if c.err != nil {
		return nil
	}
	black, white := me, you
	if c.p.ToPlay == game.White {
		black, white = you, me
	}
	asked := [2]uint8{black, white}
	if c.tables[asked] == nil {
		c.tables[asked], c.err = Solve(c.p, black, white, c.limit)
	}
	return c.tables[asked]
}

// reaches returns W(me, you): whether the side to move succeeds.
func (c *classifier) reaches(me, you uint8) bool {
	t := c.table(me, you)
	return c.err == nil && t.Captured(0) == t.Attacks(0)
}

// moves returns the moves after which the side to move still succeeds.
func (c *classifier) moves(me, you uint8) []game.Move {
	t := c.table(me, you)
	if c.err != nil {
		return nil
	}
	var moves []game.Move
	for _, e := range t.Edges(0) {
		if t.Captured(e.To) == t.Attacks(0) {
			moves = append(moves, e.Move)
		}
	}
	slices.Sort(moves)
	return moves
}

// ko finds the side that takes first, how many threats change the result, and the moves that lead
// to that ko: moves that keep the other side's need of threats, or do not increase the mover's.
func (c *classifier) ko(a *Answer) {
	first := c.reaches(0, 0)
	a.TakesFirst = c.p.ToPlay
	if !first {
		a.TakesFirst = c.p.ToPlay.Other()
	}
	for a.Threats = 1; a.Threats <= MaxThreats; a.Threats++ {
		n := uint8(a.Threats)
		if first && !c.reaches(0, n) || !first && c.reaches(n, 0) {
			break
		}
	}
	n := uint8(a.Threats)
	switch {
	case first:
		a.FirstMoves = c.moves(0, n-1)
	case a.Threats <= MaxThreats:
		a.FirstMoves = c.moves(n, 0)
	}
}

// noKo is the result if no number of threats changes the success of the side that takes first.
func (c *classifier) noKo(a *Answer) {
	a.Verdict = "lose"
	if a.TakesFirst == c.p.ToPlay {
		a.Verdict = "win"
	}
	a.TakesFirst, a.Threats = game.Empty, 0
	a.Fate = c.fate(a.Verdict, MaxThreats)
}

// fate returns the fate of the target if no ko decides and the attacker has that many threats.
func (c *classifier) fate(verdict string, threats uint8) string {
	defends := c.p.ToPlay == c.p.Defender
	if defends != (verdict == "win") {
		return "dead"
	}
	me, you := uint8(0), threats
	if !defends {
		me, you = you, me
	}
	t := c.table(me, you)
	if c.err == nil && t.forcesLife() {
		return "alive"
	}
	return "seki"
}

// forcesLife reports whether the defender can force from state 0 that a target is unconditionally
// alive.
func (t *Table) forcesLife() bool {
	before := make([][]int, len(t.states))
	open := make([]int, len(t.states))
	lives := make([]bool, len(t.states))
	var queue []int
	for i, edges := range t.edges {
		open[i] = len(edges)
		for _, e := range edges {
			before[e.To] = append(before[e.To], i)
		}
		if !t.Over(i) && t.Immortal(i) {
			lives[i] = true
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range before[i] {
			open[j]--
			if !lives[j] && (!t.Attacks(j) || open[j] == 0) {
				lives[j] = true
				queue = append(queue, j)
			}
		}
	}
	return lives[0]
}

// Immortal reports whether the attacker cannot capture the stone of some remaining target in state
// i (with a region to clear: of some stone) even if the defender always passes.
func (t *Table) Immortal(i int) bool {
	s := t.states[i]
	b := []byte{s.gone}
	for _, c := range s.stones {
		b = append(b, byte(c))
	}
	key := string(b)
	yes, known := t.immortal[key]
	if !known {
		yes = t.field.survives(s)
		t.immortal[key] = yes
	}
	return yes
}

// survives tries every way to fill the region against a defender who passes.
func (f *field) survives(s *state) bool {
	left := map[int]bool{}
	for t, i := range f.targets {
		if s.gone>>t&1 == 0 {
			left[i] = true
		}
	}
	if len(f.targets) == 0 {
		for i, c := range s.stones {
			if c == f.defender {
				left[i] = true
			}
		}
	}
	alone := *s
	alone.turn, alone.ban = f.defender.Other(), -1
	todo := []*state{&alone}
	met := map[string]bool{}
	for len(todo) > 0 && len(left) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i := range f.points {
			next := f.played(at, i)
			if next == nil {
				continue
			}
			next.turn, next.ban, next.gone = alone.turn, -1, 0
			for j := range left {
				if next.stones[j] != f.defender {
					delete(left, j)
				}
			}
			if key := next.key(); !met[key] {
				met[key] = true
				todo = append(todo, next)
			}
		}
	}
	return len(left) > 0
}
