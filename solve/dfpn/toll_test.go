package dfpn_test

import (
	"math/rand/v2"
	"testing"

	"moyo/internal/testenv"
	"moyo/solve/dfpn"
)

// unlimited stands for tokens that are not used up.
const unlimited = 3

// tolls is a walk on a graph with arrows that may cost their side a token. The prover is side 0.
type tolls struct {
	walk
	toll [][]bool // of each arrow
	past []standing
}

// standing is a position: a point and the tokens of both sides.
type standing struct {
	point  int32
	tokens [2]uint8
}

func (p standing) key() uint64 {
	k := uint64(p.point+1)*0x9e3779b97f4a7c15 ^ uint64(p.tokens[0])*0xd1b54a32d192ed03 ^ uint64(p.tokens[1])*0x8cb92ba72f3d8dd7
	return (k ^ k>>31) * 0x7fb5d329728ea185
}

// index numbers the positions.
func (p standing) index() int { return int(p.point)*16 + int(p.tokens[0])*4 + int(p.tokens[1]) }

func (g *tolls) mover(point int32) int {
	if g.prover[point] {
		return 0
	}
	return 1
}

// along returns the end of an arrow, and whether the side to move can pay for it.
func (g *tolls) along(p standing, arrow int) (standing, bool) {
	side := g.mover(p.point)
	to := standing{g.arrows[p.point][arrow], p.tokens}
	if g.toll[p.point][arrow] {
		switch p.tokens[side] {
		case 0:
			return p, false
		case unlimited:
		default:
			to.tokens[side]--
		}
	}
	return to, true
}

func (g *tolls) now() standing { return g.past[len(g.past)-1] }

func (g *tolls) Expand(buf []dfpn.Option) ([]dfpn.Option, bool) {
	at := g.now()
	for i := range g.arrows[at.point] {
		to, ok := g.along(at, i)
		o := dfpn.Option{Move: int32(i), Key: to.key(), Proof: 1, Disproof: 1, Spends: g.toll[at.point][i]}
		if to.tokens != [2]uint8{0, unlimited} {
			o.Harder = standing{to.point, [2]uint8{0, unlimited}}.key()
		}
		if to.tokens != [2]uint8{unlimited, 0} {
			o.Easier = standing{to.point, [2]uint8{unlimited, 0}}.key()
		}
		switch {
		case !ok:
			o = dfpn.Option{Move: int32(i), Denied: true, Proof: dfpn.Infinite}
			if !g.prover[at.point] {
				o.Proof, o.Disproof = 0, dfpn.Infinite
			}
		case g.goal[to.point]:
			o.Proof, o.Disproof = 0, dfpn.Infinite
		}
		buf = append(buf, o)
	}
	return buf, g.prover[at.point]
}

func (g *tolls) Play(m int32) {
	to, _ := g.along(g.now(), int(m))
	g.past = append(g.past, to)
}
func (g *tolls) Undo()       { g.past = g.past[:len(g.past)-1] }
func (g *tolls) Key() uint64 { return g.now().key() }

// positions calls f with every position.
func (g *tolls) positions(f func(standing)) {
	for p := range g.arrows {
		for a := range uint8(unlimited + 1) {
			for b := range uint8(unlimited + 1) {
				f(standing{int32(p), [2]uint8{a, b}})
			}
		}
	}
}

// won returns the positions from which the prover reaches a goal, by retrograde analysis.
func (g *tolls) won() []bool {
	won := make([]bool, len(g.arrows)*16)
	g.positions(func(p standing) { won[p.index()] = g.goal[p.point] })
	for changed := true; changed; {
		changed = false
		g.positions(func(p standing) {
			if won[p.index()] {
				return
			}
			some, all := false, true
			for i := range g.arrows[p.point] {
				if to, ok := g.along(p, i); ok {
					some, all = some || won[to.index()], all && won[to.index()]
				}
			}
			if g.prover[p.point] && some || !g.prover[p.point] && all {
				won[p.index()], changed = true, true
			}
		})
	}
	return won
}

// TestReachAlike: searches with different tokens share a table, and so the results for the hardest and the easiest
// position. All of them, and the contents of the table, agree with retrograde analysis.
func TestReachAlike(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(5, 6))
	changing := 0
	for n := range 3000 {
		g := &tolls{walk: *randomWalk(r, 3+r.IntN(30))}
		for p := range g.arrows {
			g.toll = append(g.toll, make([]bool, len(g.arrows[p])))
			for i := range g.toll[p] {
				g.toll[p][i] = r.IntN(3) == 0
			}
		}
		won := g.won()
		table := dfpn.NewTable([]int64{0, 1 << 18}[n%2], false)
		values := map[bool]bool{}
		for range 8 {
			start := standing{0, [2]uint8{uint8(r.IntN(unlimited + 1)), uint8(r.IntN(unlimited + 1))}}
			g.past = []standing{start}
			got := dfpn.NewReach(g, table, dfpn.ReachOptions{}).Run(1_000_000)
			if want := won[start.index()]; got == dfpn.Open || (got == dfpn.Won) != want {
				t.Fatalf("graph %d with tokens %v: %v, want %v: %+v", n, start.tokens, got, want, g)
			}
			values[won[start.index()]] = true
		}
		changing += len(values) - 1
		g.positions(func(p standing) {
			if known, ok := table.Known(p.key()); ok && known.Value() != dfpn.Open && (known.Value() == dfpn.Won) != won[p.index()] {
				t.Fatalf("graph %d: the table says %v of %v", n, known.Value(), p)
			}
		})
	}
	if changing < 150 {
		t.Errorf("tokens change the winner only in %d graphs", changing)
	}
}
