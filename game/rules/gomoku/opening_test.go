package gomoku_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// play plays a dialogue with one move a line: the expected player, the colour of the next stone,
// and the move. "refuses" at the start of a line means that the move must be refused, for the
// reason at its end.
func play(t *testing.T, pos *gomoku.Position, dialogue string) {
	t.Helper()
	for line := range strings.Lines(dialogue) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		refused := words[0] == "refuses"
		if refused {
			words = words[1:]
		}
		if player, color := pos.Player().String(), pos.ToPlay().String(); player != words[0] || color != words[1] {
			t.Fatalf("%q: the player is %s, the stone %s", strings.TrimSpace(line), player, color)
		}
		m, err := game.ParseMove(pos, words[2])
		if err != nil {
			t.Fatalf("%q: %v", strings.TrimSpace(line), err)
		}
		if refused {
			if got := pos.Check(m).Code(); got != words[3] {
				t.Fatalf("%q: %s", strings.TrimSpace(line), got)
			}
			continue
		}
		if err := pos.Play(m); err != nil {
			t.Fatalf("%q: %v", strings.TrimSpace(line), err)
		}
	}
}

// holds checks who has the black stones, and that the opening is over with White to move.
func holds(t *testing.T, pos *gomoku.Position, black game.Color) {
	t.Helper()
	if got := pos.Holder(game.Black); got != black || pos.Holder(game.White) != black.Other() {
		t.Errorf("the player %s has Black, want %s", got, black)
	}
	if pos.Phase().Text != "" || pos.ToPlay() != game.White || pos.Player() != black.Other() || pos.Offered() != nil {
		t.Errorf("after the opening: phase %q, %s to play by the player %s, offered %v",
			pos.Phase().Text, pos.ToPlay(), pos.Player(), pos.Offered())
	}
}

func TestSwap(t *testing.T) {
	const three = `
		black black H8
		black white J8
		refuses black black white no-such-move
		refuses black black H8 occupied
		black black A1
		refuses white white D4 no-such-move
		refuses white white pass no-such-move
		refuses white white swap no-such-move
		refuses white white two-more no-such-move`
	// The other player takes Black; the player who started then has White.
	pos := start(t, "opening=swap", "grid:15")
	play(t, pos, three+`
		white white black
		black white D4
		white black D5`)
	pos = start(t, "opening=swap", "torus:9x9") // on any board
	play(t, pos, three+`
		white white black`)
	holds(t, pos, game.White)
	pos = start(t, "opening=swap", "grid:15")
	play(t, pos, three+`
		white white white`)
	holds(t, pos, game.Black)
}

func TestSwap2(t *testing.T) {
	const three = `
		black black H8
		black white J8
		black black A1`
	const five = three + `
		white white two-more
		white white C3
		refuses white black black no-such-move
		white black C4
		refuses black white two-more no-such-move
		refuses black white C5 no-such-move`
	for _, c := range []struct {
		dialogue string
		black    game.Color
	}{
		{three + "\nwhite white black", game.White},
		{three + "\nwhite white white", game.Black},
		{five + "\nblack white black", game.Black},
		{five + "\nblack white white", game.White},
	} {
		for _, b := range []string{"grid:15", "torus:9x9", "mobius:21x9", "grid:99"} {
			pos := start(t, "rule=standard,opening=swap2", b)
			play(t, pos, c.dialogue)
			holds(t, pos, c.black)
		}
	}
}

// TestSwap2Five plays a whole game: the player White takes Black and wins with it.
func TestSwap2Five(t *testing.T) {
	pos := start(t, "opening=swap2", "grid:15")
	play(t, pos, `
		black black H8
		black white A1
		black black H9
		white white black
		black white A2
		white black H10
		black white A3
		white black H11
		black white A4
		white black H12`)
	if got, want := pos.Outcome(), (game.Outcome{Over: true, Winner: game.Black, How: "five"}); got != want {
		t.Errorf("outcome %+v, want %+v", got, want)
	}
	if pos.Player() != game.Empty || pos.ToPlay() != game.Empty || pos.Holder(game.Black) != game.White {
		t.Errorf("after the game: player %s, to play %s, Black belongs to the player %s", pos.Player(), pos.ToPlay(), pos.Holder(game.Black))
	}
}

