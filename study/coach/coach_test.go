package coach_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/atarigo"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/connect4"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/nogo"
	"moyo/game/rules/pente"
	"moyo/game/rules/weiqi"
	"moyo/study/coach"
)

var parsers = map[string]func(string) (game.Rules, error){
	"weiqi": weiqi.Parse, "gomoku": gomoku.Parse, "connect4": connect4.Parse,
	"capturefive": capturefive.Parse, "atari-go": atarigo.Parse, "pente": pente.Parse, "nogo": nogo.Parse,
}

// position returns the position of a picture: rows from the top, X black, O white, with toPlay to
// move.
func position(t testing.TB, id string, toPlay game.Color, rows ...string) game.Position {
	t.Helper()
	name, params, _ := strings.Cut(id, ":")
	rules, err := parsers[name](params)
	if err != nil {
		t.Fatal(err)
	}
	cells := strings.Fields(strings.Join(rows, " "))
	b := board.Grid(len(strings.Fields(rows[0])), len(rows))
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for p, c := range cells {
		switch c {
		case "X":
			stones = append(stones, game.Placed{Point: game.Point(p), Color: game.Black})
		case "O":
			stones = append(stones, game.Placed{Point: game.Point(p), Color: game.White})
		}
	}
	if err := pos.(game.Setter).Set(stones, toPlay); err != nil {
		t.Fatal(err)
	}
	return pos
}

