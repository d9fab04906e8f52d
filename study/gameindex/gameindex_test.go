package gameindex

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/record"
	"moyo/internal/testenv"
)

// add sorts entries into a new segment.
func (m memoryPages) add(t testing.TB, entries []Entry) int64 {
	t.Helper()
	id := int64(len(m) + 1)
	m[id] = []Page{}
	slices.SortFunc(entries, Compare)
	w := Writer{Emit: func(p Page) error { m[id] = append(m[id], p); return nil }}
	for _, e := range entries {
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return id
}

// opener opens boards of the catalog, each once.
func opener() game.Opener {
	ready := map[string]*board.Board{}
	return game.Opener{Rules: catalog.Rules, Board: func(spec string) (*board.Board, error) {
		if b := ready[spec]; b != nil {
			return b, nil
		}
		b, err := catalog.Board(spec, nil)
		ready[spec] = b
		return b, err
	}}
}

// random plays a random game.
func random(t testing.TB, rng *rand.Rand, open game.Opener, rules, spec string, moves int) game.Position {
	t.Helper()
	r, err := open.Rules(rules)
	if err != nil {
		t.Fatal(err)
	}
	b, err := open.Board(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for range moves {
		legal := pos.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		if err := pos.Play(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

// shelf is a library in memory, with a slow index of all its positions.
type shelf struct {
	games []game.Position
	of    map[string]*Symmetries
	slow  map[string][][2]int // by the smallest text of a position: games and plies
	pages memoryPages
	ids   []int64
}

func newShelf(t testing.TB, games []game.Position) *shelf {
	s := &shelf{games: games, of: map[string]*Symmetries{}, slow: map[string][][2]int{}, pages: memoryPages{}}
	var entries []Entry
	for i, pos := range games {
		sym := s.symmetries(pos.Board())
		entries = NewHasher(sym).Entries(entries, Entry{Game: uint32(i), Known: true, Winner: game.Color(i % 3)}, LineOf(pos))
		for ply, d := range diagrams(pos) {
			text := s.text(pos, d)
			s.slow[text] = append(s.slow[text], [2]int{i, ply})
		}
		if i%7 == 6 {
			s.ids = append(s.ids, s.pages.add(t, entries))
			entries = nil
		}
	}
	s.ids = append(s.ids, s.pages.add(t, entries))
	return s
}

func (s *shelf) symmetries(b *board.Board) *Symmetries {
	if s.of[b.Spec()] == nil {
		s.of[b.Spec()] = NewSymmetries(b)
	}
	return s.of[b.Spec()]
}

// diagrams returns the diagrams before each turn of a game, and at its end.
func diagrams(pos game.Position) []Diagram {
	turns := pos.Turns()
	stones, _ := game.Start(pos)
	var all []Diagram
	for ply := range len(turns) + 1 {
		all = append(all, Diagram{slices.Clone(stones), sideAt(pos, turns, ply)})
		if ply < len(turns) {
			turns[ply].Do(stones)
		}
	}
	return all
}

// text returns the smallest text of a diagram under all symmetries.
func (s *shelf) text(pos game.Position, d Diagram) string {
	least := ""
	for _, image := range s.symmetries(pos.Board()).images {
		text := make([]byte, len(d.Stones))
		for p, c := range d.Stones {
			text[image[p]] = '0' + byte(c)
		}
		if least == "" || string(text) < least {
			least = string(text)
		}
	}
	return family(pos.Rules().ID()) + " " + pos.Board().Spec() + " " + d.ToPlay.String() + " " + least
}

// turned returns a diagram under a symmetry.
func turned(image []game.Point, d Diagram) Diagram {
	stones := make([]game.Color, len(d.Stones))
	for p, c := range d.Stones {
		stones[image[p]] = c
	}
	return Diagram{stones, d.ToPlay}
}

// check finds every position of a game under a random symmetry, and compares the games and next
// moves with the slow index.
func (s *shelf) check(t *testing.T, rng *rand.Rand, pos game.Position) {
	t.Helper()
	sym := s.symmetries(pos.Board())
	for ply, was := range diagrams(pos) {
		d := turned(sym.images[rng.IntN(len(sym.images))], was)
		if !sym.Same(d, was) {
			t.Fatal("a diagram is not the same as itself turned")
		}
		place := sym.Place(pos.Rules().ID(), d)
		found := map[[2]int]bool{}
		err := Find(t.Context(), s.pages, s.ids, place.Key, func(e Entry) {
			found[[2]int{int(e.Game), int(e.Ply)}] = true
			other := s.games[e.Game]
			if !sym.Same(d, DiagramAt(other, int(e.Ply))) {
				t.Fatalf("game %d has another position after %d moves", e.Game, e.Ply)
			}
			s.checkNext(t, sym, d, place, e)
		})
		if err != nil {
			t.Fatal(err)
		}
		want := s.slow[s.text(pos, was)]
		if len(found) != len(want) || slices.ContainsFunc(want, func(w [2]int) bool { return !found[w] }) {
			t.Fatalf("%s on %s after %d moves: found %v, want %v", pos.Rules().ID(), pos.Board().Spec(), ply, found, want)
		}
	}
}

// checkNext: the move of an entry, played on the query's diagram, gives the next position of the
// game if it captures nothing.
func (s *shelf) checkNext(t *testing.T, sym *Symmetries, d Diagram, place Place, e Entry) {
	t.Helper()
	other := s.games[e.Game]
	turns := other.Turns()
	if int(e.Ply) == len(turns) {
		if e.Next != End {
			t.Fatalf("the end has the move %d", e.Next)
		}
		return
	}
	turn := turns[e.Ply]
	at, ok := place.Point(e.Next)
	if ok != (turn.Move >= 0) || turn.Move == game.Pass && e.Next != Passed {
		t.Fatalf("the move %d is %d", turn.Move, e.Next)
	}
	if !ok || turn.Kind != game.TurnStone || len(turn.Taken) > 0 {
		return
	}
	after := Diagram{slices.Clone(d.Stones), sideAt(other, turns, int(e.Ply)+1)}
	after.Stones[at] = turn.Color
	if !sym.Same(after, DiagramAt(other, int(e.Ply)+1)) {
		t.Fatalf("game %d, move %d: %d on the diagram is another move", e.Game, e.Ply, at)
	}
}

// TestDiagramAt returns the side to move; after the end of a game, the side that would be next.
func TestDiagramAt(t *testing.T) {
	r, err := opener().Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(mustBoard(t, "grid:3"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []game.Move{game.Place(4), game.Pass, game.Pass} {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for ply, want := range []game.Color{game.Black, game.White, game.Black, game.White} {
		if got := DiagramAt(pos, ply).ToPlay; got != want || !pos.Outcome().Over {
			t.Errorf("before turn %d it is the turn of %s, want %s", ply, got, want)
		}
	}
}

// TestFind plays random games, many with the same start, and finds each position.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	open := opener()
	var games []game.Position
	for _, c := range [][2]string{
		{"weiqi", "grid:5"}, {"weiqi", "grid:2"}, {"weiqi:suicide=yes,komi=0.5", "grid:3"},
		{"weiqi:handicap=3", "grid:9"}, {"weiqi", "grid:4x3"}, {"weiqi", "cycle:7"}, {"weiqi", "torus:4x4"},
		{"gomoku", "grid:9"}, {"gomoku:n=3", "grid:9"}, {"gomoku:opening=swap2", "grid:9"},
		{"capturefive", "grid:5"}, {"connect4", "grid:7x6"}, {"atari-go", "grid:5"}, {"weiqi", "cube:3"},
	} {
		for range 9 {
			games = append(games, random(t, rng, open, c[0], c[1], 40))
		}
	}
	s := newShelf(t, games)
	for _, pos := range games {
		s.check(t, rng, pos)
	}
	if small := s.symmetries(games[0].Board()); len(small.images) != 8 {
		t.Errorf("%d symmetries of a square", len(small.images))
	}
}

// TestReflections: on a symmetric position a move and its reflection are one, also in a symmetric
// corner.
func TestReflections(t *testing.T) {
	open := opener()
	b := mustBoard(t, "grid:13")
	sym := NewSymmetries(b)
	d := Diagram{make([]game.Color, b.Len()), game.Black}
	corner, _ := sym.CornerPlace("weiqi", d, 6, 0)
	pages, whole, corners := memoryPages{}, NewTally(9), NewTally(9)
	var ids []int64
	for i, name := range []string{"C4", "D3", "K3", "L4", "L10", "K11", "D11", "C10"} {
		pos := random(t, nil, open, "weiqi", "grid:13", 0)
		m, err := game.ParseMove(pos, name)
		if err != nil || pos.Play(m) != nil {
			t.Fatal(name, err)
		}
		ids = append(ids, pages.add(t, NewHasher(sym).Entries(nil, Entry{Game: uint32(i)}, LineOf(pos))))
	}
	for key, tally := range map[uint64]*Tally{sym.Place("weiqi", d).Key: whole, corner.Key: corners} {
		if err := Find(t.Context(), pages, ids, key, tally.Add); err != nil {
			t.Fatal(err)
		}
		if moves := tally.Moves(); len(moves) != 1 || moves[0].Times != 8 {
			t.Errorf("%+v, want one move, 8 times", moves)
		}
	}
}

// TestMany: on a board with too many symmetries only the identity is used, since a part of them
// would not be a group.
func TestMany(t *testing.T) {
	b, err := catalog.Board("torus:9x9", nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(NewSymmetries(b).images); n != 1 {
		t.Errorf("%d symmetries, want 1", n)
	}
}

// shared returns the games of the shared test records that are without faults and later setups.
func shared(t testing.TB) (games []game.Position, all, bad int) {
	files, err := filepath.Glob(filepath.Join(testenv.SharedData(t), "sgf", "*.sgf"))
	if err != nil || len(files) < 400 {
		t.Fatalf("%d files %v", len(files), err)
	}
	open := opener()
	seen := map[[16]byte]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range Records(string(text)) {
			all++
			if err != nil {
				bad++
				continue
			}
			g, err := NewReader(open).Read(r)
			if err != nil {
				bad++
				continue
			}
			if !seen[g.Sum] && len(g.Repairs) == 0 && len(g.Line.Setups) == 0 {
				seen[g.Sum] = true
				games = append(games, played(t, r, open))
			}
		}
	}
	return games, all, bad
}

// TestShared finds every position of 12 external records among all of them.
func TestShared(t *testing.T) {
	testenv.SkipUnderRace(t)
	games, all, bad := shared(t)
	t.Logf("%d games, %d bad, %d kept", all, bad, len(games))
	if all < 500 || bad > 0 || len(games) < 200 {
		t.Errorf("%d games, %d kept", all, len(games))
	}
	rng := rand.New(rand.NewPCG(3, 4))
	s := newShelf(t, games)
	for _, i := range rng.Perm(len(games))[:12] {
		s.check(t, rng, games[i])
	}
}

// TestCorners finds patterns in corners: in every other corner, reflected, on a larger grid.
func TestCorners(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	open := opener()
	small := random(t, rng, open, "weiqi", "grid:13", 0)
	var line []string
	for _, name := range []string{"C3", "C5", "E3", "K10", "C7", "D6", "F6"} { // K10 is outside
		m, err := game.ParseMove(small, name)
		if err != nil || small.Play(m) != nil {
			t.Fatal(name, err)
		}
		line = append(line, name)
	}
	sym := NewSymmetries(small.Board())
	pages := memoryPages{}
	ids := []int64{pages.add(t, NewHasher(sym).Entries(nil, Entry{Game: 1}, LineOf(small)))}
	for _, image := range sym.images {
		for ply := range len(line) + 1 {
			d := turned(image, DiagramAt(small, ply))
			for side := range 4 {
				for _, size := range cornerSizes {
					place, ok := sym.CornerPlace("weiqi:komi=0.5", d, size, side)
					if !ok {
						t.Fatal("no corner of", size)
					}
					checkCorner(t, pages, ids, small, d, place)
				}
			}
		}
	}
	large := NewSymmetries(mustBoard(t, "grid:19x15"))
	big := make([]game.Color, 19*15)
	for _, m := range small.Moves()[:3] {
		big[(int(m)%13)*19+18-(12-int(m)/13)] = small.At(m.Point()) // from the lower left to the upper right corner
	}
	place, ok := large.CornerPlace("weiqi", Diagram{big, game.Black}, 6, 1)
	if n := count(t, pages, ids, place.Key); !ok || n != 1 {
		t.Errorf("found %d times on another grid", n)
	}
	if _, ok := large.CornerPlace("weiqi", Diagram{big, game.Black}, 12, 1); ok {
		t.Error("a corner larger than half the board")
	}
}

func mustBoard(t *testing.T, spec string) *board.Board {
	t.Helper()
	b, err := catalog.Board(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func count(t *testing.T, pages memoryPages, ids []int64, key uint64) (n int) {
	t.Helper()
	if err := Find(t.Context(), pages, ids, key, func(Entry) { n++ }); err != nil {
		t.Fatal(err)
	}
	return n
}

// checkCorner finds a corner: each result has the pattern in some corner, and its next move was
// played there.
func checkCorner(t *testing.T, pages memoryPages, ids []int64, pos game.Position, d Diagram, place CornerPlace) {
	t.Helper()
	n := 0
	err := Find(t.Context(), pages, ids, place.Key, func(e Entry) {
		n++
		then := DiagramAt(pos, int(e.Ply))
		if !place.SameCorner(pos.Board(), d.Stones, then.Stones) {
			t.Fatalf("after %d moves the game has another corner", e.Ply)
		}
		at, color, ok := place.Move(e.Next)
		if !ok {
			if e.Next != End {
				t.Fatalf("the entry %d has no move", e.Next)
			}
			return
		}
		after := slices.Clone(d.Stones)
		after[at] = color
		for ply := range len(pos.Turns()) + 1 {
			if place.SameCorner(pos.Board(), after, DiagramAt(pos, ply).Stones) {
				return
			}
		}
		t.Fatalf("after %d moves %s plays elsewhere than at %s", e.Ply, color, pos.Board().Name(at))
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatal("a corner of the game is not found")
	}
}

// TestTally counts, and keeps the newest.
func TestTally(t *testing.T) {
	tally := NewTally(3)
	for i := range uint32(20) {
		tally.Add(Entry{Game: i, Next: firstPoint + Next(i%5/4), Winner: game.Color(i % 3), Known: i%4 > 0, Year: uint8(i % 10)})
	}
	moves := tally.Moves()
	want := []MoveResults{
		{Next: firstPoint, Times: 16, Black: 3, White: 4, Draws: 4, Other: 5, Year: 1908},
		{Next: firstPoint + 1, Times: 4, Black: 2, White: 0, Draws: 2, Other: 0, Year: 1909},
	}
	if len(moves) != 2 || moves[0].Times+moves[1].Times != 20 || moves[0].Next != firstPoint ||
		moves[0].Times != want[0].Times || moves[0].Year != want[0].Year || moves[1].Year != want[1].Year {
		t.Errorf("%+v", moves)
	}
	for _, m := range moves {
		if m.Black+m.White+m.Draws+m.Other != m.Times {
			t.Errorf("%+v does not add up", m)
		}
	}
	if hits := tally.Hits(); len(hits) != 3 || hits[0].Game != 19 || hits[1].Game != 9 || hits[2].Game != 18 {
		t.Errorf("%+v", hits)
	}
}

// openings are the first moves of the games of the benchmark.
func openings(b testing.TB, rng *rand.Rand, open game.Opener) (all []game.Position) {
	for range 50 {
		all = append(all, random(b, rng, open, "weiqi", "grid:19", 12))
	}
	return all
}

// texts returns records of games with 200 moves, each with one of some openings.
func texts(b testing.TB, n int) string {
	rng := rand.New(rand.NewPCG(7, 8))
	open := opener()
	begin := openings(b, rng, open)
	var text strings.Builder
	for i := range n {
		pos := begin[i%len(begin)].Clone()
		for len(pos.Moves()) < 200 {
			_ = pos.Play(game.Move(rng.IntN(361)))
		}
		text.WriteString(record.Of(pos, 1).String())
	}
	return text.String()
}
