package coach_test

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/rules/atarigo"
	"moyo/rules/capturefive"
	"moyo/rules/connect4"
	"moyo/rules/gomoku"
	"moyo/rules/nogo"
	"moyo/rules/pente"
	"moyo/rules/weiqi"
	"moyo/study/coach"
)

var parsers = map[string]func(string) (game.Rules, error){
	"weiqi": weiqi.Parse, "gomoku": gomoku.Parse, "connect4": connect4.Parse,
	"capturefive": capturefive.Parse, "atari-go": atarigo.Parse, "pente": pente.Parse, "nogo": nogo.Parse,
}

// position returns the position that a picture shows: rows from the top, X
// black, O white, with toPlay to move.
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

// move returns the move of that name.
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

// ko is a position in which White can take D4 at E4.
var ko = []string{
	". . . . . . .",
	". . . . . . .",
	". . . O X . .",
	". . O X . X .",
	". . . O X . .",
	". . . . . . .",
	". . . . . . .",
}

func TestNotes(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		rows        []string
		you         game.Color
		want        []string // kind and text
	}{
		{"atari of both", "weiqi", []string{
			". . . . .",
			". X O . .",
			"O X X O .",
			". O O X .",
			". . . O .",
		}, game.Black, []string{
			"atari Your stone on D2 has one liberty left, E2.",
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
		}, game.Black, []string{"take You can take three stones at D1."}},
		{"a four with one end", "gomoku", []string{
			". . . . . .",
			"O X X X X .",
			". O O . . .",
			". . . . . .",
			". . . . . .",
		}, game.Black, []string{"win Your line needs one more, at F4."}},
		{"an open four of the other side", "gomoku", []string{
			". . . . . .",
			". X X X X .",
			". O O . . .",
			". . . . . .",
			". . . . . .",
		}, game.White, []string{"threat Black's line needs one more, at A4.", "threat Black's line needs one more, at F4."}},
		{"a line of both sides", "capturefive", []string{
			". . . . . .",
			". . X . . .",
			"X X . X X .",
			". . X . . .",
			"O O . O O .",
		}, game.White, []string{"win Your line needs one more, at C1.", "threat Black's line needs one more, at C3."}},
		{"a line that a capture breaks next", "capturefive:n=4", []string{
			". O . . .",
			"O X X X .",
			". O O O .",
		}, game.Black, []string{"win Your line needs one more, at E2.", "threat White's line needs one more, at A1.", "threat White's line needs one more, at E1."}},
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
		}, game.Black, []string{"win You can win at B1.", "take You can take one stone at B1."}},
		{"a pair", "pente:n=5", []string{
			". . . . . .",
			"X O O . . .",
			". X X O . .",
			". . . . . .",
		}, game.Black, []string{"atari White can take your two stones on B2 and C2 at A2.", "take You can take two stones at D3."}},
		{"nothing", "gomoku", []string{". . . . .", ". X . O ."}, game.White, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, toPlay := range []game.Color{game.Black, game.White} { // the same whoever is to move
				pos := position(t, c.rules, toPlay, c.rows...)
				before := game.Picture(pos)
				var got []string
				for _, n := range coach.Notes(pos, c.you) {
					got = append(got, string(n.Kind)+" "+n.Text)
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

// TestNotesPoint says which points a note is about.
func TestNotesPoint(t *testing.T) {
	pos := position(t, "weiqi", game.White, ". X .", "X O X", ". . .")
	notes := coach.Notes(pos, game.White)
	if len(notes) != 1 || notes[0].Side != game.White || !slices.Equal(notes[0].Stones, []game.Point{4}) || !slices.Equal(notes[0].Points, []game.Point{7}) {
		t.Errorf("%+v", notes)
	}
	pos = position(t, "gomoku:n=3", game.Black, "X . X", "O O .", ". . .")
	notes = coach.Notes(pos, game.Black)
	if len(notes) != 2 || notes[0].Kind != coach.Win || !slices.Equal(notes[0].Stones, []game.Point{0, 2}) || !slices.Equal(notes[0].Points, []game.Point{1}) ||
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
		you         game.Color
		want        string
	}{
		{"takes", "weiqi", game.Black, []string{". . .", "X O X", ". X ."}, "B3", game.Black, "It takes White's stone on B2."},
		{"takes from you", "weiqi", game.White, []string{". . .", "O X O", ". O ."}, "B3", game.Black, "It takes your stone on B2."},
		{"saves", "weiqi", game.White, []string{". . . .", ". . . .", "X O X .", ". X . ."}, "B3", game.White, "It saves your stone on B2."},
		{"saves nothing", "weiqi", game.White, []string{". X . .", "X O X .", "X . X .", ". . . ."}, "B2", game.White, ""},
		{"atari", "weiqi", game.Black, []string{". . . .", ". . . .", "X O . .", ". X . ."}, "C2", game.Black, "It puts White's stone on B2 in atari."},
		{"wins", "gomoku:n=3", game.Black, []string{"X X .", "O O .", ". . ."}, "C3", game.Black, "It wins at once: three in a row."},
		{"blocks", "gomoku:n=3", game.Black, []string{". X .", "O O .", ". . ."}, "C2", game.Black, "It stops White's win at C2."},
		{"blocks for you", "gomoku:n=3", game.White, []string{"X X .", "O . .", ". . ."}, "C3", game.Black, "It stops your win at C3."},
		{"a four", "gomoku", game.Black, []string{". . . . . .", "O X X X . .", ". O O . . .", ". . . . . ."}, "E3", game.Black, "It threatens to win at F3."},
		{"two threats", "gomoku:n=3", game.Black, []string{"X . .", ". O .", "O . X"}, "C3", game.Black, "It stops White's win at C3 and makes two threats at once (B3 and C2: too many to stop)."},
		{"row", "connect4", game.Black, []string{". . . . .", ". . . . .", ". . . . .", "O X . . O"}, "C1", game.Black, "It makes two in a row."},
		{"double atari", "atari-go", game.Black, []string{". X . X .", "X O . O X", ". . . . .", ". . . . ."}, "C3", game.Black, "It makes two threats at once (B2 and D2: too many to stop)."},
		{"a pair", "pente:n=5", game.Black, []string{"X O O . . .", ". . . . . ."}, "D2", game.White, "It takes your two stones on B2 and C2."},
		{"saves a pair", "pente:n=5", game.Black, []string{"O X X . . .", ". . . . . ."}, "D2", game.Black, "It saves your two stones on B2 and C2 and makes three in a row."},
		{"nothing to say", "weiqi", game.Black, []string{". . .", ". . .", ". . ."}, "A1", game.Black, ""},
		{"illegal", "weiqi", game.Black, []string{"X . .", ". . .", ". . ."}, "A3", game.Black, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := position(t, c.rules, c.toPlay, c.rows...)
			if got := coach.Reason(pos, move(t, pos, c.move), c.you); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
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
		{suicide, "B3", "A stone on B3 would have no liberty, no empty point beside it, and it takes nothing: White's stone on B4 still has two other liberties, at A4 and C4. That is suicide."},
		{suicide, "C2", "There is a stone on C2 already. A stone goes on an empty point."},
		{suicide, "A1", ""},
		{position(t, "weiqi", game.White, ". X O", "X X O", "X O ."), "C1", "With a stone on C1 White's three stones on C3, C2 and B1 would have no liberty left, and nothing is taken by it."},
		{koed, "D4", "White just took your stone on D4 with E4. Taking back at once would bring back the position before that (ko). Play somewhere else first."},
		{falling, "B4", "A stone does not stay on B4: it falls to B2, the lowest free point of its column."},
		{falling, "pass", "In this game nobody may pass: place a stone."},
	} {
		if got := coach.Why(c.pos, move(t, c.pos, c.move), game.Black); got != c.want && !(c.want != "" && strings.HasPrefix(got, c.want)) {
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
				why := coach.Why(pos, m, game.White)
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
	for _, kind := range []string{"Taking back at once", "back the position after move", "That is suicide", "falls to", "already", "nothing may be taken"} {
		if !strings.Contains(all.String(), kind) {
			t.Errorf("no move was illegal for %q", kind)
		}
	}
	if strings.Contains(all.String(), "an earlier position (ko)") {
		t.Error("the position that would come back was not found")
	}
}
