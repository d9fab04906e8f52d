package capturefive_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/capturefive"
)

// slow is a second implementation of Position that follows docs/rules.md literally: it searches the
// whole board for every question and keeps every position.
type slow struct {
	opt    capturefive.Options
	b      *board.Board
	rows   [][]game.Point // every row of n points, in both directions
	stones []game.Color
	toPlay game.Color
	past   []slowPast // the positions so far, the current one last
	passes int
	taken  [3]int
	won    game.Color
}

type slowPast struct {
	stones []game.Color
	toPlay game.Color
}

func newSlow(opt capturefive.Options, b *board.Board) *slow {
	s := &slow{opt: opt, b: b, stones: make([]game.Color, b.Len()), toPlay: game.Black, rows: slowRows(opt, b)}
	s.remember()
	return s
}

func (s *slow) remember() { s.past = append(s.past, slowPast{slices.Clone(s.stones), s.toPlay}) }

// slowRows lists the rows of n different points along lines that count.
func slowRows(opt capturefive.Options, b *board.Board) (rows [][]game.Point) {
	lines := b.Lines()
	for p := range game.Point(b.Len()) {
		for d := range lines.Dirs {
			if opt.Lines == capturefive.OrthogonalLines && lines.Axis(p, d) != board.Orthogonal {
				continue
			}
			points, at := []game.Point{p}, board.Step{To: p, Dir: int8(d)}
			for len(points) < opt.N {
				at = lines.Next(at.To, int(at.Dir))
				if at.To == board.None || slices.Contains(points, at.To) {
					break
				}
				points = append(points, at.To)
			}
			if len(points) == opt.N {
				rows = append(rows, points)
			}
		}
	}
	return rows
}

// breathes reports whether the chain of p reaches an empty point.
func (s *slow) breathes(stones []game.Color, p game.Point) bool {
	met := map[game.Point]bool{p: true}
	walk := []game.Point{p}
	for i := 0; i < len(walk); i++ {
		for _, q := range s.b.Neighbors(walk[i]) {
			if stones[q] == game.Empty {
				return true
			}
			if stones[q] == stones[p] && !met[q] {
				met[q] = true
				walk = append(walk, q)
			}
		}
	}
	return false
}

// after returns the stones after one on p, and the number of captured stones. ok is false for
// suicide.
func (s *slow) after(p game.Point) (stones []game.Color, taken int, ok bool) {
	stones = slices.Clone(s.stones)
	stones[p] = s.toPlay
	if !s.opt.Captures {
		return stones, 0, true
	}
	var dead []game.Point
	for q, c := range stones {
		if c == s.toPlay.Other() && !s.breathes(stones, game.Point(q)) {
			dead = append(dead, game.Point(q))
		}
	}
	for _, q := range dead {
		stones[q] = game.Empty
	}
	return stones, len(dead), s.breathes(stones, p)
}

// repeats reports whether the ko rule forbids the resulting stones.
func (s *slow) repeats(stones []game.Color) bool {
	for i, past := range s.past {
		if !slices.Equal(past.stones, stones) {
			continue
		}
		switch s.opt.Ko {
		case capturefive.PositionalKo:
			return true
		case capturefive.SituationalKo:
			if past.toPlay != s.toPlay {
				return true
			}
		case capturefive.SimpleKo:
			if i == len(s.past)-2 {
				return true
			}
		}
	}
	return false
}

// canPlace returns the reason why the side to move may not place a stone on p.
func (s *slow) canPlace(p game.Point) game.Reason {
	if s.stones[p] != game.Empty {
		return game.Occupied
	}
	stones, _, ok := s.after(p)
	switch {
	case !ok:
		return game.Suicide
	case s.opt.Captures && s.repeats(stones):
		return game.Ko
	}
	return game.Legal
}

// outcome returns whether the game is over, and how.
func (s *slow) outcome() (over bool, how string) {
	stuck, full := true, true
	for p, c := range s.stones {
		full = full && c != game.Empty
		stuck = stuck && s.canPlace(game.Point(p)) != game.Legal
	}
	switch {
	case s.won != game.Empty:
		return true, map[int]string{3: "three", 4: "four", 5: "five", 6: "six"}[s.opt.N]
	case s.passes == 2:
		return true, "two passes"
	case full:
		return true, "board full"
	case stuck && !s.opt.Pass:
		return true, "blocked"
	}
	return false, ""
}

func (s *slow) play(m game.Move) {
	s.passes++
	if m != game.Pass {
		stones, taken, _ := s.after(m.Point())
		s.stones, s.passes = stones, 0
		s.taken[s.toPlay] += taken
		if s.longest(s.toPlay) >= s.opt.N {
			s.won = s.toPlay
		}
	}
	s.toPlay = s.toPlay.Other()
	s.remember()
}

// longest returns n if a row of n has only stones of colour c, else the longest shorter row, found
// by the same list for smaller n.
func (s *slow) longest(c game.Color) int {
	for _, row := range s.rows {
		if !slices.ContainsFunc(row, func(p game.Point) bool { return s.stones[p] != c }) {
			return s.opt.N
		}
	}
	if s.opt.N == 1 {
		return 0
	}
	shorter := *s
	shorter.opt.N--
	shorter.rows = slowRows(shorter.opt, s.b)
	return shorter.longest(c)
}

