package weiqi

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// statusPositions are finished positions. X and O live, x and o are dead, B and W are black and white stones in seki.
var statusPositions = []struct {
	name string
	rows string
}{
	{"seki with false eyes", ".....OX.. .....OX.. .....OX.. .....OX.. OOOO.OX.. BBBOOOX.. .B.BOOX.. BWBBOOX.. .W.BOOX.."},
	{"seki with a false eye in the corner", ".BB.WX... BWWWWX... BWXXXX... .WX.....X WWX...... XXX...... .......X. ..X...... ........."},
	{"shared liberties", "....OX... ....OX... ....OX... ....OX... ....OX... .OOOOXX.. .OBBBWX.. .OBB.WX.. .OBB.WX.."},
	{"three shared liberties", ".O.OBB.WWX.X. .O.OBB.WWX.X. .O.OBB.WWX.X."},
	{"an eye each", ".....OX.... .....OX.... .....OX.... .....OX.... .....OX.... .....OX.... .OOOOOXXXX. .OBBBBWWWX. .OB.B.W.WX."},
	{"an eye against none", ".....OX.... .....OX.... .....OX.... .....OX.... .....OX.... .....OX.... .OOOOOXXXX. .OxxxxOOOX. .Oxxx.O.OX."},
	{"three groups", "......... ......... OOOOOOOOO XXXXXXXXX ......... XXXXXXXX. XWWWWWWWX XWBBBBWXX XW.WW.WX."},
	{"four in a row of six", "B.WWWW.BO. BBBBBBBBO. OOOOOOOO.. .......... OOOOOOOOOO XXXXXXXXXX .......... .......... .........."},
	{"three in a row of five", "BBBBBBBO.. B.WWW.BO.. BBBBBBBO.. OOOOOOOO.. .......... OOOOOOOOOO XXXXXXXXXX .......... .........."},
	{"two in a row of four, a nakade", "xxxxxxO... x.OO.xO... xxxxxxO... OOOOOOO... .......... OOOOOOOOOO XXXXXXXXXX .......... .........."},
	{"two on the vital points of a pyramid four", "......... ......... OOOOOOOOO XXXXXXXO. ......XO. .XXXXXXO. XXoooXXO. XooXooXO. Xo.X.oXO."},
	{"bent four in the corner", "....XO... ....XO... ....XO... ....XO... ....XO... XXX.XO... ooXXXXOO. .ooooXO.. XXX.oXO.."},
	{"ten-thousand-year ko", ".O.OBW.WX.X. .O.OBBWWX.X. .O.OBB.WX.X. .O.OBB.WX.X."},
	{"double ko seki", ".O.OB.BW.W.WX.X. .O.OBBBBWWWWX.X. .O.OBBB.BWWWX.X."},
	{"death by double ko", ".O.OxO.O.OX.X. .O.OxxOOOOX.X. .O.Ox.xOOOX.X."},
}

// statusOf sets up a position of statusPositions.
func statusOf(t *testing.T, rows string) *rules.Position {
	t.Helper()
	plain := strings.NewReplacer("B", "X", "W", "O", "x", "X", "o", "O").Replace(rows)
	return setUp(t, rules.Default(), strings.Fields(plain), game.Black)
}

// statusRows writes the status of all stones as rows of statusPositions.
func statusRows(ctx context.Context, t *testing.T, e *Engine, pos *rules.Position) string {
	t.Helper()
	dead, err := e.Dead(ctx, pos)
	if err != nil {
		t.Fatal(err)
	}
	seki, err := e.Seki(ctx, pos, dead)
	if err != nil {
		t.Fatal(err)
	}
	w, h, _ := pos.Board().Grid()
	text := make([]byte, 0, (w+1)*h)
	for p := range game.Point(w * h) {
		if p > 0 && int(p)%w == 0 {
			text = append(text, ' ')
		}
		signs := ".XO"
		if slices.Contains(seki, p) {
			signs = ".BW"
		}
		if slices.Contains(dead, p) {
			signs = ".xo"
		}
		text = append(text, signs[pos.At(p)])
	}
	return string(text)
}

