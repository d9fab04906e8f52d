package weiqi

import (
	"context"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

func TestEngines(t *testing.T) {
	all := enginetest.Boards(t, "grid:1", "path:2", "path:3", "star:5", "complete:8",
		"grid:2", "grid:5", "torus:9x9", "circle:4x9", "grid:19", "grid:100")
	few := enginetest.Boards(t, "grid:1", "star:5", "torus:9x9", "geodesic:3")
	for _, c := range []struct {
		name   string
		opt    Options
		boards []*board.Board
	}{
		{"two threads", Options{Memory: 16 << 20, Threads: 2}, few[:testenv.Rounds(len(few), 3)]},
		{"mcts", Options{Memory: 16 << 20}, all},
		{"level 1", Options{Level: 1}, few},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.opt.Threads < 2 {
				testenv.SkipUnderRace(t)
			}
			enginetest.Run(t, enginetest.Config{
				Rules: rules.Default(), Boards: c.boards, New: func() engine.Engine { return New(c.opt) }, Nodes: 30,
			})
		})
	}
}

func TestOtherRules(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, id := range []string{
		"weiqi:score=territory,ko=simple", "weiqi:ko=situational,suicide=yes", "weiqi:ko=natural", "weiqi:handicap=2",
	} {
		r, err := rules.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Run(t, enginetest.Config{
			Rules: r, Boards: []*board.Board{board.Grid(7, 7)},
			New: func() engine.Engine { return New(Options{Memory: 4 << 20}) }, Nodes: 40,
		})
	}
}

// setUp returns a position on a board from a picture: X black, O white, a space
// or a dot for an empty point, row by row.
func setUp(t testing.TB, r rules.Rules, rows []string, toPlay game.Color) *rules.Position {
	t.Helper()
	b := board.Grid(len(rows[0]), len(rows))
	p, err := r.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for y, row := range rows {
		for x, c := range row {
			pt := game.Point(y*len(rows[0]) + x)
			switch c {
			case 'X':
				stones = append(stones, game.Placed{Point: pt, Color: game.Black})
			case 'O':
				stones = append(stones, game.Placed{Point: pt, Color: game.White})
			}
		}
	}
	if err := p.Set(stones, toPlay); err != nil {
		t.Fatal(err)
	}
	return p
}

func think(t testing.TB, e *Engine, pos game.Position, nodes int64) engine.Info {
	t.Helper()
	info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: nodes, Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestMovesThatMustBeFound(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		name string
		rows []string
		want []string // any of them
	}{
		{"take four stones and live", []string{
			".XX....",
			"XOOX...",
			"XOOX...",
			".O.X...",
			"XXX....",
			".......",
			"......."}, []string{"A4", "C4"}},
		{"save a corner by taking what surrounds it", []string{
			".XO....",
			"XXO....",
			"OO.....",
			"XX.O...",
			".......",
			".......",
			"......."}, []string{"C5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := setUp(t, rules.Rules{Komi: 0.5}, c.rows, game.Black)
			info := think(t, New(Options{}), pos, 1500)
			got := game.Format(pos, info.Move)
			for _, w := range c.want {
				if got == w {
					return
				}
			}
			t.Errorf("plays %s (value %.2f), want one of %v", got, info.Value, c.want)
		})
	}
}

func TestPassesWhenItHasWon(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := setUp(t, rules.Rules{Komi: 6.5}, []string{
		".XXO.O.",
		"X.XOOOO",
		"XXXXOOO",
		".XXXXXO",
		"XXXXX.X",
		"X.XXXXX",
		"XXX.XXX"}, game.White)
	if err := pos.Play(game.Pass); err != nil {
		t.Fatal(err)
	}
	if info := think(t, New(Options{}), pos, 500); info.Move != game.Pass {
		t.Errorf("plays %s; Black has won and White has passed", game.Format(pos, info.Move))
	}
}

// TestDoesNotFillItsEyes gives Black nothing but its two eyes.
func TestDoesNotFillItsEyes(t *testing.T) {
	pos := setUp(t, rules.Rules{Komi: 0.5}, []string{
		".X.X",
		"XXXX",
		"OOOO",
		".O.O"}, game.Black)
	if info := think(t, New(Options{}), pos, 300); info.Move != game.Pass {
		t.Errorf("plays %s, want a pass", game.Format(pos, info.Move))
	}
}

// TestEndsTerritoryGames has two settled sides: a further stone would cost its
// owner a point.
func TestEndsTerritoryGames(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, side := range []game.Color{game.Black, game.White} {
		pos := setUp(t, rules.Rules{Komi: 6.5, Scoring: rules.Territory}, []string{
			"..XO...",
			".XXO.O.",
			"..XO...",
			"..XOO..",
			"X.XO...",
			".XXO.O.",
			"..XO..."}, side)
		info := think(t, New(Options{}), pos, 500)
		if info.Move != game.Pass {
			t.Errorf("%v plays %s, want a pass", side, game.Format(pos, info.Move))
		}
		if white := side == game.White; white != (info.Value == 1) { // 15 points against 20 and komi
			t.Errorf("win probability of %v: %g", side, info.Value)
		}
	}
}

// TestCleansUp has dead white stones that count as alive until they are
// captured: Black would lose by a pass and must capture them.
func TestCleansUp(t *testing.T) {
	testenv.SkipUnderRace(t)
	cleansUp(t, New(Options{}), 1000)
}

