package capturefive

import (
	"math/bits"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game/rules/capturefive"
	"moyo/internal/testenv"
)

// ground is a board under rules for tests.
func ground(t testing.TB, options, spec string) (*geometry, *rules) {
	t.Helper()
	on, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	id, err := capturefive.Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGeometry(on, r)
	if err != nil {
		t.Fatal(err)
	}
	return g, &r
}

// wander plays random games and calls f for each unfinished position.
func wander(g *geometry, r *rules, seed uint64, games int, f func(s *state)) {
	random := rand.New(rand.NewPCG(seed, 1))
	for range games {
		s := state{ko: none, turn: uint8(random.IntN(2))}
		for range 3 * g.points {
			f(&s)
			legal := legalMoves(g, r, &s)
			if len(legal) == 0 {
				break
			}
			s, _, _ = s.play(g, r, legal[random.IntN(len(legal))])
			if g.row(s.stones[0]) || g.row(s.stones[1]) {
				break
			}
		}
	}
}

func legalMoves(g *geometry, r *rules, s *state) (list []int) {
	for m := s.empty(g); m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		if _, _, legal := s.play(g, r, p); legal {
			list = append(list, p)
		}
	}
	return list
}

// winsByTrial reports whether the side to move has a move that makes a row.
func winsByTrial(g *geometry, r *rules, s *state) bool {
	for _, p := range legalMoves(g, r, s) {
		if to, _, _ := s.play(g, r, p); g.row(to.stones[s.turn]) {
			return true
		}
	}
	return false
}

var grounds = []struct{ options, spec string }{
	{"n=3,ko=simple", "grid:4x3"}, {"n=4,ko=simple", "grid:5"},
	{"n=4,ko=simple,lines=all", "torus:5x5"}, {"n=3,ko=simple,lines=all", "grid:5"},
	{"n=3,ko=simple", "hex:2"}, {"n=5,ko=simple", "grid:8"}, {"n=4,captures=no", "grid:5x4"},
}

// TestWins compares immediate wins with a trial of all moves. It also checks that the candidate
// points include every defence, and every move that may win in three plies.
func TestWins(t *testing.T) {
	testenv.SkipUnderRace(t)
	threats, defences := 0, 0
	for i, c := range grounds {
		g, r := ground(t, c.options, c.spec)
		x := newWithin(g, r, newTable(1), new(atomic.Bool), new(atomic.Int64))
		wander(g, r, uint64(i), 150, func(s *state) {
			wins := winsByTrial(g, r, s)
			if wins != (s.wins(g, r, s.turn, s.ko) != 0) {
				t.Fatalf("%v: %+v: wins %v", c, *s, wins)
			}
			if wins {
				return
			}
			among := x.threatening(s, s.empty(g))
			if s.turn == defender {
				among = x.answers(s)
			}
			for _, p := range legalMoves(g, r, s) {
				to, _, _ := s.play(g, r, p)
				switch {
				case s.turn == attacker && loses(g, r, &to):
					threats++
				case s.turn == defender && !winsByTrial(g, r, &to):
					defences++
				default:
					continue
				}
				if among>>p&1 == 0 {
					t.Fatalf("%v: %+v: %d is missing", c, *s, p)
				}
			}
		})
	}
	if threats < 100 || defences < 8000 {
		t.Errorf("only %d threats and %d defences", threats, defences)
	}
}

// loses reports whether the side to move cannot prevent an immediate win of the other side.
func loses(g *geometry, r *rules, s *state) bool {
	moves := legalMoves(g, r, s)
	for _, p := range moves {
		to, _, _ := s.play(g, r, p)
		if g.row(to.stones[s.turn]) || !winsByTrial(g, r, &to) {
			return false
		}
	}
	return len(moves) > 0
}