func TestPro(t *testing.T) {
	pos := start(t, "opening=pro", "grid:15")
	play(t, pos, `
		refuses black black H9 forbidden
		black black H8
		white white J8
		refuses black black J10 forbidden
		refuses black black F6 forbidden
		refuses black black J8 occupied
		black black L8`)
	holds(t, pos, game.Black)
	pos = start(t, "opening=longpro", "grid:15")
	play(t, pos, `
		refuses black black A1 forbidden
		black black H8
		white white A1
		refuses black black K8 forbidden
		refuses black black L8 forbidden
		refuses black black E11 forbidden
		black black M8
		white white H9
		black black H10`)
}

const renjuThree = `
	refuses black black H9 forbidden
	black black H8
	refuses black white K8 forbidden
	black white H9
	refuses black black H11 forbidden
	black black H10
	refuses white white H11 no-such-move`

func TestRIF(t *testing.T) {
	pos := start(t, "rule=renju,opening=rif", "grid:15")
	play(t, pos, renjuThree+`
		white white swap
		black white A1
		white black G7
		refuses white black G7 forbidden`)
	if got := names(pos, pos.Offered()); got != "G7" || pos.Wanted() != 2 || pos.At(pos.Offered()[0]) != game.Empty {
		t.Errorf("offered %s of %d", got, pos.Wanted())
	}
	play(t, pos, `
		white black C4
		refuses black black D4 forbidden
		black black C4
		black white D4`)
	if p, _ := pos.Board().Lookup("C4"); pos.At(p) != game.Black {
		t.Error("the fifth that was taken has no stone")
	}
	if p, _ := pos.Board().Lookup("G7"); pos.At(p) != game.Empty {
		t.Error("the fifth that was left has a stone")
	}
}

// TestSymmetricFifths: the stones are on the middle column, so a point and its mirror image may not
// both be offered.
func TestSymmetricFifths(t *testing.T) {
	pos := start(t, "rule=renju,opening=rif", "grid:15")
	play(t, pos, renjuThree+`
		white white stay
		white white H1
		black black G7
		refuses black black J7 forbidden
		refuses black black G7 forbidden
		black black J8
		refuses white black G8 forbidden
		white black J8`)
	holds(t, pos, game.Black)
}

func TestSoosorv(t *testing.T) {
	pos := start(t, "rule=renju,opening=soosorv", "grid:15")
	play(t, pos, renjuThree+`
		white white stay
		white white A1
		refuses white black B2 no-such-move
		refuses white black ten no-such-move
		white black 3
		refuses black black 3 no-such-move
		black black swap
		white black C3
		white black C4
		white black C5
		refuses black black C6 forbidden
		black black C5`)
	holds(t, pos, game.White)
	// A single fifth is placed immediately.
	pos = start(t, "rule=renju,opening=soosorv", "grid:15")
	play(t, pos, renjuThree+`
		white white swap
		black white A1
		black black 1
		white black stay
		white black C3`)
	holds(t, pos, game.White)
	if p, _ := pos.Board().Lookup("C3"); pos.At(p) != game.Black {
		t.Error("the only fifth has no stone")
	}
}

func TestTaraguchi(t *testing.T) {
	const four = `
		refuses black black A1 forbidden
		black black H8
		white white swap
		refuses black white K8 forbidden
		black white H9
		white black stay
		refuses white black L8 forbidden
		white black K10
		black white swap
		refuses white white A8 forbidden
		white white E11
		black black stay`
	pos := start(t, "rule=renju,opening=taraguchi", "grid:15")
	play(t, pos, four+`
		refuses black black C8 forbidden
		black black D4
		white white swap`)
	holds(t, pos, game.White)
	pos = start(t, "rule=renju,opening=taraguchi", "grid:15")
	play(t, pos, four+"\nblack black ten")
	for _, name := range []string{"A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "J1"} {
		play(t, pos, "black black "+name)
	}
	play(t, pos, `
		refuses black black F1 forbidden
		black black K1
		refuses white black ten no-such-move
		white black K1`)
	holds(t, pos, game.Black)
}

// TestTwentySix: a centre, a white stone in the 3x3 and a black one in the 5x5 make 26 openings
// that differ by symmetry.
func TestTwentySix(t *testing.T) {
	symmetries := gametest.Board(t, "grid:15").Symmetries(8)
	found := map[string]bool{}
	first := start(t, "rule=renju,opening=rif", "grid:15")
	play(t, first, "black black H8")
	for _, second := range first.LegalMoves(nil) {
		pos := first.Copy()
		if err := pos.Play(second); err != nil {
			t.Fatal(err)
		}
		for _, third := range pos.LegalMoves(nil) {
			least := ""
			for _, m := range symmetries {
				if key := fmt.Sprintf("%03d %03d", m[second], m[third]); least == "" || key < least {
					least = key
				}
			}
			found[least] = true
		}
	}
	if len(found) != 26 {
		t.Errorf("%d openings", len(found))
	}
}

