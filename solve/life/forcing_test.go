package life

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life/tsumego"
)

// TestAnswers: after every move that does not answer the threats, a threat remains that settles the problem immediately.
func TestAnswers(t *testing.T) {
	testenv.SkipUnderRace(t)
	found, spared, cleared := [2]int{}, [2]int{}, map[bool]int{}
	for _, spec := range []string{"grid:5", "grid:6", "grid:7", "grid:9x3", "torus:4x5", "hex:4", "star:6"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(11, 5))
		for range 25_000 {
			p := walled(b, r)
			if p.Check() != nil {
				continue
			}
			a := newArea(p)
			if a.setTargets(p) != nil || len(a.targets) > 8 {
				continue
			}
			s := a.start(p, [2]uint8{uint8(r.IntN(2)), uint8(r.IntN(2))})
			if !a.unsettle(&s, r) {
				continue
			}
			only, yes := a.answers(&s)
			if !yes {
				continue
			}
			found[s.turn]++
			cleared[len(a.targets) == 0]++
			if missing := a.captures(&s).without(only); !missing.empty() {
				t.Fatalf("%s: %s\ncaptures %v are no answers", spec, a.text(&s), a.numbers(missing))
			}
			want := fate(dies)
			if s.turn == attacker {
				want = lives
			}
			check := func(m int, next state) bool {
				if only.has(m) {
					return true
				}
				spared[s.turn]++
				settled := a.certain(&next) == want
				a.children(next, func(_ int, after state) bool {
					settled = settled || a.certain(&after) == want
					return !settled
				})
				if !settled {
					t.Fatalf("%s: %s\nafter move %d no threat is left; answers %v", spec, a.text(&s), m, a.numbers(only))
				}
				return true
			}
			a.children(s, check)
			passed := s
			a.pass(&passed)
			if !only.empty() || len(a.points) < tsumego.MaxRegion {
				check(len(a.points), passed)
			}
		}
	}
	t.Logf("threats against attacker %d, defender %d; moves saved %v, to be cleared %d",
		found[attacker], found[defender], spared, cleared[true])
	if found[attacker] < 1000 || found[defender] < 1000 || cleared[true] < 1000 {
		t.Error("too few threats to tell")
	}
}

// TestAnswersLargerEye: the threat at E2 makes an eye of the nine points on the left while C2 is empty. With an attacking stone
// on C2 it captures them all, which leaves space for the attacker: C2 is an answer.
func TestAnswersLargerEye(t *testing.T) {
	const rows = "" +
		"DDDDDDD" +
		"DaaaDDD" +
		"DaaaDDD" +
		"Da.a..D" +
		"DDDDDDD"
	b := board.Grid(7, 5)
	p := &tsumego.Problem{
		ID: "larger", Board: b, Stones: make([]game.Color, b.Len()), Ko: board.None, ToPlay: game.White, Question: tsumego.Kill,
	}
	for q := range p.Stones {
		p.Region = append(p.Region, game.Point(q))
		p.Stones[q] = map[byte]game.Color{'D': game.Black, 'a': game.White}[rows[q]]
	}
	p.Target = p.Region[:1]
	a := newArea(p)
	if err := a.setTargets(p); err != nil {
		t.Fatal(err)
	}
	s := a.start(p, [2]uint8{})
	only, yes := a.answers(&s)
	if want := []int{23, 25, 26}; !yes || !slices.Equal(a.numbers(only), want) {
		t.Errorf("answers %v, want %v", a.numbers(only), want)
	}
}

// unsettle removes stones of the winner from a settled state, and makes the other side the side to move, until nothing is
// certain. It reports whether it succeeded.
func (a *area) unsettle(s *state, r *rand.Rand) bool {
	f := a.certain(s)
	if f == open {
		return true
	}
	winner := uint8(attacker)
	if f == lives {
		winner = defender
	}
	s.turn = winner ^ 1
	for range 2 {
		for rest := s.stones[winner]; !rest.empty(); {
			p := rest.pop()
			if r.IntN(4) > 0 || len(a.targets) > 0 && a.targets[0] == p {
				continue
			}
			s.stones[winner] = s.stones[winner].without(single(p))
			if a.certain(s) == open {
				s.key = keys.of(s)
				return true
			}
		}
	}
	return false
}

// walled returns a random position in a random part of a board surrounded by stones.
func walled(b *board.Board, r *rand.Rand) *tsumego.Problem {
	p := &tsumego.Problem{
		ID: "random", Board: b, Stones: make([]game.Color, b.Len()), Ko: board.None, ToPlay: game.Black, Question: tsumego.Live,
	}
	if r.IntN(2) == 0 {
		p.Question = tsumego.Kill
	}
	in := map[game.Point]bool{game.Point(r.IntN(b.Len())): true}
	for size := 4 + r.IntN(20); len(in) < min(size, b.Len()-2); {
		q := game.Point(r.IntN(b.Len()))
		for _, n := range b.Neighbors(q) {
			if in[n] {
				in[q] = true
			}
		}
	}
	defender := p.Defender()
	own, other := 2+r.IntN(14), r.IntN(8) // in twentieths
	gaps := r.IntN(6)                     // in twentieths
	for q := range game.Point(b.Len()) {
		n := r.IntN(20)
		switch {
		case !in[q] && n < gaps:
		case !in[q] || n >= 20-other:
			p.Stones[q] = defender.Other()
		case n < own:
			p.Stones[q] = defender
		}
		if in[q] {
			p.Region = append(p.Region, q)
		}
	}
	for _, q := range p.Region {
		if p.Stones[q] == defender && len(p.Target) == 0 && r.IntN(4) > 0 {
			p.Target = []game.Point{q}
		}
	}
	return p
}

// text draws a state as a list of its stones by number.
func (a *area) text(s *state) string {
	var text []byte
	for i := range a.points {
		switch {
		case s.stones[defender].has(i):
			text = append(text, 'D')
		case s.stones[attacker].has(i):
			text = append(text, 'a')
		default:
			text = append(text, '.')
		}
	}
	return string(text) + " turn " + [2]string{"defender", "attacker"}[s.turn]
}

func (a *area) numbers(s set) (list []int) {
	for !s.empty() {
		list = append(list, s.pop())
	}
	return list
}