// TestStatus finds which stones are alive, dead and in seki. The answer is the same with either side to move, with the
// default engine and with a level, with several threads, with a deadline, and again.
func TestStatus(t *testing.T) {
	testenv.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	for _, tt := range statusPositions {
		pos := statusOf(t, tt.rows)
		e := New(Options{})
		for _, ask := range []func() string{
			func() string { return statusRows(t.Context(), t, e, pos) },
			func() string { return statusRows(ctx, t, e, pos) },
			func() string { return statusRows(t.Context(), t, New(Options{Level: 1, Threads: 4}), pos) },
		} {
			if got := ask(); got != tt.rows {
				lines := strings.NewReplacer(" ", "\n")
				t.Errorf("%s, %s to move:\n%s, want\n%s", tt.name, pos.ToPlay(), lines.Replace(got), lines.Replace(tt.rows))
			}
			pos.SetToPlay(pos.ToPlay().Other())
		}
	}
}

// TestSolverParts: an answer counts if what it assumes is certain, time plays no role, groups are opponents that share
// liberties alone, and no chain is in seki by itself.
func TestSolverParts(t *testing.T) {
	pos := statusOf(t, ".O.OXX.OOX.X. .O.OXX.OOX.X. .O.OXX.OOX.X.")
	black, _ := pos.Board().Lookup("E3")
	white, _ := pos.Board().Lookup("H3")
	colors := colorsWithout(pos, nil)
	hurried, cancel := context.WithDeadline(t.Context(), time.Now().Add(time.Hour))
	defer cancel()
	for _, certain := range []bool{true, false} {
		s, end := newSolver(hurried, pos.Board(), colors, func(game.Point, game.Color) bool { return certain })
		if _, ok := s.ctx.Deadline(); ok {
			t.Error("the solver has a deadline")
		}
		if fate, want := s.fate(black), map[bool]life.Fate{true: life.Seki, false: life.NoFate}[certain]; fate != want {
			t.Errorf("what it assumes is certain: %t; fate %s, want %s", certain, fate, want)
		}
		if asked := int64(solverPoint * len(colors)); s.left >= solverBudget-asked {
			t.Errorf("%d nodes left of %d", s.left, solverBudget)
		}
		s.left = 10
		if fate := s.fate(black); fate != life.NoFate {
			t.Errorf("fate %s without nodes", fate)
		}
		end()
	}
	m := newSekiMap(pos.Board(), colors)
	if !slices.Contains(m.opponents(m.of[black]), m.of[white]) {
		t.Error("groups with shared liberties are not opponents")
	}
	fates := slices.Repeat([]life.Fate{life.NoFate}, len(m.areas))
	fates[m.of[black]], fates[m.of[white]] = life.Seki, life.Alive
	if m.pair(fates); fates[m.of[black]] != life.NoFate {
		t.Errorf("%s opposite a group that is alive", fates[m.of[black]])
	}
}

// TestStatusLikeSolver compares with the solver, asked by itself and with more nodes, about every chain of these
// positions.
func TestStatusLikeSolver(t *testing.T) {
	testenv.SkipUnderRace(t)
	proved := 0
	for _, tt := range statusPositions {
		proved += compareSolver(t, tt.name, statusOf(t, tt.rows), true)
	}
	if proved < 35 {
		t.Errorf("only %d chains are proved", proved)
	}
}

// TestStatusLikeSolverLong does the same with the last positions of games of others.
func TestStatusLikeSolverLong(t *testing.T) {
	testenv.Long(t)
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "sgf", "replay.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	proved := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		if cells := strings.Split(in.Text(), "\t"); len(cells) == 7 && strings.Contains(cells[0], "scoring") {
			proved += compareSolver(t, cells[0], replayed(t, cells), false)
		}
	}
	t.Logf("%d chains are proved", proved)
}

// replayed sets up the position of a line of replay.tsv.
func replayed(t *testing.T, cells []string) *rules.Position {
	t.Helper()
	b, err := board.Parse("grid:" + cells[1])
	if err != nil {
		t.Fatal(err)
	}
	colors := make([]game.Color, b.Len())
	for side, names := range map[game.Color]string{game.Black: cells[5], game.White: cells[6]} {
		for name := range strings.FieldsSeq(names) {
			p, ok := b.Lookup(name)
			if !ok {
				t.Fatal(name)
			}
			colors[p] = side
		}
	}
	return setOn(t, b.Spec(), colors)
}

