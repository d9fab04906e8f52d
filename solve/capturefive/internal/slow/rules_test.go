package slow_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/internal/testenv"
	"moyo/solve/capturefive/internal/slow"
)

// boards of every kind with lines.
var boards = []string{
	"grid:3", "grid:4x3", "grid:5", "grid:2x5", "grid:7", "grid:8x2", "torus:8x2", "grid:8x3",
	"torus:3x3", "torus:4x4", "torus:3x5", "torus:6x6", "hex:2", "hex:3", "hex:4",
	"cube:2", "cube:3", "cylinder:5x4", "cylinder:3x3", "mobius:5x3", "mobius:4x4", "klein:4x4", "projective:4x4", "sphere:6x4", "circle:3x6",
	"lattice:5x5-C3", "box:3x3x3", "geodesic:1", "geodesic:2", "honeycomb:2",
}

// narrow boards, on which captures are more frequent than rows.
var narrow = []struct {
	spec string
	n    int
}{{"grid:5x2", 5}, {"grid:8x2", 8}, {"grid:4x2", 4}, {"grid:5x3", 5}, {"cylinder:5x2", 5}, {"mobius:5x2", 5}}

// everyRule calls f with the options of each set of rules.
func everyRule(f func(i int, opt capturefive.Options)) {
	for i := range 4 * 2 * 2 * 2 * 3 {
		f(i, capturefive.Options{
			N: []int{3, 4, 5, 8}[i&3], Lines: capturefive.Lines(i >> 2 & 1), Captures: i>>3&1 == 0, Pass: i>>4&1 == 0, Ko: capturefive.Ko(i >> 5),
		})
	}
}

func oracle(b *board.Board, opt capturefive.Options) *slow.Rules {
	return &slow.Rules{Board: b, N: opt.N, Diagonals: opt.Lines == capturefive.AllLines, Pass: opt.Pass, Captures: opt.Captures}
}

func koOf(opt capturefive.Options) slow.Ko {
	return map[capturefive.Ko]slow.Ko{
		capturefive.SimpleKo: slow.Simple, capturefive.PositionalKo: slow.Positional, capturefive.SituationalKo: slow.Situational,
	}[opt.Ko]
}

// match is a game played with the rules and with the oracle.
type match struct {
	r      *slow.Rules
	ko     slow.Ko
	pos    *capturefive.Position
	past   []slow.State
	now    slow.State
	moves  []slow.Move
	end    slow.Ending
	taken  [3]int
	before []match // for undo
}

func newMatch(b *board.Board, opt capturefive.Options) (*match, error) {
	rules, err := capturefive.New(opt)
	if err != nil {
		return nil, err
	}
	pos, err := rules.Start(b)
	if err != nil {
		return nil, err
	}
	m := &match{r: oracle(b, opt), ko: koOf(opt), pos: pos, now: slow.Empty()}
	m.moves = m.r.MovesAfter(m.ko, nil, m.now)
	return m, nil
}

// tally counts the comparisons.
type tally struct{ positions, wins, draws, kos, repeats int }

// playOut plays and takes back that many games on one board and compares at each step.
func (c *tally) playOut(t *testing.T, spec string, opt capturefive.Options, r *rand.Rand, steps int) {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() > slow.MaxPoints || b.Lines() == nil {
		t.Fatalf("%s: %d points", spec, b.Len())
	}
	m, err := newMatch(b, opt)
	if err != nil {
		return // no space for the row
	}
	for range steps {
		if m.compare(t); t.Failed() {
			t.Fatalf("%s %s: %s", spec, m.pos.Rules().ID(), game.Picture(m.pos))
		}
		c.positions++
		switch m.end {
		case slow.Wins:
			c.wins++
		case slow.Draw:
			c.draws++
		default:
			c.repeats += len(m.r.Moves(m.now)) - len(m.moves)
		}
		if m.now.Ko >= 0 {
			c.kos++
		}
		m.step(r)
	}
}

// TestRules plays random games on every kind of board with package capturefive and with the
// definition, and compares everything after each move.
func TestRules(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(5, 1))
	var c tally
	long := os.Getenv("MOYO_LONG") != ""
	for i, spec := range boards {
		everyRule(func(j int, opt capturefive.Options) {
			switch {
			case long:
				c.playOut(t, spec, opt, r, 400)
			case (i+j)%9 == 0:
				c.playOut(t, spec, opt, r, 30)
			}
		})
	}
	t.Logf("%+v", c)
	if c.positions < 5000 || c.wins < 150 || c.draws < 50 || c.kos < 20 {
		t.Error("too few to tell")
	}
}

// TestSuperko plays long games on boards where rows are hard to make, so that captures repeat and
// superko forbids moves that simple ko allows.
func TestSuperko(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	var c tally
	for _, on := range narrow {
		for i := range 6 {
			opt := capturefive.Options{N: on.n, Captures: true, Ko: capturefive.Ko(i % 3), Pass: i >= 3}
			c.playOut(t, on.spec, opt, r, 150)
		}
	}
	t.Logf("%+v", c)
	if c.repeats < 20 || c.kos < 20 {
		t.Error("too few to tell")
	}
}

