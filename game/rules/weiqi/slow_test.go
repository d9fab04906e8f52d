package weiqi_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// slow is a simple second implementation of Position: it floods the board for every question and
// keeps a copy of every position.
type slow struct {
	rules  weiqi.Rules
	b      *board.Board
	stones []game.Color
	toPlay game.Color
	past   []slowPast
	taken  [3]int
}

// slowPast is a position with the side that created it; the first has none.
type slowPast struct {
	stones []game.Color
	mover  game.Color
	move   game.Move
}

func newSlow(rules weiqi.Rules, b *board.Board) *slow {
	s := &slow{rules: rules, b: b, stones: make([]game.Color, b.Len()), toPlay: game.Black}
	s.past = []slowPast{{stones: slices.Clone(s.stones), move: game.NoMove}}
	return s
}

// chain returns the chain of p and whether it has a liberty.
func (s *slow) chain(stones []game.Color, p game.Point) (points []game.Point, breathes bool) {
	met := map[game.Point]bool{p: true}
	points = []game.Point{p}
	for i := 0; i < len(points); i++ {
		for _, q := range s.b.Neighbors(points[i]) {
			breathes = breathes || stones[q] == game.Empty
			if stones[q] == stones[p] && !met[q] {
				met[q] = true
				points = append(points, q)
			}
		}
	}
	return points, breathes
}

// after returns the stones after a stone on p, and the number of captured stones of each colour.
func (s *slow) after(p game.Point) (stones []game.Color, gone [3]int) {
	stones = slices.Clone(s.stones)
	stones[p] = s.toPlay
	for _, side := range []game.Color{s.toPlay.Other(), s.toPlay} {
		var dead []game.Point
		for q := range game.Point(len(stones)) {
			if stones[q] == side {
				if _, breathes := s.chain(stones, q); !breathes {
					dead = append(dead, q)
				}
			}
		}
		for _, q := range dead {
			stones[q] = game.Empty
			gone[side]++
		}
	}
	return stones, gone
}

func (s *slow) over() bool {
	n := len(s.past)
	if n > 2 && s.past[n-1].move == game.Pass && s.past[n-2].move == game.Pass {
		return true
	}
	if s.rules.Ko != weiqi.SimpleKo {
		return false
	}
	count := 0
	for i, q := range s.past {
		if slices.Equal(q.stones, s.stones) && s.turnAfter(i) == s.toPlay {
			count++
		}
	}
	return count >= 3
}

// turnAfter returns the side to move in position i.
func (s *slow) turnAfter(i int) game.Color {
	if s.past[i].mover == game.Empty {
		return game.Black
	}
	return s.past[i].mover.Other()
}

func (s *slow) check(m game.Move) game.Reason {
	switch {
	case s.over():
		return game.GameOver
	case m == game.Pass:
		return game.Legal
	case s.stones[m] != game.Empty:
		return game.Occupied
	}
	stones, gone := s.after(m.Point())
	if own := gone[s.toPlay]; own == 1 || own > 1 && !s.rules.Suicide {
		return game.Suicide
	}
	if s.repeats(stones) {
		return game.Ko
	}
	return game.Legal
}

// repeats reports whether the ko rule forbids the side to move to create stones.
func (s *slow) repeats(stones []game.Color) bool {
	for i, q := range s.past {
		if !slices.Equal(q.stones, stones) {
			continue
		}
		switch s.rules.Ko {
		case weiqi.PositionalKo:
			return true
		case weiqi.SituationalKo:
			if s.turnAfter(i) == s.toPlay.Other() {
				return true
			}
		case weiqi.NaturalKo:
			if q.move != game.Pass && s.turnAfter(i) == s.toPlay.Other() {
				return true
			}
		case weiqi.SimpleKo:
			if i == len(s.past)-2 && s.past[i+1].move != game.Pass {
				return true
			}
		}
	}
	return false
}

func (s *slow) play(m game.Move) {
	if m != game.Pass {
		stones, gone := s.after(m.Point())
		s.stones = stones
		s.taken[game.White] += gone[game.Black]
		s.taken[game.Black] += gone[game.White]
	}
	s.past = append(s.past, slowPast{slices.Clone(s.stones), s.toPlay, m})
	s.toPlay = s.toPlay.Other()
}

// area returns the points of each side in the words of Tromp and Taylor: its stones, and the empty
// points that reach only its colour.
func (s *slow) area() (points [3]int) {
	for p := range game.Point(len(s.stones)) {
		if c := s.stones[p]; c != game.Empty {
			points[c]++
			continue
		}
		region, _ := s.chain(s.stones, p)
		var reach [3]bool
		for _, q := range region {
			for _, r := range s.b.Neighbors(q) {
				reach[s.stones[r]] = true
			}
		}
		if reach[game.Black] != reach[game.White] {
			points[map[bool]game.Color{true: game.Black, false: game.White}[reach[game.Black]]]++
		}
	}
	return points
}