func cleansUp(t *testing.T, e *Engine, nodes int64) {
	t.Helper()
	pos := setUp(t, rules.Rules{Komi: 6.5}, []string{
		".X.XO..",
		"XXXXO..",
		".O.XO..",
		"..OXOO.",
		".O.XXO.",
		"...XO.O",
		"..XXOO."}, game.White)
	if err := pos.Play(game.Pass); err != nil {
		t.Fatal(err)
	}
	if out := pos.Copy().Score(nil).Outcome(); out.Winner != game.White {
		t.Fatalf("the test is wrong: %v as it is", out)
	}
	for range 60 {
		if pos.ToPlay() == game.Empty {
			break
		}
		m := game.Pass
		if pos.ToPlay() == game.Black {
			m = think(t, e, pos, nodes).Move
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if out := pos.Outcome(); out.Winner != game.Black {
		t.Errorf("ends %v:\n%v", out, pos.Moves())
	}
}

// counted returns a game that is over but for two dead stones, B7 and H7.
func counted(t *testing.T) game.Position {
	t.Helper()
	return setUp(t, rules.Default(), []string{
		"..X.O....",
		"..XXOO...",
		".O.X.O.X.",
		"...XO....",
		"..XXO....",
		"..X.OO...",
		"XXXXXO...",
		".....XO..",
		".....XO.."}, game.Black)
}

func TestDeadStones(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := counted(t)
	dead, err := New(Options{}).Dead(context.Background(), pos)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range dead {
		names[pos.Board().Name(p)] = true
	}
	if len(dead) != 2 || !names["B7"] || !names["H7"] {
		t.Errorf("dead are %v, want B7 and H7", names)
	}
}

// TestOwnership: by playouts and by the built-in network, an empty torus belongs to neither side, and dead stones to the opponent.
func TestOwnership(t *testing.T) {
	testenv.SkipUnderRace(t)
	b, err := board.Parse("torus:9x9")
	if err != nil {
		t.Fatal(err)
	}
	empty, err := rules.Default().New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, opt := range []Options{{}, {Net: Shipped(), NetSearch: &NetSearch{}}} {
		e := New(opt)
		own, err := e.Ownership(context.Background(), empty)
		if err != nil || len(own) != b.Len() {
			t.Fatalf("%s: %d values, %v", e.Name(), len(own), err)
		}
		for p, o := range own {
			if o < -0.5 || o > 0.5 {
				t.Errorf("%s: point %d of an empty torus is %.2f", e.Name(), p, o)
			}
		}
		pos := counted(t)
		if own, err = e.Ownership(context.Background(), pos); err != nil {
			t.Fatal(err)
		}
		for p, o := range own {
			switch name := pos.Board().Name(game.Point(p)); name {
			case "B7", "C7", "A1", "A9":
				if o < 0.3 {
					t.Errorf("%s: %s is %.2f", e.Name(), name, o)
				}
			case "H7", "F7", "J9", "J1":
				if o > -0.3 {
					t.Errorf("%s: %s is %.2f", e.Name(), name, o)
				}
			}
		}
	}
}

func TestMemoryBound(t *testing.T) {
	const bound = 2 << 20
	e := New(Options{Memory: bound, Threads: 2})
	pos, err := rules.Default().New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		info, err := e.Search(context.Background(), pos, engine.Limits{Time: 400 * time.Millisecond, Seed: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if held, most := e.Memory(); held > bound || most != bound {
			t.Fatalf("holds %d of %d bytes, want at most %d", held, most, bound)
		}
		if err := pos.Play(info.Move); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSuperko plays on boards so small that almost every capture repeats a
// position, where a search that forgets superko proposes illegal moves.
func TestSuperko(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"grid:1x4", "grid:2", "cycle:5", "complete:4", "star:5", "grid:2x3"} {
		for _, ko := range []rules.KoRule{rules.PositionalKo, rules.SituationalKo, rules.NaturalKo} {
			b, err := board.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			pos, err := rules.Rules{Komi: 0.5, Ko: ko}.New(b)
			if err != nil {
				t.Fatal(err)
			}
			e := New(Options{Memory: 1 << 20})
			for k := 0; pos.ToPlay() != game.Empty && k < 200; k++ {
				info := think(t, e, pos, 60)
				if err := pos.Play(info.Move); err != nil {
					t.Fatalf("%s %v: %v", spec, ko, err)
				}
			}
		}
	}
}

// TestKeysAgree follows random games on the rules' position and on the search's
// board: stones, legality and repeats must be the same.
func TestKeysAgree(t *testing.T) {
	testenv.SkipUnderRace(t)
	for seed := range uint64(20) {
		b := board.Grid(4, 4)
		pos, _ := rules.Rules{}.New(b)
		rand := rules.NewRand(seed)
		for range 60 {
			m := &model{know: full, policy: heavy}
			r, err := m.root(pos, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := r.newState(1)
			s.Reset()
			compare(t, s, pos)
			legal := pos.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			if err := pos.Play(legal[rand.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func compare(t *testing.T, s *state, pos game.Position) {
	t.Helper()
	side := s.ToPlay()
	if pos.ToPlay() != game.Empty && side != pos.ToPlay() {
		t.Fatalf("%v to play, want %v", side, pos.ToPlay())
	}
	for p := range game.Point(s.n) {
		if s.At(p) != pos.At(p) {
			t.Fatalf("point %d is %v, want %v", p, s.At(p), pos.At(p))
		}
		if pos.ToPlay() == game.Empty || s.At(p) != game.Empty {
			continue
		}
		mine := s.Legal(p, side) && !s.repeats(s.StonesHashAfter(p, side), side.Other())
		if theirs := pos.Check(game.Place(p)) == game.Legal; mine != theirs {
			t.Fatalf("after %v point %d is legal: %v, want %v", pos.Moves(), p, mine, theirs)
		}
	}
}
