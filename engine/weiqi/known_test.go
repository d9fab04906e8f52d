package weiqi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"moyo/engine/neural"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestKnown evaluates positions that are reached in several ways: the cache
// answers exactly where all input features are the same.
func TestKnown(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := Shipped()
	s := netStateOf(t, net, ShippedSearch(), played(t, "weiqi:komi=6.5", "grid:5"))
	evaluate := func(s *netState, moves ...game.Move) ([]float32, float64) {
		s.Reset()
		for _, m := range moves {
			s.Play(m)
		}
		children, value := s.Evaluate(nil)
		var policy []float32
		for _, c := range children {
			policy = append(policy, c.Wins)
		}
		return policy, value
	}
	count := 0
	for _, c := range []struct {
		moves []game.Move
		asked bool
	}{
		{[]game.Move{6, 8, 16, 18}, true},
		{[]game.Move{6, 8, 16, 18}, false},
		{[]game.Move{16, 8, 6, 18}, true}, // the last move but one differs
		{[]game.Move{6, 18, 16, 8}, true}, // the last move differs
		{[]game.Move{6, 8, 16, 18, 12, 11}, true},
		{[]game.Move{16, 18, 6, 8, 12, 11}, false},
		{[]game.Move{6, 8, 16, 18, 12, game.Pass}, true},
		{[]game.Move{6, 8, 16, 18, game.Pass}, false}, // White passes, too, and wins: no evaluation
	} {
		policy, value := evaluate(s, c.moves...)
		other, want := evaluate(netStateOf(t, net, ShippedSearch(), played(t, "weiqi:komi=6.5", "grid:5")), c.moves...)
		if math.Abs(value-want) > 1e-4 || len(policy) != len(other) {
			t.Fatalf("%v: %v and %d moves, evaluated alone %v and %d", c.moves, value, len(policy), want, len(other))
		}
		for i := range policy {
			if math.Abs(float64(policy[i]-other[i])) > 1e-4 {
				t.Errorf("%v: the prior of move %d is %v, alone %v", c.moves, i, policy[i], other[i])
			}
		}
		if c.asked {
			count++
		}
		if len(s.known.keys) != count || len(s.known.at) != count {
			t.Errorf("%v: %d cached, want %d", c.moves, len(s.known.keys), count)
		}
	}
}

// TestKnownRoom keeps as many of the latest as fit.
func TestKnownRoom(t *testing.T) {
	const points, room = 3, 3 * knownPage
	var bytes atomic.Int64
	bytes.Store(room * (4*(2*points+knownBoard) + knownKey))
	k := newKnown(points, &bytes)
	of := func(i int) neural.Output {
		x := float32(i)
		return neural.Output{Policy: []float32{x, x + 1, x + 2}, Ownership: []float32{-x, x - 1, 0}, Pass: x / 2, Win: 1 / (1 + x)}
	}
	for i := range 3*room + 7 {
		k.note(uint64(i), of(i))
		for _, back := range []int{0, 1, room - 1, room} {
			j := i - back
			if j < 0 {
				continue
			}
			out, ok := k.recall(uint64(j))
			if ok != (back < room) {
				t.Fatalf("after %d, %d is known: %v", i, j, ok)
			}
			if want := of(j); ok &&
				(out.Policy[2] != want.Policy[2] || out.Ownership[0] != want.Ownership[0] || out.Pass != want.Pass || out.Win != want.Win) {
				t.Fatalf("after %d, of %d: %+v, want %+v", i, j, out, want)
			}
		}
	}
	if len(k.at) != room || len(k.keys) != room || len(k.pages) != room/knownPage || bytes.Load() != 0 {
		t.Errorf("%d keys, %d in the map, %d pages, room for %d bytes", len(k.keys), len(k.at), len(k.pages), bytes.Load())
	}
	other := newKnown(points, &bytes) // of another thread, with no memory left
	other.note(1, of(1))
	if _, ok := other.recall(1); ok || bytes.Load() != 0 {
		t.Errorf("something is known without room; %d bytes are left", bytes.Load())
	}
}

// TestViewKey plays random moves on small boards, where the same stones recur in many ways, under
// all kinds of rules: positions with the same key have the same features, for every feature set.
func TestViewKey(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"path:6", "grid:3x2"} {
		for _, id := range []string{
			"komi=3.5", "komi=3.5,ko=situational", "komi=3.5,ko=simple", "komi=0.5,score=territory", "komi=0.5,suicide=yes",
		} {
			for _, features := range []string{featuresAll, featuresArea, featuresPlain} {
				testViewKey(t, spec, id, features)
			}
		}
	}
}

func testViewKey(t *testing.T, spec, id, features string) {
	t.Helper()
	s := netStateOf(t, untrained(t), &NetSearch{}, played(t, id, spec))
	s.viewer.features = features
	r := rand.New(rand.NewPCG(51, 52))
	seen, again := map[uint64]string{}, 0
	for range 500 {
		s.Reset()
		var moves []game.Move
		for len(moves) < 16 && !s.Terminal() {
			in, key := s.view(), s.viewKey()
			evaluations := fmt.Sprint(in.Planes, s.viewer.legal)
			if before, ok := seen[key]; ok {
				if again++; before != evaluations {
					t.Fatalf("%s, %s, features %q, %v: a position with other features has the same key", spec, id, features, moves)
				}
			}
			seen[key] = evaluations
			m := game.Pass
			if p := game.Point(r.IntN(len(s.viewer.legal))); s.At(p) == game.Empty && s.legal(p) && r.IntN(6) > 0 {
				m = game.Place(p) // into eyes as well
			}
			s.Play(m)
			moves = append(moves, m)
		}
	}
	if again < 100 {
		t.Errorf("%s, %s: only %d positions came again", spec, id, again)
	}
}

// TestLike compares positions: the last moves count, and the stones around them.
func TestLike(t *testing.T) {
	testenv.SkipUnderRace(t)
	like := func(names ...string) uint64 {
		return netStateOf(t, untrained(t), &NetSearch{}, played(t, "komi=6.5", "grid:9", names...)).BiasKey()
	}
	for _, c := range []struct {
		name string
		a, b []string
		same bool
	}{
		{"those before in another order", []string{"e5", "c3", "a9", "j1", "g7", "g6"}, []string{"a9", "j1", "e5", "c3", "g7", "g6"}, true},
		{"another stone far away", []string{"e5", "c3", "a9", "j1", "g7", "g6"}, []string{"e5", "c3", "a8", "j1", "g7", "g6"}, true},
		{"another last one but one", []string{"e5", "c3", "a9", "g6"}, []string{"a9", "c3", "e5", "g6"}, false},
		{"another last one", []string{"a1", "g6", "a9", "f6"}, []string{"a1", "f6", "a9", "g6"}, false},
		{"one more nearby", []string{"e5", "c3", "a9", "g6"}, []string{"f6", "c3", "a9", "g6"}, false},
		{"a stone of the other side", []string{"f6", "c3", "a9", "j1", "g7", "g6"}, []string{"c3", "f6", "a9", "j1", "g7", "g6"}, false},
		{"a stone in atari", []string{"b1", "a1", "j9", "c1", "h9", "j1", "b3"}, []string{"b1", "a1", "j9", "e1", "h9", "j1", "b3"}, false},
	} {
		if a, b := like(c.a...), like(c.b...); a == 0 || b == 0 || (a == b) != c.same {
			t.Errorf("%s: %x and %x", c.name, a, b)
		}
	}
	if like("e5", "c3", "pass") != 0 || like() != 0 {
		t.Error("a position after a pass, or the first one, is like another")
	}
}