// compare reports differences between pos and the second implementation.
func (s *slow) compare(t *testing.T, pos *weiqi.Position) {
	t.Helper()
	if !slices.Equal(colors(pos), s.stones) {
		t.Fatalf("stones %v, want %v after %v", colors(pos), s.stones, pos.Moves())
	}
	for m := game.Pass; int(m) < s.b.Len(); m++ {
		if got, want := pos.Check(m), s.check(m); got != want {
			t.Fatalf("move %d is %q, want %q after %v", m, got.Code(), want.Code(), pos.Moves())
		}
	}
	for _, c := range []game.Color{game.Black, game.White} {
		if pos.Captures(c) != s.taken[c] {
			t.Fatalf("%s has captured %d, want %d after %v", c, pos.Captures(c), s.taken[c], pos.Moves())
		}
	}
	points := s.area()
	score := pos.Score(nil)
	for _, c := range []game.Color{game.Black, game.White} {
		if got := score.Stones[c] + score.Territory[c]; got != points[c] {
			t.Fatalf("%s has %d points, want %d after %v", c, got, points[c], pos.Moves())
		}
	}
}

// duel plays the moves that choose picks on both implementations.
func duel(t *testing.T, rules weiqi.Rules, b *board.Board, plies int, choose func(n int) int) {
	t.Helper()
	pos, err := rules.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	s := newSlow(rules, b)
	var moves []game.Move
	for range plies {
		s.compare(t, pos)
		if moves = pos.LegalMoves(moves[:0]); len(moves) == 0 {
			return
		}
		m := moves[choose(len(moves))]
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		s.play(m)
	}
}

// TestSlow plays random games on both implementations, on small boards, where ko and suicide are
// common.
func TestSlow(t *testing.T) {
	for _, spec := range []string{"grid:1x4", "grid:2", "grid:3", "torus:3x3", "grid:4x3", "cube:2"} {
		b := mustBoard(t, spec)
		for i, rules := range every() {
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			for range 4 {
				duel(t, rules, b, 8*b.Len(), func(n int) int {
					if k := rng.IntN(n); k < n-1 || rng.IntN(4) == 0 {
						return k
					}
					return 0
				})
			}
		}
	}
}

// FuzzPlay plays the moves that the bytes pick on both implementations, on a board and under rules
// that the first two bytes pick.
func FuzzPlay(f *testing.F) {
	f.Add([]byte{0, 0, 1, 2, 3})
	f.Add([]byte("\x02\x07the quick brown fox jumps over the lazy dog"))
	f.Add([]byte(strings.Repeat("\x01\x05\x03", 40)))
	specs := []string{"grid:1x4", "grid:2", "grid:3", "torus:3x3", "hex:2", "grid:5x4"}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 300 {
			return
		}
		rules := every()
		next := 2
		duel(t, rules[int(data[1])%len(rules)], mustBoard(t, specs[int(data[0])%len(specs)]), len(data)-2, func(n int) int {
			k := int(data[next]) % n
			next++
			return k
		})
	})
}

// TestRelabel plays the same game on a board with shuffled points: the numbering of points must not
// matter.
func TestRelabel(t *testing.T) {
	for _, spec := range []string{"grid:5", "torus:5x4", "hex:3"} {
		for seed := range uint64(4) {
			relabel(t, mustBoard(t, spec), rand.New(rand.NewPCG(seed, 11)))
		}
	}
}

func relabel(t *testing.T, b *board.Board, rng *rand.Rand) {
	t.Helper()
	to := rng.Perm(b.Len())
	var edges [][2]board.Point
	for _, e := range b.Edges() {
		edges = append(edges, [2]board.Point{board.Point(to[e[0]]), board.Point(to[e[1]])})
	}
	shuffled, err := boardfile.FromGraph("shuffled", b.Len(), edges)
	if err != nil {
		t.Fatal(err)
	}
	rules := every()[rng.IntN(8)]
	pos, err := rules.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := rules.Start(shuffled)
	if err != nil {
		t.Fatal(err)
	}
	rename := func(points []game.Point) []game.Point {
		var list []game.Point
		for _, p := range points {
			list = append(list, game.Point(to[p]))
		}
		slices.Sort(list)
		return list
	}
	for range 6 * b.Len() {
		moves := pos.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		life, twinLife := living(pos), living(twin)
		for p := range game.Point(b.Len()) {
			q := game.Point(to[p])
			stones, liberties := pos.Chain(p)
			twinStones, twinLiberties := twin.Chain(q)
			switch {
			case pos.At(p) != twin.At(q), pos.Check(game.Place(p)) != twin.Check(game.Place(q)):
				t.Fatalf("point %d differs from its twin %d", p, q)
			case !slices.Equal(rename(stones), twinStones), !slices.Equal(rename(liberties), twinLiberties):
				t.Fatalf("the chain of point %d differs from that of its twin %d", p, q)
			case life[p] != twinLife[q]:
				t.Fatalf("point %d lives is %t, its twin %t", p, life[p], twinLife[q])
			}
		}
		a, c := pos.Score(nil), twin.Score(nil)
		if a.Black != c.Black || a.White != c.White || a.Stones != c.Stones || a.Territory != c.Territory || a.Prisoners != c.Prisoners {
			t.Fatalf("score %v differs from its twin's %v", a, c)
		}
		m := moves[rng.IntN(len(moves))]
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		if m >= 0 {
			m = game.Move(to[m])
		}
		if err := twin.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}
