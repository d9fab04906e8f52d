package record_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/game/rules/atarigo"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/connect4"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
)

// opener opens some games.
var opener = game.Opener{Board: board.Parse, Rules: func(id string) (game.Rules, error) {
	name, _, _ := strings.Cut(id, ":")
	switch name {
	case gomoku.Name:
		return gomoku.Parse(id)
	case capturefive.Name:
		return capturefive.Parse(id)
	case connect4.Name:
		return connect4.Parse(id)
	case atarigo.Name:
		return atarigo.Parse(id)
	}
	return weiqi.Parse(id)
}}

func start(t testing.TB, id, spec string) game.Position {
	t.Helper()
	r, err := opener.Rules(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// numbers are FF[4]'s numbers of games.
var numbers = map[string]int{"weiqi": sgf.Go, "gomoku": sgf.Gomoku, "atari-go": sgf.Go}

// of returns the game as a record with its number.
func of(pos game.Position) *sgf.Game {
	name, _, _ := strings.Cut(pos.Rules().ID(), ":")
	return record.Of(pos, numbers[name])
}

// again writes a game as a record and loads it.
func again(t testing.TB, pos game.Position) game.Position {
	t.Helper()
	return reread(t, of(pos))
}

// reread writes a record and reads it.
func reread(t testing.TB, g *sgf.Game) game.Position {
	t.Helper()
	text := g.String()
	games, err := sgf.Parse(text)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	back, err := record.Load(games[0], opener)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return back
}

// TestKinds writes games without a number in FF[4] as such, on grids too, and reads them again.
func TestKinds(t *testing.T) {
	for id, want := range map[string]string{
		"weiqi": "GM[1]", "gomoku": "GM[4]", "atari-go:captures=2": "GM[1]", "capturefive:n=4": "GM[0]", "connect4": "GM[0]",
	} {
		pos := start(t, id, "grid:7x6")
		for range 12 {
			moves := pos.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			if err := pos.Play(moves[len(moves)/3]); err != nil {
				t.Fatal(err)
			}
		}
		if text := of(pos).String(); !strings.Contains(text, want) || !strings.Contains(text, "SZ[7:6]") {
			t.Errorf("%s: want %s in %s", id, want, text)
		}
		back := again(t, pos)
		if back.Hash() != pos.Hash() || !slices.Equal(back.Moves(), pos.Moves()) || back.Rules().ID() != pos.Rules().ID() {
			t.Errorf("%s: %v becomes %v", id, pos.Moves(), back.Moves())
		}
	}
}

func Example() {
	rules, _ := gomoku.Parse("gomoku:opening=swap")
	pos, _ := rules.New(board.Grid(9, 9))
	for _, name := range []string{"E5", "E6", "F5", "black", "D5"} {
		m, _ := game.ParseMove(pos, name)
		_ = pos.Play(m)
	}
	fmt.Println(record.Of(pos, sgf.Gomoku))
	// Output:
	// (;FF[4]CA[UTF-8]AP[moyo]GM[4]SZ[9]RI[gomoku:rule=freestyle,n=5,opening=swap]
	// ;B[ee];W[ed];B[fe];OC[black];W[de])
}

// TestRoundTrip plays random games of each opening, and of Go, and expects the
// same game back.
func TestRoundTrip(t *testing.T) {
	for _, c := range [][2]string{
		{"gomoku:opening=swap2", "grid:15"}, {"gomoku:opening=swap2,n=4", "torus:6x5"}, {"gomoku:opening=swap", "grid:99"},
		{"gomoku:rule=renju,opening=soosorv", "grid:15"}, {"gomoku:rule=renju,opening=taraguchi", "grid:9"},
		{"gomoku:rule=renju,opening=rif", "grid:9"}, {"gomoku:rule=caro9,opening=longpro", "grid:13"}, {"gomoku:n=3", "box:3x3x3"},
		{"weiqi:komi=0.5,suicide=yes", "grid:3"}, {"weiqi:handicap=4", "grid:9"}, {"weiqi", "cycle:4"},
	} {
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, 7))
			pos := start(t, c[0], c[1])
			for range 40 {
				moves := pos.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				if err := pos.Play(moves[rng.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			back := again(t, pos)
			if !slices.Equal(back.Moves(), pos.Moves()) || back.Hash() != pos.Hash() || back.Outcome() != pos.Outcome() ||
				game.Holder(back, game.Black) != game.Holder(pos, game.Black) || back.Rules().ID() != pos.Rules().ID() {
				t.Errorf("%s on %s comes back as another game:\n%s\n%s", c[0], c[1], of(pos), of(back))
			}
		}
	}
}

// TestOffered: offered points are not stones in the record, nor for other programs.
func TestOffered(t *testing.T) {
	pos := start(t, "gomoku:rule=renju,opening=rif", "grid:15")
	for _, name := range []string{"H8", "H9", "H10", "swap", "A1", "C3", "D4", "D4", "J7"} {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	const want = ";B[hh];W[hg];B[hf];OC[swap];W[ao];OF[cm]TR[cm];OF[dl]TR[dl];B[dl];W[ii])"
	if text := of(pos).String(); !strings.Contains(strings.ReplaceAll(text, "\n", ""), want) {
		t.Errorf("%s, want %s", text, want)
	}
}

// TestSetup: a setup position comes back, even a single stone, or an empty board with White to
// play.
func TestSetup(t *testing.T) {
	for _, stones := range [][]game.Placed{
		nil, {{Point: 3, Color: game.Black}}, {{Point: 3, Color: game.White}}, {{Point: 3, Color: game.White}, {Point: 8, Color: game.Black}},
	} {
		for _, side := range []game.Color{game.Black, game.White} {
			pos := start(t, "gomoku", "grid:9")
			if err := pos.(game.Setter).Set(stones, side); err != nil {
				t.Fatal(err)
			}
			if back := again(t, pos); back.Hash() != pos.Hash() || back.ToPlay() != side || len(back.Moves()) != 0 {
				t.Errorf("%v, %s to play, comes back as %s", stones, side, of(back))
			}
		}
	}
}

// TestTurns: setup stones, sides that play twice, games that continue after two passes.
func TestTurns(t *testing.T) {
	pos := start(t, "gomoku", "grid:9")
	if err := pos.(game.Setter).Set([]game.Placed{{Point: 4, Color: game.White}, {Point: 5, Color: game.Black}}, game.White); err != nil {
		t.Fatal(err)
	}
	for _, m := range []game.Move{40, 41} {
		pos.(game.Turner).SetToPlay(game.White)
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if back := again(t, pos); back.Hash() != pos.Hash() || back.At(41) != game.White || back.At(5) != game.Black {
		t.Errorf("comes back as %s", of(back))
	}
	pos = start(t, "weiqi", "grid:5")
	for _, m := range []game.Move{3, game.Pass, game.Pass} {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	pos.(game.Scorer).Resume()
	if err := pos.Play(7); err != nil {
		t.Fatal(err)
	}
	if back := again(t, pos); back.Hash() != pos.Hash() || len(back.Moves()) != 4 {
		t.Errorf("comes back as %s", of(back))
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[4]SZ[15];B[hh];W[hh])":                     "move 2: white H8 is illegal, but made: there is a stone",
		"(;GM[4]SZ[15];B[zz])":                           "not a point",
		"(;GM[4]SZ[15];OC[swap])":                        `"swap": there is no such move`,
		"(;GM[4]SZ[15]RI[gomoku:opening=swap];OC[swap])": "no such move",
		"(;GM[4]SZ[15]RI[gomoku:opening=rif];OF[aa])":    "forbid that move",
		"(;GM[4]SZ[15]RI[gomoku:opening=rif];OF[])":      "not a point",
		"(;GM[2]SZ[15];B[hh])":                           "GM[2]",
		"(;GM[4]SZ[4])":                                  "no line of 5",
		"(;GM[4]SZ[15]RI[gomoku:n=x])":                   `n "x"`,
		"(;GM[4]SZ[77])":                                 "SZ[77]",
		"(;GM[4]SZ[15];B[aa];AB[bb])":                    "in the middle of the game",
		"(;GM[4]SZ[15]AB[aa:ea])":                        "won already",
		"(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[ac];B[ca];W[ad];B[da];W[ae];B[ea];W[af])": "move 10: white A10 is illegal, but made: the game is over",
		"(;GM[0]BD[gird:9]RI[gomoku])": "gird",
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := record.Load(games[0], opener); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	// Without RI the usual rules apply, those of Go without GM.
	games, err := sgf.Parse("(;GM[4]SZ[20];B[aa];W[bb])(;SZ[9];B[aa])")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"gomoku:rule=freestyle,n=5,opening=none", weiqi.Default().ID()} {
		pos, err := record.Load(games[i], opener)
		if err != nil || pos.Rules().ID() != want {
			t.Errorf("%v, %v, want %s", pos, err, want)
		}
	}
}

// TestResumed writes games that were resumed after passes, once and twice, and reads them. They
// continue, and the result decides whether their end counts.
func TestResumed(t *testing.T) {
	for _, c := range []struct {
		moves, result string
		over          bool
	}{
		{"C3 pass pass A1 B2", "", false},
		{"pass pass C3 pass pass B2 pass pass pass A1", "B+R", false},
		{"pass pass C3 pass pass", "W+1.5", true},
		{"pass pass C3 pass pass", "B+R", false},
		{"pass pass C3 pass pass", "W+Time", false},
		{"pass pass C3 pass pass", "Void", false},
	} {
		pos := start(t, "weiqi", "grid:5")
		for name := range strings.FieldsSeq(c.moves) {
			m, err := game.ParseMove(pos, name)
			game.Resume(pos)
			if err != nil || pos.Play(m) != nil {
				t.Fatal(name, err)
			}
		}
		g := of(pos)
		if c.result != "" {
			g.Root.Set("RE", c.result)
		}
		back := reread(t, g)
		if !slices.EqualFunc(back.Turns(), pos.Turns(), game.Turn.Equal) || back.Outcome().Over != c.over {
			t.Errorf("%s, %q comes back over=%v as %v", c.moves, c.result, back.Outcome().Over, back.Turns())
		}
	}
}

// TestRuleNames writes the rules for other programs, and reads only those.
func TestRuleNames(t *testing.T) {
	for _, c := range []struct{ id, want, back string }{
		{"weiqi", "KM[7.5]RU[Chinese]", "weiqi:komi=7.5,score=area,ko=positional,suicide=no"},
		{"weiqi:ko=simple,komi=0", "KM[0]RU[Chinese]", "weiqi:komi=0,score=area,ko=positional,suicide=no"},
		{"weiqi:score=territory,ko=simple", "KM[6.5]RU[Japanese]", "weiqi:komi=6.5,score=territory,ko=simple,suicide=no"},
		{"weiqi:ko=situational", "KM[7.5]RU[AGA]", "weiqi:komi=7.5,score=area,ko=situational,suicide=no"},
		{"weiqi:ko=situational,suicide=yes", "KM[7.5]RU[NZ]", "weiqi:komi=7.5,score=area,ko=situational,suicide=yes"},
		{"weiqi:suicide=yes", "KM[7.5]RU[Tromp-Taylor]", "weiqi:komi=7.5,score=area,ko=positional,suicide=yes"},
		{"weiqi:ko=natural", "KM[7.5]", weiqi.Default().ID()},
		{
			"weiqi:score=territory,ko=situational,suicide=yes", "KM[6.5]RU[koSITUATIONALscoreTERRITORYtaxNONEsui1fpok1]",
			"weiqi:komi=6.5,score=territory,ko=situational,suicide=yes",
		},
		{
			"weiqi:ko=simple,suicide=yes,komi=7", "KM[7]RU[koSIMPLEscoreAREAtaxNONEsui1fpok1]",
			"weiqi:komi=7,score=area,ko=simple,suicide=yes",
		},
		// Chinese rules would give White three points more.
		{"weiqi:handicap=3", "KM[0.5]HA[3]AB[cc][gc][cg]PL[W]", "weiqi:komi=0.5,score=area,ko=positional,suicide=no"},
		{"weiqi:handicap=2,score=territory", "KM[0.5]HA[2]RU[Japanese]AB[gc][cg]PL[W]", "weiqi:komi=0.5,score=territory,ko=simple,suicide=no"},
	} {
		pos := start(t, c.id, "grid:9")
		g := of(pos)
		text := g.String()
		if own := again(t, pos); !strings.Contains(text, "]"+c.want+")") || own.Rules().ID() != pos.Rules().ID() || own.Hash() != pos.Hash() {
			t.Errorf("%s: %s with %s, want %s", c.id, text, own.Rules().ID(), c.want)
		}
		g.Root.Properties = slices.DeleteFunc(g.Root.Properties, func(p sgf.Property) bool { return p.ID == "RI" })
		back := reread(t, g)
		if back.Rules().ID() != c.back || !slices.Equal(game.Stones(back), game.Stones(pos)) || back.ToPlay() != pos.ToPlay() {
			t.Errorf("%s without RI is %s, want %s", c.id, back.Rules().ID(), c.back)
		}
	}
}

// TestRulesMeant reads the rules of other programs' records.
func TestRulesMeant(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9]RU[jp])":              "weiqi:komi=6.5,score=territory,ko=simple,suicide=no",
		"(;SZ[9]RU[New Zealand])":     "weiqi:komi=7.5,score=area,ko=situational,suicide=yes",
		"(;SZ[9]RU[house]KM[5.5])":    "weiqi:komi=5.5,score=area,ko=positional,suicide=no",
		"(;SZ[9]RU[Chinese]KM[3.75])": "weiqi:komi=7.5,score=area,ko=positional,suicide=no",
		"(;GM[4]SZ[15]RU[Japanese])":  "gomoku:rule=freestyle,n=5,opening=none",
		"(;GM[4]SZ[15]RU[Renju])":     "gomoku:rule=renju,n=5,opening=none",
		"(;GM[4]SZ[15]RU[Standard])":  "gomoku:rule=standard,n=5,opening=none",
		"(;GM[4]SZ[15]RU[Caro])":      "gomoku:rule=caro8,n=5,opening=none",

		// Fox writes hundredths, and stones worth two points each.
		"(;SZ[19]RU[Chinese]KM[375]HA[0]AP[foxwq])":          "weiqi:komi=7.5,score=area,ko=positional,suicide=no",
		"(;SZ[19]RU[chinese]KM[325])":                        "weiqi:komi=6.5,score=area,ko=positional,suicide=no",
		"(;SZ[19]RU[Korean]KM[650])":                         "weiqi:komi=6.5,score=territory,ko=simple,suicide=no",
		"(;SZ[19]RU[Japanese]KM[0]HA[0]AP[foxwq])":           "weiqi:komi=0,score=territory,ko=simple,suicide=no",
		"(;SZ[19]RU[Chinese]KM[2.75])":                       "weiqi:komi=5.5,score=area,ko=positional,suicide=no",
		"(;SZ[19]RU[Chinese]KM[7.3])":                        "weiqi:komi=7.5,score=area,ko=positional,suicide=no",
		"(;SZ[19]RU[Japanese]KO[5.5])":                       "weiqi:komi=5.5,score=territory,ko=simple,suicide=no",
		"(;SZ[19]RU[中国规则]KM[3.75])":                          "weiqi:komi=7.5,score=area,ko=positional,suicide=no",
		"(;SZ[19]RU[Japanese rules]KM[6.5])":                 "weiqi:komi=6.5,score=territory,ko=simple,suicide=no",
		"(;SZ[19]RU[GOE]KM[8])":                              "weiqi:komi=8,score=area,ko=positional,suicide=yes",
		"(;SZ[9]KM[6]RU[koSIMPLEscoreTERRITORYtaxSEKIsui0])": "weiqi:komi=6,score=territory,ko=simple,suicide=no",
		"(;SZ[9]KM[7]RU[koPOSITIONALscoreAREAtaxNONEsui1])":  "weiqi:komi=7,score=area,ko=positional,suicide=yes",
		"(;SZ[9]KM[7]RU[aga-button])":                        "weiqi:komi=7,score=area,ko=situational,suicide=no",
		"(;SZ[9]RU[StoneScoring])":                           "weiqi:komi=7.5,score=area,ko=simple,suicide=no",
		"(;SZ[19]KM[0]HA[2]RU[Japanese];W[dd])":              "weiqi:komi=0,score=territory,ko=simple,suicide=no,handicap=2",
		"(;SZ[19]HA[2]RU[Japanese];C[x];W[dd])":              "weiqi:komi=0.5,score=territory,ko=simple,suicide=no,handicap=2",
		"(;SZ[19]KM[0]HA[2];B[dd];B[pp];W[dp])":              "weiqi:komi=0,score=area,ko=positional,suicide=no",
		"(;SZ[19]KM[0]HA[2]AB[dd][pp];W[dp])":                "weiqi:komi=0,score=area,ko=positional,suicide=no",
		"(;SZ[19]KM[0]HA[1];B[dd])":                          "weiqi:komi=0,score=area,ko=positional,suicide=no",
		"(;SZ[5]KM[0]HA[4];W[dd])":                           "weiqi:komi=0,score=area,ko=positional,suicide=no",
		"(;SZ[9]KM[7.3]HA[4];W[aa])":                         "weiqi:komi=0.5,score=area,ko=positional,suicide=no,handicap=4",
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := record.Load(games[0], opener)
		if err != nil || pos.Rules().ID() != want {
			t.Errorf("%s: %v, %v, want %s", text, pos, err, want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("(;GM[4]SZ[15]RI[gomoku:rule=renju,opening=rif];B[hh];W[hg];B[hf];OC[swap];W[ao];OF[cm];OF[dl];B[dl];W[ii])")
	f.Add("(;GM[0]BD[torus:5x5]RI[gomoku:opening=swap2];B[A1];W[B2];B[C3];OC[two-more];W[D4];B[E5];OC[black])")
	f.Add("(;SZ[5]AB[aa]PL[W];W[];B[];W[cc])")
	f.Add("(;SZ[5]RU[Japanese]KM[375]RE[B+R];B[];W[];B[cc];W[];B[])")
	small := game.Opener{Rules: opener.Rules, Board: func(spec string) (*board.Board, error) {
		if len(spec) > 10 {
			return nil, fmt.Errorf("board %.40q: not in this test", spec)
		}
		return board.Parse(spec)
	}}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		games, err := sgf.Parse(text)
		if err != nil || len(games) == 0 {
			return
		}
		pos, err := record.Load(games[0], small)
		if err != nil || pos.Board().Len() > 400 {
			return
		}
		g := of(pos)
		if result := games[0].Root.SimpleText("RE"); result != "" {
			g.Root.Set("RE", sgf.Escape(result))
		}
		back := reread(t, g)
		if !slices.Equal(back.Moves(), pos.Moves()) || back.Hash() != pos.Hash() || back.ToPlay() != pos.ToPlay() {
			t.Errorf("%q comes back as %s", text, of(back))
		}
	})
}

// TestCarriedHandicap: stones on the stars of a custom board come back as handicap.
func TestCarriedHandicap(t *testing.T) {
	draft, err := boardfile.ReadJSON("ring",
		strings.NewReader(`{"points": 6, "edges": [[0,1],[1,2],[2,3],[3,4],[4,5],[0,5]], "stars": [1,2,4]}`))
	if err != nil {
		t.Fatal(err)
	}
	made, err := draft.Board("")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := weiqi.Rules{Handicap: 2, Komi: 0.5}.New(made)
	if err != nil || pos.Play(0) != nil {
		t.Fatal(err)
	}
	back := again(t, pos)
	if back.At(1) != game.Black || back.At(4) != game.Black || back.At(2) != game.Empty ||
		back.Hash() != pos.Hash() || back.Rules().ID() != pos.Rules().ID() {
		t.Errorf("comes back as %s, not %s", of(back), of(pos))
	}
}

// TestCarried: a custom board is included in the record and is never confused with another board.
func TestCarried(t *testing.T) {
	made, err := boardfile.FromGraph(`a "ring\ ] of five`, 5, [][2]board.Point{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := weiqi.Default().New(made)
	if err != nil || pos.Play(2) != nil {
		t.Fatal(err)
	}
	back := again(t, pos)
	if !slices.Equal(boardfile.JSON(back.Board()), boardfile.JSON(made)) || back.Board().Spec() != made.Spec() || back.At(2) != game.Black {
		t.Errorf("comes back on %s:\n%s", back.Board().Spec(), of(pos))
	}
	g := of(pos)
	g.Root.Remove("BD")
	if back := reread(t, g); back.Board().Spec() != made.Spec() {
		t.Errorf("without BD on %s", back.Board().Spec())
	}
	for spec, want := range map[string]string{"cycle:5": "", "id:1234": "not id:1234"} {
		g.Root.Set("BD", spec)
		back, err := record.Load(g, opener)
		if want == "" && (err != nil || back.Board().Spec() != spec) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("BD[%s]: %v, want %q", spec, err, want)
		}
	}
	g.Root.Remove("BD") // a known spec needs no included board
	g.SetCarried("{]")
	if _, err := record.Load(g, opener); err == nil {
		t.Error("no JSON makes a board")
	}
}