// move returns the move with this name.
func move(t testing.TB, pos game.Position, name string) game.Move {
	t.Helper()
	m, err := game.ParseMove(pos, name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func play(t testing.TB, pos game.Position, names ...string) game.Position {
	t.Helper()
	for _, name := range names {
		if err := pos.Play(move(t, pos, name)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return pos
}

// text formats sayings as a line: each code with its arguments.
func text(pos game.Position, says ...coach.Saying) string {
	var parts []string
	names := func(word string, ps []game.Point) {
		for _, p := range ps {
			word += " " + pos.Board().Name(p)
		}
		if len(ps) > 0 {
			parts = append(parts, word)
		}
	}
	for _, s := range says {
		parts = append(parts, string(s.Code))
		if s.Color != game.Empty {
			parts = append(parts, s.Color.String())
		}
		names("stones", s.Stones)
		names("points", s.Points)
		if s.At != board.None {
			names("at", []game.Point{s.At})
		}
		if s.To != board.None {
			names("to", []game.Point{s.To})
		}
		if s.Move != game.NoMove {
			parts = append(parts, "move "+game.Format(pos, s.Move))
		}
		if s.Count != 0 {
			parts = append(parts, fmt.Sprint(s.Count))
		}
		if s.Reason != game.Legal {
			parts = append(parts, s.Reason.Code())
		}
		parts[len(parts)-1] += ";"
	}
	return strings.TrimSuffix(strings.Join(parts, ", "), ";")
}

// ko is a position in which White can capture D4 at E4.
var ko = []string{
	". . . . . . .",
	". . . . . . .",
	". . . O X . .",
	". . O X . X .",
	". . . O X . .",
	". . . . . . .",
	". . . . . . .",
}

// notedPositions are positions with the notes for one side.
var notedPositions = []struct {
	name, rules string
	rows        []string
	you         game.Color
	want        []string // kind and saying
}{
	{"atari of both", "weiqi", []string{
		". . . . .",
		". X O . .",
		"O X X O .",
		". O O X .",
		". . . O .",
	}, game.Black, []string{
		"atari last, black, stones D2, at E2",
	}},
	{"one can be taken", "weiqi", []string{
		". . . . .",
		". X O O .",
		". X O X .",
		". X O X .",
		". . . O .",
	}, game.Black, nil},
	{"take three", "weiqi", []string{
		". . . . .",
		". . X . .",
		". X O X .",
		". X O X .",
		". X O . X",
	}, game.Black, []string{"take taken, black, at D1, 3"}},
	{"a four with one end", "gomoku", []string{
		". . . . . .",
		"O X X X X .",
		". O O . . .",
		". . . . . .",
		". . . . . .",
	}, game.Black, []string{"win line, black, stones B4 C4 D4 E4, at F4"}},
	{"an open four of the other side", "gomoku", []string{
		". . . . . .",
		". X X X X .",
		". O O . . .",
		". . . . . .",
		". . . . . .",
	}, game.White, []string{"threat line, black, stones B4 C4 D4 E4, at A4", "threat line, black, stones B4 C4 D4 E4, at F4"}},
	{"a line of both sides", "capturefive", []string{
		". . . . . .",
		". . X . . .",
		"X X . X X .",
		". . X . . .",
		"O O . O O .",
	}, game.White, []string{"win line, white, stones A1 B1 D1 E1, at C1", "threat line, black, stones A3 B3 D3 E3, at C3"}},
	{"a line that a capture breaks next", "capturefive:n=4", []string{
		". O . . .",
		"O X X X .",
		". O O O .",
	}, game.Black,
		[]string{
			"win line, black, stones B2 C2 D2, at E2", "threat line, white, stones B1 C1 D1, at A1", "threat line, white, stones B1 C1 D1, at E1",
		}},
	{"no captures, no atari", "capturefive:n=4,captures=no", []string{
		". X . .",
		"X O X .",
		". . . O",
		". . . .",
	}, game.White, nil},
	{"the first capture wins", "atari-go", []string{
		". X . .",
		"X O X .",
		". . . .",
	}, game.Black, []string{"win won, black, at B1", "take taken, black, at B1, 1"}},
	{"a pair", "pente:n=5", []string{
		". . . . . .",
		"X O O . . .",
		". X X O . .",
		". . . . . .",
	}, game.Black, []string{"atari danger, white, stones B2 C2, at A2", "take taken, black, at D3, 2"}},
	{"nothing", "gomoku", []string{". . . . .", ". X . O ."}, game.White, nil},
}

func TestNotes(t *testing.T) {
	for _, c := range notedPositions {
		t.Run(c.name, func(t *testing.T) {
			for _, toPlay := range []game.Color{game.Black, game.White} { // the same for either side to move
				pos := position(t, c.rules, toPlay, c.rows...)
				before := game.Picture(pos)
				var got []string
				for _, n := range coach.Notes(pos, c.you) {
					got = append(got, string(n.Kind)+" "+text(pos, n.Says))
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("%s to move: got %q, want %q", toPlay, got, c.want)
				}
				if game.Picture(pos) != before || pos.ToPlay() != toPlay {
					t.Error("the position has changed")
				}
			}
		})
	}
}

// TestFour finds a four that can be finished now, and not one whose end is unsupported.
func TestFour(t *testing.T) {
	for _, c := range []struct {
		under string
		want  string
	}{{"X", "threat line, white, stones B2 C2 D2, at E2"}, {".", ""}} {
		pos := position(t, "connect4", game.Black, ". . . . .", ". . . . .", "X O O O .", "O X X O "+c.under)
		var got []string
		for _, n := range coach.Notes(pos, game.Black) {
			got = append(got, string(n.Kind)+" "+text(pos, n.Says))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q below: got %q, want %q", c.under, got, c.want)
		}
	}
}

// TestCalm states only what was checked.
func TestCalm(t *testing.T) {
	large := slices.Repeat([]string{strings.Repeat(". ", 33)}, 32)
	for _, c := range []struct {
		name, rules string
		rows        []string
		want        string
	}{
		{"Go", "weiqi", []string{". . .", ". X .", ". . O"}, "noTaking, white"},
		{"a large board of Go", "weiqi", large, "noTaking, white"},
		{"Go with an atari", "weiqi", []string{". O .", "O X .", ". O ."}, ""},
		{"Atari Go", "atari-go", []string{". . .", ". X .", ". . O"}, "noTaking, white"},
		{"NoGo", "nogo", []string{". . .", ". X .", ". . O"}, "noWin, white"},
		{"two ways to lose a game of falling stones", "connect4", []string{". . . . .", ". . . . .", ". . . . .", "X O O . ."}, "noRow, white"},
		{"an open three", "gomoku", []string{". . . . . . .", ". . O O O . .", ". . X X . . ."}, "noRow, white"},
		{"a four", "gomoku", []string{". . . . . . .", ". O O O O . .", ". . X X . . ."}, ""},
		{"too large a board", "gomoku", large, ""},
		{"rows and captures", "pente:n=5", []string{". . . . . .", "O X . X . .", ". . . . . ."}, "noTaking, white;, noRow, white"},
		{"a pair that can be taken", "pente:n=5", []string{". . . . . .", "O X X . . .", ". . . . . ."}, "noRow, white"},
		{"captures that are off", "capturefive:n=4,captures=no", []string{". . . .", "O X . .", ". . . ."}, "noRow, white"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := position(t, c.rules, game.Black, c.rows...)
			if got := text(pos, coach.Calm(pos, game.Black)...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestNotesPoint checks the points of notes.
func TestNotesPoint(t *testing.T) {
	pos := position(t, "weiqi", game.White, ". X .", "X O X", ". . .")
	notes := coach.Notes(pos, game.White)
	if len(notes) != 1 || notes[0].Side != game.White || !slices.Equal(notes[0].Stones, []game.Point{4}) ||
		!slices.Equal(notes[0].Points, []game.Point{7}) {
		t.Errorf("%+v", notes)
	}
	pos = position(t, "gomoku:n=3", game.Black, "X . X", "O O .", ". . .")
	notes = coach.Notes(pos, game.Black)
	if len(notes) != 2 || notes[0].Kind != coach.Win || !slices.Equal(notes[0].Stones, []game.Point{0, 2}) ||
		!slices.Equal(notes[0].Points, []game.Point{1}) ||
		notes[1].Kind != coach.Threat || notes[1].Side != game.White || !slices.Equal(notes[1].Points, []game.Point{5}) {
		t.Errorf("%+v", notes)
	}
}

func TestReason(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		toPlay      game.Color
		rows        []string
		move        string
		want        string
	}{
		{"takes", "weiqi", game.Black, []string{". . .", "X O X", ". X ."}, "B3", "takes, white, stones B2"},
		{"takes from you", "weiqi", game.White, []string{". . .", "O X O", ". O ."}, "B3", "takes, black, stones B2"},
		{"saves", "weiqi", game.White, []string{". . . .", ". . . .", "X O X .", ". X . ."}, "B3", "saves, white, stones B2"},
		{"saves nothing", "weiqi", game.White, []string{". X . .", "X O X .", "X . X .", ". . . ."}, "B2", ""},
		{"atari", "weiqi", game.Black, []string{". . . .", ". . . .", "X O . .", ". X . ."}, "C2", "ataris, white, stones B2"},
		{"wins", "gomoku:n=3", game.Black, []string{"X X .", "O O .", ". . ."}, "C3", "winsRow, 3"},
		{"blocks", "gomoku:n=3", game.Black, []string{". X .", "O O .", ". . ."}, "C2", "stops, white, points C2"},
		{"blocks for you", "gomoku:n=3", game.White, []string{"X X .", "O . .", ". . ."}, "C3", "stops, black, points C3"},
		{"a four", "gomoku", game.Black, []string{". . . . . .", "O X X X . .", ". O O . . .", ". . . . . ."}, "E3", "threatens, points F3, 1"},
		{"two threats", "gomoku:n=3", game.Black, []string{"X . .", ". O .", "O . X"},
			"C3", "stops, white, points C3;, tooMany, points B3 C2, 2"},
		{"row", "connect4", game.Black, []string{". . . . .", ". . . . .", ". . . . .", "O X . . O"}, "C1", "row, 2"},
		{"double atari", "atari-go", game.Black, []string{". X . X .", "X O . O X", ". . . . .", ". . . . ."}, "C3", "tooMany, points B2 D2, 2"},
		{"a pair", "pente:n=5", game.Black, []string{"X O O . . .", ". . . . . ."}, "D2", "takes, white, stones B2 C2"},
		{"saves a pair", "pente:n=5", game.Black, []string{"O X X . . .", ". . . . . ."}, "D2", "saves, black, stones B2 C2;, row, 3"},
		{"nothing to say", "weiqi", game.Black, []string{". . .", ". . .", ". . ."}, "A1", ""},
		{"illegal", "weiqi", game.Black, []string{"X . .", ". . .", ". . ."}, "A3", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := position(t, c.rules, c.toPlay, c.rows...)
			if got := text(pos, coach.Reason(pos, move(t, pos, c.move))...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestReasonOfAKoThreat plays a ko threat: the ko stone, which can be captured then, was in atari
// before.
func TestReasonOfAKoThreat(t *testing.T) {
	rows := slices.Clone(ko)
	rows[0] = "X O . . . . ."
	koed := play(t, position(t, "weiqi", game.White, rows...), "E4")
	for at, want := range map[string]string{"B6": "ataris, white, stones B7", "G1": ""} {
		if got := text(koed, coach.Reason(koed, move(t, koed, at))...); got != want {
			t.Errorf("%s: got %q, want %q", at, got, want)
		}
	}
}

func TestWhy(t *testing.T) {
	suicide := position(t, "weiqi", game.Black, ". O . .", "O . O .", ". O X .", ". . . .")
	koed := play(t, position(t, "weiqi", game.White, ko...), "E4")
	falling := position(t, "connect4", game.Black, ". . . .", ". . . .", ". . . .", ". X O .")
	for _, c := range []struct {
		pos  game.Position
		move string
		want string
	}{
		{suicide, "B3", "suicideAlone, at B3;, suicideOthers, white, stones B4, points A4 C4, 2"},
		{suicide, "C2", "full, at C2"},
		{suicide, "A1", ""},
		{position(t, "weiqi", game.White, ". X O", "X X O", "X O ."), "C1", "suicideChain, white, stones C3 C2 B1, at C1"},
		{koed, "D4", "koTaken, white, at D4, move E4"},
		{falling, "B4", "falls, at B4, to B2"},
		{falling, "pass", "noPass"},
	} {
		if got := text(c.pos, coach.Why(c.pos, move(t, c.pos, c.move))...); got != c.want {
			t.Errorf("%s in\n%s%s to move: got %q, want %q", c.move, game.Picture(c.pos), c.pos.ToPlay(), got, c.want)
		}
	}
}

// TestEveryIllegalMoveHasAWhy asks about every move of random games.
func TestEveryIllegalMoveHasAWhy(t *testing.T) {
	var all strings.Builder
	for _, c := range []struct {
		id            string
		width, height int
	}{{"weiqi", 7, 6}, {"weiqi:ko=positional", 3, 2}, {"gomoku:rule=renju", 7, 6}, {"connect4", 7, 6}, {"nogo", 5, 5}} {
		row := strings.TrimSpace(strings.Repeat(". ", c.width))
		pos := position(t, c.id, game.Black, slices.Repeat([]string{row}, c.height)...)
		for at := uint32(7); !pos.Outcome().Over && len(pos.Moves()) < 60; at = at*1664525 + 1013904223 {
			for p := range game.Point(pos.Board().Len()) {
				m := game.Place(p)
				why := text(pos, coach.Why(pos, m)...)
				if (why == "") != (pos.Check(m) == game.Legal) {
					t.Fatalf("%s, %s: %q for %s", c.id, game.Format(pos, m), why, pos.Check(m))
				}
				all.WriteString(why + "\n")
			}
			legal := pos.LegalMoves(nil)
			if len(legal) > 1 && legal[len(legal)-1] == game.Pass {
				legal = legal[:len(legal)-1]
			}
			if err := pos.Play(legal[int(at>>8)%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, kind := range []string{"koTaken", "koMove", "suicideOthers", "falls", "full", "rule, taking"} {
		if !strings.Contains(all.String(), kind) {
			t.Errorf("no move was illegal for %q", kind)
		}
	}
	if strings.Contains(all.String(), "rule, ko") {
		t.Error("the position that would come back was not found")
	}
}
