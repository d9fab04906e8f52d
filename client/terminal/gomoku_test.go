package terminal

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	tea "charm.land/bubbletea/v2"

	"moyo/game"
	"moyo/game/match"
)

// says checks that a text contains all of the others.
func says(t *testing.T, got string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}

// TestPlainSwap2 plays a game of two people with swapped colours, to five in a row.
func TestPlainSwap2(t *testing.T) {
	tab := testGame(t, "gomoku:opening=swap2", "grid:9", nil)
	got := plain(t, tab, "a1\na2\nb1\nc3\ntwo more\nb2\nc1\npurple\nWHITE\nc2\nd1\nd2\ne1\n")
	says(t, got, "Grid 9×9, freestyle, 5 in a row, opening swap2. you against friend.",
		"you: Place three stones, black, white and black",
		"friend: Take Black, take White and play next, or place two more stones and let your opponent choose. Type black, white, two-more.",
		"Not now. Take Black, take White", `"purple" is neither a point`, "you: Choose a side", "White to play: you", "Black to play: friend",
		"The game is over: Black (friend) wins with five in a row.", "1 |X|X|X|X|X|")
	if record := tab.record().String(); !strings.Contains(record, "PB[friend]PW[you]") || !strings.Contains(record, "OC[two-more]") ||
		!strings.Contains(record, "RE[B+]") || !strings.Contains(record, "GM[4]") {
		t.Errorf("record %s", record)
	}
}

// TestPlainLetters reads and prints points with I in gomoku, and keeps Go's letters in the record
// and in Go.
func TestPlainLetters(t *testing.T) {
	tab := testGame(t, "gomoku", "grid:15", nil)
	got := plain(t, tab, "i8\nj9\np1\nlook i8\nlook J9\nlist\nboard\n")
	says(t, got, `"p1" is neither a point`, "I8: black; beside it", "J9: white; beside it J10 I9 K9 J8.",
		"A B C D E F G H I J K L M N O\n", "O1: empty; beside it")
	if strings.Contains(got, "P1: ") {
		t.Errorf("a column P is named:\n%s", got)
	}
	if record := tab.record().String(); !strings.Contains(record, ";B[ih]") || !strings.Contains(record, ";W[jg]") {
		t.Errorf("record %s", record)
	}
	j8, _ := tab.board.Lookup("J8")
	moves := tab.match.Position().Moves()
	if moves[0] != game.Place(j8) {
		t.Errorf("moves %v", moves)
	}
	says(t, tab.moveReport(game.Black, game.Black, moves[0]), "Black plays I8.")
	says(t, tab.lineText(append(moves, game.Pass), 3), "I8 J9 pass")
	got = plain(t, testGame(t, "weiqi", "grid:15", nil), "i8\nj8\nboard\n")
	says(t, got, `"i8" is neither a point`, "8  . . . . . . . +(X)", "A B C D E F G H J K L M N O P\n")
}

// TestPlainEngineChooses lets the other side swap by itself.
func TestPlainEngineChooses(t *testing.T) {
	got := plain(t, testGame(t, "gomoku:opening=swap", "torus:6x6", &scripted{}), "a1\na2\nb1\nundo\nb1\nd4\nresign\n")
	says(t, got, "script chooses: Take Black.", "Taken back.", "White to play: you",
		"Black plays A6.", "The game is over: Black (script) wins by resignation.")
}

// TestPlainRenju marks forbidden points, and offers for the fifth stone.
func TestPlainRenju(t *testing.T) {
	got := plain(t, testGame(t, "gomoku:rule=renju", "grid:9", nil), "d5\na1\nc5\na3\ne6\nb9\ne7\ng9\nboard\ne5\nlook e5\ndraw\n")
	says(t, got, "5  . . X X ! . . . .  5", "The rules of this game forbid that move.", "E5: empty, forbidden", "The game is over: a draw.")
	got = plain(t, testGame(t, "gomoku:rule=renju,opening=rif", "grid:9", nil), "e5\ne6\ne7\nswap\na1\nb2\nboard\nc3\nc3\nboard\n")
	says(t, got, "2  .(*). . .", "friend: Offer points for the fifth stone",
		"you: Take one of the offered points", "3  . .(X)", "White to play: you")
	if strings.Contains(got[strings.LastIndex(got, "Take one"):], "*") {
		t.Errorf("offers outlive the choice:\n%s", got)
	}
}

func TestPlainNoDraw(t *testing.T) {
	says(t, plain(t, testTable(t, "grid:5", nil), "draw\n"), "draws cannot be offered")
	says(t, plain(t, testGame(t, "gomoku", "grid:9", &scripted{}), "draw\n"), "neither offers nor accepts draws")
	says(t, plain(t, testGame(t, "gomoku:n=3", "grid:3", nil), "b2\na1\nb1\nc1\nb3\n"), "Black wins with three in a row")
	says(t, plain(t, testGame(t, "gomoku:n=3", "grid:3", nil), "b2\na3\nc3\na1\na2\nc2\nb3\nb1\nc1\n"), "a draw, the board is full")
}

// TestScreenGomoku plays an opening on the screen, by typed choices.
func TestScreenGomoku(t *testing.T) {
	p := player{newScreen(t.Context(), testGame(t, "gomoku:opening=swap2", "grid:15", &scripted{}), false), t}
	p.run(p.Init())
	p.Update(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	p.sees("you: Place three stones", "A B C D E F G H I J K L M N O")
	p.press("h8", "a1", "h9")
	p.sees("script chooses: Take Black.", "White to play: you", "freestyle, 5 in a row")
	p.press("black")
	p.sees("There is no such move.")
	p.press("j1", "undo", "undo")
	p.sees("you: Place a second black stone.")
	p.Update(tea.WindowSizeMsg{Width: 100, Height: 40})
	p.press("f1")
	p.sees("Get stones in a row", "the winning row")
	if p.match.Phase() != match.Playing || p.match.Holder(game.Black) != game.Black {
		t.Errorf("phase %s, Black is %s's", p.match.Phase(), p.match.Holder(game.Black))
	}
}

// TestHowToPlay shows the catalog's text in the help.
func TestHowToPlay(t *testing.T) {
	s := newScreen(t.Context(), testGame(t, "nogo", "grid:5", nil), false)
	s.width, s.height = 100, 60
	text := strings.Join(strings.Fields(s.helpText()), " ")
	says(t, text, "keeps an empty point beside it", "Passing is not allowed")
}

// TestPlainWithoutOptions names a game whose rules have no options.
func TestPlainWithoutOptions(t *testing.T) {
	got := plain(t, testGame(t, "nogo", "grid:2", nil), "a1\nb2\na2\n")
	says(t, got, "Grid 2×2, NoGo. you against")
}

// TestPlainColumns drops stones by number, by letter and by point; it refuses a full column and a
// point in the air.
func TestPlainColumns(t *testing.T) {
	got := plain(t, testGame(t, "connect4:n=3", "grid:4x3", nil), "1\na\nA3\na\nb3\n2\nb\n3\n2\nd\n")
	says(t, got, "Black to play: you", "There is a stone on that point already.",
		"A stone falls to the lowest empty point of its column.", "White wins with three in a row")
}