// compare reports differences between pos and the second implementation.
func (s *slow) compare(t *testing.T, pos *capturefive.Position) {
	t.Helper()
	for p, c := range s.stones {
		if pos.At(game.Point(p)) != c {
			t.Fatalf("%s is %s, want %s after %v", pos.Board().Name(game.Point(p)), pos.At(game.Point(p)), c, pos.Moves())
		}
	}
	over, how := s.outcome()
	if out := pos.Outcome(); out.Over != over || out.How != how || out.Winner != s.won {
		t.Fatalf("%+v, want %s by %q after %v", out, s.won, how, pos.Moves())
	}
	for p := range game.Point(s.b.Len()) {
		want := s.canPlace(p)
		if over {
			want = game.GameOver
		}
		if got := pos.Check(game.Place(p)); got != want {
			t.Fatalf("%s is %q, want %q after %v\n%s", pos.Board().Name(p), got.Code(), want.Code(), pos.Moves(), game.Picture(pos))
		}
	}
	for _, c := range []game.Color{game.Black, game.White} {
		if pos.Captures(c) != s.taken[c] {
			t.Fatalf("%s has captured %d, want %d after %v", c, pos.Captures(c), s.taken[c], pos.Moves())
		}
		if got, want := pos.Longest(c), s.longest(c); min(got, s.opt.N) != want {
			t.Fatalf("%s has a row of %d, want %d after %v", c, got, want, pos.Moves())
		}
	}
	s.compareKo(t, pos)
}

// compareKo checks that the simple ko point is the one that recreates the position before the last
// move.
func (s *slow) compareKo(t *testing.T, pos *capturefive.Position) {
	t.Helper()
	if s.opt.Ko != capturefive.SimpleKo || pos.Outcome().Over {
		return
	}
	want := board.None
	for p := range game.Point(s.b.Len()) {
		if s.canPlace(p) == game.Ko {
			want = p
		}
	}
	if got := pos.Ko(); got != want {
		t.Fatalf("ko on %d, want %d after %v", got, want, pos.Moves())
	}
}

// sets are the compared options, on boards where captures are frequent and lines are unusual.
var sets = []struct{ id, board string }{
	{"n=5,ko=simple", "grid:5x2"}, {"n=5,ko=positional", "grid:5x2"}, {"n=5,ko=situational", "grid:5x2"},
	{"n=5,ko=simple,pass=yes", "grid:5x2"}, {"n=5,pass=yes", "grid:5x3"}, {"n=5,ko=situational,pass=yes", "grid:5x2"},
	{"n=4,ko=simple", "torus:4x4"}, {"n=4", "grid:4"}, {"n=4,lines=all", "grid:5"}, {"n=5", "hex:3"}, {"n=4", "cube:3"},
	{"n=5,pass=yes", "mobius:5x3"}, {"n=4,lines=all", "projective:4x4"}, {"n=5", "circle:3x5"}, {"n=4,captures=no", "grid:4"},
	{"n=3,captures=no,pass=yes", "grid:3"}, {"n=6", "grid:6x2"}, {"n=4,lines=all", "sphere:6x5"},
}

// follow plays the moves that next chooses on both implementations.
func follow(t *testing.T, r *capturefive.Rules, b *board.Board, plies int, next func(n int) int) {
	pos, err := r.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	twin := newSlow(r.Options(), b)
	for range plies {
		moves := pos.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[next(len(moves))]
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		twin.play(m)
		twin.compare(t, pos)
	}
}

func TestAgainstSlow(t *testing.T) {
	for _, c := range sets {
		t.Run(c.id+" on "+c.board, func(t *testing.T) {
			r, b := rules(t, c.id), gametest.Board(t, c.board)
			for seed := range uint64(15) {
				rng := rand.New(rand.NewPCG(seed, 5))
				follow(t, r, b, 4*b.Len(), rng.IntN)
			}
		})
	}
}

// FuzzMoves plays the moves that the bytes choose, under the rules that the first byte chooses.
func FuzzMoves(f *testing.F) {
	f.Add([]byte{0, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9})
	f.Add([]byte{3, 7, 0, 0, 6, 200, 3, 2, 0, 1, 0, 1, 0, 1})
	f.Add([]byte("9 plays until there is nothing left to play, or five stones are in a row"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		c, at := sets[int(data[0])%len(sets)], 0
		// Few moves, so that no worker is still busy when the time is up.
		follow(t, rules(t, c.id), gametest.Board(t, c.board), min(len(data)-1, 30), func(n int) int {
			at++
			return int(data[at]) % n
		})
	})
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	f.Add("capturefive:n=5,lines=orthogonal,ko=positional,pass=no,captures=yes")
	f.Add("n=8,ko=simple")
	f.Add("capturefive:,n=")
	f.Fuzz(func(t *testing.T, id string) {
		r, err := capturefive.Parse(id)
		if err != nil {
			if len(err.Error()) > 4*2*60+200 { // two clipped parts, quoted
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		again, err := capturefive.Parse(r.ID())
		if err != nil || again.ID() != r.ID() {
			t.Errorf("%q becomes %q, and that %v", id, r.ID(), err)
		}
	})
}
