package weiqi

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
)

var fastSpecs = []string{
	"grid:1x2", "grid:5", "grid:9", "torus:4x4", "hex:3", "honeycomb:3", "circle:3x8", "box:3x3x2", "star:7", "complete:5",
	"path:6", "cycle:7", "geodesic:2",
}

func parseBoard(t testing.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestFastAgainstPosition plays random games on both positions under simple ko and compares the
// legality of every point, captures, chains, ko and area.
func TestFastAgainstPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for _, spec := range fastSpecs {
		t.Run(spec, func(t *testing.T) {
			b := parseBoard(t, spec)
			for range 1 + 200/b.Len() {
				sameGame(t, rng, b)
			}
		})
	}
}

// sameGame plays one game of random legal moves, sometimes into eyes.
func sameGame(t *testing.T, rng *rand.Rand, b *board.Board) {
	t.Helper()
	pos, err := Rules{Ko: SimpleKo}.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	f, loaded := NewFast(b), NewFast(b)
	for range 4 * b.Len() {
		if pos.ToPlay() == game.Empty {
			return
		}
		samePosition(t, f, pos)
		loaded.Load(pos)
		if *comparable(f) != *comparable(loaded) {
			t.Fatalf("loaded %+v, not %+v", *comparable(loaded), *comparable(f))
		}
		m := game.Pass
		if moves := pos.LegalMoves(nil); rng.IntN(20) > 0 {
			m = moves[rng.IntN(len(moves))]
			if m >= 0 && f.IsEye(m.Point(), f.ToPlay()) && rng.IntN(3) > 0 {
				continue
			}
		}
		before := pos.Captures(f.ToPlay())
		c := f.ToPlay()
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		if m == game.Pass {
			f.Pass()
		} else if n := f.Play(m.Point(), c); n != pos.Captures(c)-before {
			t.Fatalf("%v at %d takes %d, not %d", c, m, n, pos.Captures(c)-before)
		}
	}
}

// fastState is the state that equal positions share, whatever their history.
type fastState struct {
	hash        uint64
	ko          game.Point
	passes      int
	toPlay      game.Color
	black, area int
}

func comparable(f *Fast) *fastState {
	return &fastState{f.Hash(), f.Ko(), f.Passes(), f.ToPlay(), f.Count(game.Black), f.Area(make([]game.Color, f.Len()))}
}

func samePosition(t *testing.T, f *Fast, pos *Position) {
	t.Helper()
	if f.ToPlay() != pos.ToPlay() {
		t.Fatalf("%v to play, not %v", f.ToPlay(), pos.ToPlay())
	}
	for p := range game.Point(f.Len()) {
		if f.At(p) != pos.At(p) {
			t.Fatalf("%v at %d, not %v", f.At(p), p, pos.At(p))
		}
		if got, want := f.Legal(p, f.ToPlay()), pos.Check(game.Place(p)) == game.Legal; got != want {
			t.Fatalf("%v at %d: legal %v, not %v (ko %d)", f.ToPlay(), p, got, want, f.Ko())
		}
		stones, liberties := pos.Chain(p)
		if f.At(p) != game.Empty && (f.Size(p) != len(stones) || len(f.Liberties(p, make([]game.Point, 0, f.Len()))) != len(liberties)) {
			t.Fatalf("chain at %d differs", p)
		}
	}
	owner := make([]game.Color, f.Len())
	score := pos.Score(nil)
	if got := f.Area(owner); got != int(score.Black-score.White+score.Komi) {
		t.Fatalf("area %d, not %v", got, score)
	}
	for p, c := range owner {
		if c != score.Owner[p] {
			t.Fatalf("point %d is %v's, not %v's", p, c, score.Owner[p])
		}
	}
}

// TestFastHashAfresh compares the updated hash with that of the same stones placed one by one.
func TestFastHashAfresh(t *testing.T) {
	b := parseBoard(t, "torus:4x4")
	rng := NewRand(5)
	f, again := NewFast(b), NewFast(b)
	for range 2000 {
		p := f.Empty(rng.Intn(f.EmptyCount()))
		if !f.Legal(p, f.ToPlay()) || f.IsEye(p, f.ToPlay()) {
			f.Pass()
			continue
		}
		f.Play(p, f.ToPlay())
		again.Clear()
		for q := range game.Point(b.Len()) {
			if f.At(q) != game.Empty {
				again.Play(q, f.At(q))
			}
		}
		again.SetToPlay(f.ToPlay())
		again.ko = f.ko
		if f.Hash() != again.Hash() {
			t.Fatalf("hash %x, not %x", f.Hash(), again.Hash())
		}
	}
}

// TestEyes shows that connection decides, not diagonals: two chains that share two points live by
// them, and a point next to a chain in atari is not an eye.
func TestEyes(t *testing.T) {
	f := NewFast(parseBoard(t, "cycle:4"))
	f.Play(0, game.Black)
	f.Play(2, game.Black)
	for _, p := range []game.Point{1, 3} {
		if !f.IsEye(p, game.Black) || f.IsEye(p, game.White) || f.Legal(p, game.White) || !f.Legal(p, game.Black) {
			t.Errorf("cycle: point %d is not Black's eye", p)
		}
	}
	f = NewFast(parseBoard(t, "path:7")) // . # . # o . .
	f.Play(1, game.Black)
	f.Play(3, game.Black)
	f.Play(4, game.White)
	if !f.IsEye(0, game.Black) {
		t.Error("path: point 0 is an eye of a chain with two liberties")
	}
	if f.IsEye(2, game.Black) || !f.Legal(2, game.Black) || !f.Legal(2, game.White) {
		t.Error("path: at 2 the stone on 3 can be captured or connected")
	}
}