// TestWithin compares wins within few plies with a trial of all moves.
func TestWithin(t *testing.T) {
	testenv.SkipUnderRace(t)
	found := 0
	for i, c := range []struct {
		options, spec string
		plies         int
	}{
		{"n=3,ko=simple", "grid:4x3", 4}, {"n=4,ko=simple,lines=all", "torus:5x4", 4}, {"n=4,ko=simple,lines=all", "grid:5", 4},
	} {
		g, r := ground(t, c.options, c.spec)
		x := newWithin(g, r, newTable(1), new(atomic.Bool), new(atomic.Int64))
		wander(g, r, uint64(i), 300, func(s *state) {
			if s.turn != defender || g.free(s.stones[0]|s.stones[1]) > 14 {
				return
			}
			want := winsWithin(g, r, s, c.plies)
			if x.wins(s, c.plies) != want {
				t.Fatalf("%v: %+v: won %v", c, *s, !want)
			}
			if want && s.wins(g, r, attacker, none) == 0 {
				found++ // there was no threat yet
			}
		})
	}
	if found < 10 {
		t.Errorf("only %d wins without a threat", found)
	}
}

// winsWithin reports whether the attacker wins within d plies, by trying everything.
func winsWithin(g *geometry, r *rules, s *state, d int) bool {
	if d == 0 {
		return false
	}
	moves := legalMoves(g, r, s)
	for _, p := range moves {
		to, _, _ := s.play(g, r, p)
		won := g.row(to.stones[attacker]) || !g.row(to.stones[defender]) && winsWithin(g, r, &to, d-1)
		if won == (s.turn == attacker) {
			return won
		}
	}
	return s.turn == defender && len(moves) > 0
}

// TestKey: images of a position have equal keys and equally many legal moves; other positions have
// other keys.
func TestKey(t *testing.T) {
	for i, c := range grounds {
		g, r := ground(t, c.options, c.spec)
		r2 := rand.New(rand.NewPCG(9, uint64(i)))
		keys := map[uint64]state{}
		wander(g, r, uint64(i), 20, func(s *state) {
			key, _ := s.keyAmong(g, g.images)
			im := &g.images[r2.IntN(len(g.images))]
			other := *s
			other.stones = [2]uint64{im.of(s.stones[0]), im.of(s.stones[1])}
			if s.ko >= 0 {
				other.ko = int8(im.to[s.ko])
			}
			if again, _ := other.keyAmong(g, g.images); again != key {
				t.Fatalf("%v: %+v has key %x, its image %x", c, *s, key, again)
			}
			if len(legalMoves(g, r, s)) != len(legalMoves(g, r, &other)) {
				t.Fatalf("%v: %+v and its image differ in their moves", c, *s)
			}
			if known, ok := keys[key]; ok && bits.OnesCount64(known.stones[0]) != bits.OnesCount64(s.stones[0]) {
				t.Fatalf("%v: %+v and %+v share a key", c, *s, known)
			}
			keys[key] = *s
		})
	}
}

// TestHopeless: with a pairing the attacker does not win, according to a search without pairings.
func TestHopeless(t *testing.T) {
	testenv.SkipUnderRace(t)
	hopeless := 0
	for i, c := range []struct{ options, spec string }{
		{"n=3,captures=no", "grid:4x3"}, {"n=3,captures=no,lines=all", "grid:4x3"}, {"n=4,captures=no", "grid:5x4"},
	} {
		g, r := ground(t, c.options, c.spec)
		wander(g, r, uint64(i), 40, func(s *state) {
			if s.wins(g, r, s.turn, s.ko) != 0 || g.free(s.stones[0]|s.stones[1]) > 11 || !g.hopeless(s, g.points) {
				return
			}
			hopeless++
			if reaches(g, r, *s) {
				t.Fatalf("%v: the attacker wins %+v", c, *s)
			}
		})
	}
	if hopeless < 60 {
		t.Errorf("only %d positions", hopeless)
	}
}

// reaches reports whether the attacker wins without captures, by trying everything.
func reaches(g *geometry, r *rules, s state) bool {
	for _, p := range legalMoves(g, r, &s) {
		to, _, _ := s.play(g, r, p)
		won := g.row(to.stones[attacker]) || !g.row(to.stones[defender]) && reaches(g, r, to)
		if won == (s.turn == attacker) {
			return won
		}
	}
	return s.turn == defender && g.free(s.stones[0]|s.stones[1]) > 0
}

// row reports whether stones contain a row.
func (g *geometry) row(stones uint64) bool {
	for i := range g.shapes {
		s := &g.shapes[i]
		full := s.bases
		for k := 0; k < g.need; k++ {
			full &= stones >> s.offsets[k]
		}
		if full != 0 {
			return true
		}
	}
	return false
}