// step plays a random move or takes some back; after the end it takes back more.
func (m *match) step(r *rand.Rand) {
	back := 0
	switch {
	case m.end != slow.GoesOn || len(m.moves) == 0:
		back = r.IntN(min(8, len(m.before)) + 1)
	case r.IntN(12) == 0:
		back = r.IntN(min(4, len(m.before)+1))
	default:
		m.play(m.choose(r))
		return
	}
	for range back {
		last := m.before[len(m.before)-1]
		m.past, m.now, m.moves, m.end, m.taken, m.before = last.past, last.now, last.moves, last.end, last.taken, last.before
		m.pos.Undo()
	}
}

// choose prefers captures and avoids passes and wins, so that games are long with many captures.
func (m *match) choose(r *rand.Rand) slow.Move {
	var good []slow.Move
	for range 3 {
		mv := m.moves[r.IntN(len(m.moves))]
		if mv.End == slow.GoesOn && mv.Point != board.None {
			good = append(good, mv)
		}
	}
	for _, mv := range m.moves {
		if count(mv.Then) <= count(m.now) && mv.Point != board.None && r.IntN(2) == 0 {
			return mv
		}
	}
	if len(good) > 0 {
		return good[0]
	}
	return m.moves[r.IntN(len(m.moves))]
}

func count(s slow.State) (stones int) {
	for _, c := range s.Stones {
		if c != game.Empty {
			stones++
		}
	}
	return stones
}

func (m *match) play(mv slow.Move) {
	saved := *m
	m.before = append(m.before[:len(m.before):len(m.before)], saved)
	if mv.Point != board.None {
		m.taken[m.now.ToPlay] += count(m.now) + 1 - count(mv.Then)
	}
	m.past = append(m.past[:len(m.past):len(m.past)], m.now)
	m.now, m.end = mv.Then, mv.End
	move := game.Pass
	if mv.Point != board.None {
		move = game.Place(mv.Point)
	}
	if err := m.pos.Play(move); err != nil {
		panic(fmt.Sprintf("%s refuses %s: %v", m.pos.Rules().ID(), m.pos.Board().Name(mv.Point), err))
	}
	m.moves = nil
	if m.end == slow.GoesOn {
		m.moves = m.r.MovesAfter(m.ko, m.past, m.now)
	}
}

// compare compares everything in the position with the oracle.
func (m *match) compare(t *testing.T) {
	t.Helper()
	m.compareOutcome(t)
	for p := range game.Point(m.r.Board.Len()) {
		if m.pos.At(p) != m.now.Stones[p] {
			t.Fatalf("%s: %s, want %s", m.r.Board.Name(p), m.pos.At(p), m.now.Stones[p])
		}
		m.compareChain(t, p)
	}
	for _, c := range []game.Color{game.Black, game.White} {
		if got, want := m.pos.Longest(c), m.r.Longest(m.now, c); got != want {
			t.Errorf("longest of %s: %d, want %d", c, got, want)
		}
		if got := m.pos.Captures(c); got != m.taken[c] {
			t.Errorf("%s has taken %d, want %d", c, got, m.taken[c])
		}
	}
	var want []game.Move
	for _, mv := range m.moves {
		want = append(want, game.Move(mv.Point))
		if mv.Point == board.None {
			want[len(want)-1] = game.Pass
		}
	}
	if got := m.pos.LegalMoves(nil); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("legal %v, want %v", got, want)
	}
	if got := m.pos.Ko(); m.end == slow.GoesOn && got != game.Point(m.now.Ko) {
		t.Errorf("ko %d, want %d", got, m.now.Ko)
	}
}

func (m *match) compareOutcome(t *testing.T) {
	t.Helper()
	out := m.pos.Outcome()
	winner, toPlay := game.Empty, m.now.ToPlay
	if m.end == slow.Wins {
		winner = toPlay.Other()
	}
	if m.end != slow.GoesOn {
		toPlay = game.Empty
	}
	if out.Over != (m.end != slow.GoesOn) || out.Winner != winner || m.pos.ToPlay() != toPlay {
		t.Errorf("outcome %+v, want winner %s, end %d; %s to play, want %s", out, winner, m.end, m.pos.ToPlay(), toPlay)
	}
	how := ""
	switch {
	case m.end == slow.Draw && m.now.Passed:
		how = "two passes"
	case m.end == slow.Draw && count(m.now) == m.r.Board.Len():
		how = "board full"
	case m.end == slow.Draw:
		how = "blocked"
	case m.end == slow.Wins:
		how = [...]string{3: "three", 4: "four", 5: "five", 8: "eight"}[m.r.N]
		if figure := m.pos.Figure(); len(figure) < m.r.N {
			t.Errorf("figure %v", figure)
		}
	}
	if !strings.EqualFold(out.How, how) {
		t.Errorf("how %q, want %q", out.How, how)
	}
}

func (m *match) compareChain(t *testing.T, p game.Point) {
	t.Helper()
	stones, liberties := m.pos.Chain(p)
	if m.now.Stones[p] == game.Empty {
		if stones != nil || liberties != nil {
			t.Errorf("a chain on empty %s", m.r.Board.Name(p))
		}
		return
	}
	wantStones, wantLiberties := m.r.Chain(m.now, p)
	if !same(stones, wantStones) || !same(liberties, wantLiberties) {
		t.Errorf("chain of %s: %v %v, want %v %v", m.r.Board.Name(p), stones, liberties, wantStones, wantLiberties)
	}
}

func same(a, b []game.Point) bool {
	set := map[game.Point]bool{}
	for _, p := range a {
		set[p] = true
	}
	for _, p := range b {
		if !set[p] {
			return false
		}
	}
	return len(a) == len(b)
}