func names(pos game.Position, points []game.Point) string {
	var list []string
	for _, p := range points {
		list = append(list, pos.Board().Name(p))
	}
	return strings.Join(list, " ")
}

// TestOpeningBoards: openings measured from the centre need a board with a centre; the swaps accept
// any board.
func TestOpeningBoards(t *testing.T) {
	for _, c := range []struct{ opening, spec, want string }{
		{"pro", "grid:20", "no point in the middle"},
		{"rif", "torus:15x15", "no point in the middle"},
		{"soosorv", "cube:7", "no point in the middle"},
		{"longpro", "grid:7", "too small"},
		{"pro", "grid:7", ""},
		{"pro", "grid:5", "too small"},
		{"taraguchi", "grid:5", ""},
		{"taraguchi", "hex:6", ""},
		{"soosorv", "box:5x5x5", ""},
		{"rif", "grid:7x5", ""},
		{"swap", "geodesic:3", ""},
		{"swap2", "sphere:12x8", ""},
		{"swap2", "box:4x4x4", "no line of 5"},
	} {
		_, err := rules(t, "opening="+c.opening).New(gametest.Board(t, c.spec))
		if ok := err == nil; ok != (c.want == "") || !ok && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s on %s: %v, want %q", c.opening, c.spec, err, c.want)
		}
	}
	draft, err := boardfile.ReadJSON("named.json", strings.NewReader(
		`{"points":5,"edges":[[0,1],[1,2],[2,3],[3,4]],"names":["a","Black","c","d","e"],"lines":[[0,1,2,3,4]]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := draft.Board("named")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rules(t, "opening=swap2").New(b); err == nil || !strings.Contains(err.Error(), `choice, "black"`) {
		t.Errorf("a point with the name of a choice: %v", err)
	}
	if _, err := rules(t, "opening=none").New(b); err != nil {
		t.Error(err)
	}
	if _, err := gomoku.Parse("n=3,opening=swap2"); err == nil || !strings.Contains(err.Error(), "n to be at least 4") {
		t.Errorf("n=3 with an opening: %v", err)
	}
}

// TestPhases: during the opening there is always a sentence, and each choice has a label.
func TestPhases(t *testing.T) {
	for o := gomoku.Swap; o <= gomoku.RIF; o++ {
		pos := start(t, "opening="+o.String(), "grid:9")
		var buf []game.Move
		for ply := 0; pos.Phase().Text != ""; ply++ {
			buf = pos.LegalMoves(buf[:0])
			if ply > 40 || len(buf) == 0 {
				t.Fatalf("%s does not end: %v", o, pos.Moves())
			}
			for _, m := range buf {
				if m < 0 && (pos.ChoiceTitle(m).ID == "" || strings.ContainsAny(pos.Choice(m), " ")) {
					t.Errorf("%s: choice %d is %q, titled %q", o, m, pos.Choice(m), pos.ChoiceTitle(m).Text)
				}
			}
			if err := pos.Play(buf[len(buf)-1]); err != nil {
				t.Fatal(err)
			}
		}
		if pos.Player() != pos.Holder(game.White) || pos.ToPlay() != game.White {
			t.Errorf("%s ends with %s to move", o, pos.ToPlay())
		}
	}
}

func TestChoiceNames(t *testing.T) {
	pos := start(t, "opening=swap2", "grid:9")
	for _, name := range []string{"two-more", "two more", "Two More"} {
		m, err := game.ParseMove(pos, name)
		if err != nil || pos.Choice(m) != "two-more" {
			t.Errorf("%q is read as %q, %v", name, pos.Choice(m), err)
		}
	}
	for _, name := range []string{"9", "0", "", "purple"} {
		if m, ok := pos.ParseChoice(name); ok {
			t.Errorf("%q is read as %q", name, pos.Choice(m))
		}
	}
	if m, ok := start(t, "opening=none", "grid:9").ParseChoice("black"); ok {
		t.Errorf("a game without an opening has a choice %d", m)
	}
}

// TestSetInOpening: a position set up by hand is past the opening, but an empty board restarts it.
func TestSetInOpening(t *testing.T) {
	pos := start(t, "opening=swap2", "grid:9")
	if err := pos.Set([]game.Placed{{Point: 3, Color: game.White}}, game.Black); err != nil {
		t.Fatal(err)
	}
	if pos.Phase().Text != "" || pos.Player() != game.Black {
		t.Errorf("phase %q, player %s", pos.Phase().Text, pos.Player())
	}
	pos.SetToPlay(game.White)
	if pos.ToPlay() != game.White {
		t.Error("the turn was not handed over")
	}
	if err := pos.Set(nil, game.Black); err != nil || pos.Phase().Text == "" {
		t.Errorf("the empty board: phase %q, %v", pos.Phase().Text, err)
	}
	pos.SetToPlay(game.White)
	if pos.ToPlay() != game.Black {
		t.Error("the turn was handed over in the opening")
	}
}

func TestOpeningsKeepTheContract(t *testing.T) {
	testenv.SkipUnderRace(t)
	for o := gomoku.Swap; o <= gomoku.RIF; o++ {
		boards := []*board.Board{board.Grid(5, 5)}
		switch o {
		case gomoku.Swap, gomoku.Swap2:
			boards = append(boards, gametest.Board(t, "torus:5x5"), gametest.Board(t, "mobius:6x5"), gametest.Board(t, "cube:3"))
		case gomoku.Pro:
			boards = []*board.Board{board.Grid(7, 7)}
		case gomoku.LongPro:
			boards = []*board.Board{board.Grid(9, 5)}
		}
		gametest.Run(t, rules(t, "opening="+o.String()), boards...)
	}
	gametest.Run(t, rules(t, "opening=soosorv"), gametest.Board(t, "hex:3"))
	gametest.Run(t, rules(t, "n=4,opening=rif"), gametest.Board(t, "grid:5x1"))
	gametest.Run(t, rules(t, "rule=renju,opening=swap2"), gametest.Board(t, "cube:3"))
	gametest.Run(t, rules(t, "rule=renju,opening=taraguchi"), board.Grid(5, 5))
}

// TestFewFifths: on a small board with stones on an axis only six points differ, so at most six can
// be offered.
func TestFewFifths(t *testing.T) {
	pos := start(t, "opening=soosorv", "grid:5x3")
	play(t, pos, `
		black black C2
		black white B2
		black black D2
		white white stay
		white white A2
		white black 8
		black black stay`)
	if pos.Wanted() != 6 {
		t.Fatalf("%d fifths are wanted", pos.Wanted())
	}
	play(t, pos, `
		black black A1
		refuses black black A3 forbidden
		black black B3
		black black C1
		black black D1
		black black E1
		black black E2
		white black E2`)
	holds(t, pos, game.Black)
}

// TestOpeningIntoFullBoard: the smallest boards are full before the opening ends.
func TestOpeningIntoFullBoard(t *testing.T) {
	for opening, dialogue := range map[string]string{
		"swap2": `
			black black A1
			black white B1
			black black C1
			white white two-more
			white white D1`,
		"rif": `
			black black C1
			black white B1
			black black A1
			white white swap
			black white D1
			white black E1`, // the only point to offer
		"taraguchi": `
			black black C1
			white white stay
			white white B1
			black black swap
			white black A1
			black white stay
			black white D1
			white black stay
			white black ten
			white black E1`,
	} {
		spec := "grid:5x1"
		if opening == "swap2" {
			spec = "grid:4x1"
		}
		pos := start(t, "n=4,opening="+opening, spec)
		play(t, pos, dialogue)
		if pos.Outcome().How != "board full" || pos.Player() != game.Empty || pos.Phase().Text != "" || pos.Offered() != nil {
			t.Errorf("%s: %+v, the player %s, %q", opening, pos.Outcome(), pos.Player(), pos.Phase().Text)
		}
	}
}

// TestOffered: the offered points come in ascending order, and the caller may modify the slice.
func TestOffered(t *testing.T) {
	pos := start(t, "opening=soosorv", "grid:15")
	play(t, pos, renjuThree+`
		white white stay
		white white A1
		white black 3
		black black stay
		black black B1
		black black O15`)
	points := pos.Offered()
	if got := names(pos, points); got != "O15 B1" {
		t.Errorf("offered %s", got)
	}
	points[0] = 0
	if got := names(pos, pos.Offered()); got != "O15 B1" {
		t.Errorf("offered %s", got)
	}
}
