package atarigo_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/atarigo"
)

// rules returns the rules of an id.
func rules(t testing.TB, id string) *atarigo.Rules {
	t.Helper()
	r, err := atarigo.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*atarigo.Rules)
}

func TestGame(t *testing.T) {
	boards := []*board.Board{
		board.Grid(2, 1), board.Grid(3, 3), board.Grid(5, 4), gametest.Board(t, "torus:3x3"),
		gametest.Board(t, "hex:2"), gametest.Board(t, "cube:2"), gametest.Board(t, "star:5"),
	}
	gametest.Run(t, rules(t, ""), boards...)
	gametest.Run(t, rules(t, "captures=4"), boards...)
}

// diagram sets up a grid from rows of ., X and O, the top row first.
func diagram(t *testing.T, id, lines string, toPlay game.Color) *atarigo.Position {
	t.Helper()
	rows := strings.Fields(lines)
	pos, err := rules(t, id).Start(board.Grid(len(rows[0]), len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	if err := pos.Set(placed(lines), toPlay); err != nil {
		t.Fatalf("%s: %v", lines, err)
	}
	return pos
}

func placed(lines string) (stones []game.Placed) {
	for p, r := range strings.Join(strings.Fields(lines), "") {
		if c := strings.IndexRune(".XO", r); c > 0 {
			stones = append(stones, game.Placed{Point: game.Point(p), Color: game.Color(c)})
		}
	}
	return stones
}

// TestEnds: the first capture wins, or the given number of stones; a side that cannot move loses.
func TestEnds(t *testing.T) {
	black := func(how string) game.Outcome { return game.Outcome{Over: true, Winner: game.Black, How: how} }
	for _, c := range []struct {
		id, lines, move string
		want            game.Outcome
		taken           int
	}{
		{"", "OX. ... ...", "A2", black("captures"), 1},
		{"", "OX. ... ...", "C3", game.Outcome{}, 0},
		{"captures=2", "OX. ... ...", "A2", game.Outcome{}, 1},
		{"captures=2", "OOX .X. ...", "A2", black("captures"), 2},
		{"captures=3", "OOX .X. ...", "A2", game.Outcome{}, 2},
		{"captures=3", "O.O XOX ...", "B3", game.Outcome{}, 2}, // two are captured, one stays
		{"captures=2", "O.O X.X ...", "B3", black("captures"), 2},
		{"", ".XX.. XXXX. .....", "D3", game.Outcome{}, 0},
		{"", ".X.X XX.X XXXX", "C2", black("no move left"), 0}, // White only has suicide
	} {
		pos := diagram(t, c.id, c.lines, game.Black)
		m, err := game.ParseMove(pos, c.move)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil || pos.Outcome() != c.want || pos.Captures(game.Black) != c.taken {
			t.Errorf("%s %s %s: %+v with %d taken: %v", c.id, c.lines, c.move, pos.Outcome(), pos.Captures(game.Black), err)
		}
	}
}

// TestIllegal: no suicide, no pass, and no immediate recapture.
func TestIllegal(t *testing.T) {
	pos := diagram(t, "captures=9", ".O... O.... .....", game.Black)
	for m, want := range map[game.Move]game.Reason{
		0: game.Suicide, 1: game.Occupied, game.Pass: game.NotInThisWay, 15: game.OffBoard, 7: game.Legal,
	} {
		if got := pos.Check(m); got != want {
			t.Errorf("move %d: %s, want %s", m, got.Code(), want.Code())
		}
	}
	pos = diagram(t, "captures=9", ".XO.. XO.O. .XO.. .....", game.Black)
	for _, c := range []struct {
		move string
		want game.Reason
	}{{"C3", game.Legal}, {"B3", game.Ko}, {"E1", game.Legal}, {"A1", game.Legal}, {"B3", game.Legal}, {"C3", game.Ko}} {
		m, err := game.ParseMove(pos, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := pos.Check(m); got != c.want {
			t.Errorf("%s: %s, want %s", c.move, got.Code(), c.want.Code())
		}
		if c.want == game.Legal {
			play(t, pos, m)
		}
	}
	if s, l := pos.Chain(1); len(s) != 1 || len(l) != 1 {
		t.Errorf("chain %v with liberties %v", s, l)
	}
}

// TestHash: the number of captures changes the hash if more are needed to win.
func TestHash(t *testing.T) {
	pos := diagram(t, "captures=5", "OX. ... ...", game.Black)
	play(t, pos, 3)
	twin := diagram(t, "captures=5", ".X. X.. ...", game.White)
	if pos.Hash() == twin.Hash() {
		t.Error("a captured stone leaves no trace in the hash")
	}
}

func TestSet(t *testing.T) {
	pos := diagram(t, "", "... ... ...", game.Black)
	for want, lines := range map[string]string{
		"no liberties":       "XO. O.. ...",
		"can place no stone": ".O. OOO .O.",
	} {
		if err := pos.Set(placed(lines), game.Black); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", lines, err, want)
		}
	}
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]string{
		"": "atari-go:captures=1", "atari-go": "atari-go:captures=1", "captures=20": "atari-go:captures=20",
	} {
		again, err := atarigo.New(rules(t, id).Captures())
		if got := rules(t, id).ID(); got != want || err != nil || again.ID() != want {
			t.Errorf("%q becomes %q, want %q", id, got, want)
		}
	}
	for id, want := range map[string]string{
		"captures=0": "1 to 20", "captures=21": "1 to 20", "captures=x": "want a number", "ko=simple": "want captures", "captures": "name=value",
	} {
		if _, err := atarigo.Parse(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
	if _, err := rules(t, "").New(board.Grid(1, 1)); err == nil {
		t.Error("a board of a single point is accepted")
	}
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	gametest.FuzzIDs(f, atarigo.Parse, "atari-go:captures=3", "captures=")
}

// The first capture wins.
func Example() {
	r, err := atarigo.Parse("atari-go")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := r.New(board.Grid(5, 5))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"A1", "A2", "E5", "B1"} {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			fmt.Println(name, err)
		}
	}
	fmt.Println(pos.Outcome(), "by", pos.Outcome().How)
	// Output: W+ by captures
}
