package weiqi

import (
	"math"
	"testing"

	"moyo/engine/neural"
	"moyo/game"
)

// TestKnown judges positions that are reached in several ways: what was said before is said again where all that the
// network sees is the same, and nowhere else.
func TestKnown(t *testing.T) {
	net := Shipped()
	s := ledState(t, net, ShippedLed(), played(t, "weiqi:komi=6.5", "grid:5"))
	judge := func(s *led, moves ...game.Move) ([]float32, float64) {
		s.Reset()
		for _, m := range moves {
			s.Play(m)
		}
		children, value := s.Judge(nil)
		var chances []float32
		for _, c := range children {
			chances = append(chances, c.Wins)
		}
		return chances, value
	}
	count := 0
	for _, c := range []struct {
		moves []game.Move
		asked bool
	}{
		{[]game.Move{6, 8, 16, 18}, true},
		{[]game.Move{6, 8, 16, 18}, false},
		{[]game.Move{16, 8, 6, 18}, true}, // the last but one is another
		{[]game.Move{6, 18, 16, 8}, true}, // the last is another
		{[]game.Move{6, 8, 16, 18, 12, 11}, true},
		{[]game.Move{16, 18, 6, 8, 12, 11}, false},
		{[]game.Move{6, 8, 16, 18, 12, game.Pass}, true},
		{[]game.Move{6, 8, 16, 18, game.Pass}, false}, // White passes, too, and wins: nothing is asked
	} {
		chances, value := judge(s, c.moves...)
		other, want := judge(ledState(t, net, ShippedLed(), played(t, "weiqi:komi=6.5", "grid:5")), c.moves...)
		if math.Abs(value-want) > 1e-4 || len(chances) != len(other) {
			t.Fatalf("%v: %v and %d moves, judged alone %v and %d", c.moves, value, len(chances), want, len(other))
		}
		for i := range chances {
			if math.Abs(float64(chances[i]-other[i])) > 1e-4 {
				t.Errorf("%v: the chance of move %d is %v, alone %v", c.moves, i, chances[i], other[i])
			}
		}
		if c.asked {
			count++
		}
		if len(s.known.keys) != count || len(s.known.at) != count {
			t.Errorf("%v: %d are known, want %d", c.moves, len(s.known.keys), count)
		}
	}
}

// TestKnownRoom keeps the latest, as many as there is room for.
func TestKnownRoom(t *testing.T) {
	const points, room = 3, 150
	k := newKnown(points, room*(4*(2*points+knownBoard)+knownKey))
	of := func(i int) neural.Output {
		x := float32(i)
		return neural.Output{Policy: []float32{x, x + 1, x + 2}, Owner: []float32{-x, x - 1, 0}, Pass: x / 2, Win: 1 / (1 + x)}
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
			if want := of(j); ok && (out.Policy[2] != want.Policy[2] || out.Owner[0] != want.Owner[0] || out.Pass != want.Pass || out.Win != want.Win) {
				t.Fatalf("after %d, of %d: %+v, want %+v", i, j, out, want)
			}
		}
	}
	if len(k.at) != room || len(k.keys) != room || len(k.pages) != (room+knownPage-1)/knownPage {
		t.Errorf("%d keys, %d in the map, %d pages", len(k.keys), len(k.at), len(k.pages))
	}
}