// compareSolver compares the status of each chain with the solver's answers, and returns how many of these are proofs. In
// an unfinished position chains that the solver calls seki may be alive: it does so if they cannot make two eyes by force.
func compareSolver(t *testing.T, name string, pos *rules.Position, finished bool) (proved int) {
	t.Helper()
	e := New(Options{})
	dead, err := e.Dead(t.Context(), pos)
	if err != nil {
		t.Fatal(err)
	}
	seki, err := e.Seki(t.Context(), pos, dead)
	if err != nil {
		t.Fatal(err)
	}
	kos := newSekiMap(pos.Board(), colorsWithout(pos, nil))
	for _, c := range chainsOf(pos) {
		p := c.stones[0]
		if kos.inKo(int(kos.of[p])) {
			continue // either side may take it, and the groups around stay
		}
		got := life.Alive
		switch {
		case slices.Contains(dead, p):
			got = life.Dead
		case slices.Contains(seki, p):
			got = life.Seki
		}
		want := provenFate(t, pos, p)
		if want == life.NoFate {
			continue
		}
		proved++
		if want != got && (finished || want != life.Seki || got == life.Dead) {
			t.Errorf("%s: %s %s with %d stones is %s, the solver proves %s", name, c.color, pos.Board().Name(p), len(c.stones), got, want)
		}
	}
	return proved
}

// provenFate asks the solver as "moyo solve" does.
func provenFate(t *testing.T, pos *rules.Position, p game.Point) life.Fate {
	t.Helper()
	for _, question := range []tsumego.Question{tsumego.Kill, tsumego.Live} {
		problem := tsumego.Problem{
			Board: pos.Board(), Stones: colorsWithout(pos, nil), ToPlay: pos.At(p).Other(), Ko: board.None, Question: question,
			Target: []game.Point{p},
		}
		if question == tsumego.Live {
			problem.ToPlay = pos.At(p)
		}
		s, err := life.NewSolver(problem, life.Options{Memory: 16 << 20, Nodes: 50_000, Threads: 1})
		if err != nil {
			return life.NoFate
		}
		a, err := s.Solve(t.Context())
		switch {
		case err != nil:
			t.Fatal(err)
		case a.Assumes != life.AssumesNothing:
			return life.NoFate
		case question == tsumego.Kill && a.Verdict == life.Lose:
			return a.Fate
		case question == tsumego.Live && a.Verdict == life.Lose:
			return life.Dead
		}
	}
	return life.NoFate
}

// TestLaddersLikeSolver: the solver does not save a chain that the reader catches in a ladder, in random positions.
func TestLaddersLikeSolver(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(1, 2))
	caught, proved := 0, 0
	for range 60 {
		pos, err := rules.Default().Start(board.Grid(6, 6))
		if err != nil {
			t.Fatal(err)
		}
		for range 10 + r.IntN(14) {
			moves := pos.LegalMoves(nil)
			if err := pos.Play(moves[r.IntN(len(moves)-1)]); err != nil { // not the pass
				t.Fatal(err)
			}
		}
		for _, c := range chainsOf(pos) {
			pos.SetToPlay(c.color.Other())
			root, err := (&model{know: full, policy: heavy}).root(pos, new(atomic.Bool))
			if err != nil {
				t.Fatal(err)
			}
			_, free := pos.Chain(c.stones[0])
			if len(free) != 2 || root.newState(1).reader.catches(root.start, c.stones[0], [2]game.Point(free)) == noPoint {
				continue
			}
			caught++
			solver, end := newSolver(t.Context(), pos.Board(), colorsWithout(pos, nil), func(game.Point, game.Color) bool { return true })
			if a := solver.ask(c.stones[0], c.color.Other()); a != nil && a.Verdict == life.Win {
				proved++
			} else if a != nil {
				t.Errorf("a ladder catches %s, which lives:\n%s", pos.Board().Name(c.stones[0]), game.Picture(pos))
			}
			end()
		}
	}
	if t.Logf("%d caught, %d of them proved", caught, proved); proved < 40 {
		t.Error("too few")
	}
}
