package gomoku_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// renju sets up a position on 15x15 with Black to move, from the names of the
// stones.
func renju(t *testing.T, id, black, white string) *gomoku.Position {
	t.Helper()
	pos := start(t, "rule=renju"+id, "grid:15")
	var stones []game.Placed
	for c, list := range []string{game.Black: black, game.White: white} {
		for name := range strings.FieldsSeq(list) {
			stones = append(stones, game.Placed{Point: lookup(t, pos, name), Color: game.Color(c)})
		}
	}
	if err := pos.Set(stones, game.Black); err != nil {
		t.Fatal(err)
	}
	return pos
}

// TestForbidden checks the rules of Renju, sentence by sentence, on the point H8.
func TestForbidden(t *testing.T) {
	// H8 makes a three along its row, which because of K8 only E8 can straighten, and another along
	// its column.
	const twoThrees, blocked = "F8 G8 H7 H9 ", "K8"
	for _, c := range []struct {
		why          string
		black, white string
		forbidden    bool
	}{
		{"an overline", "E8 F8 G8 J8 K8", "", true},
		{"an overline of seven", "E8 F8 G8 J8 K8 L8", "", true},
		{"exactly five", "F8 G8 J8 K8", "", false},
		{"five, blocked at both ends", "F8 G8 J8 K8", "E8 L8", false},
		{"five, and an overline elsewhere", "F8 G8 J8 K8 H5 H6 H7 H9 H10", "", false},
		{"five, and two fours elsewhere", "F8 G8 J8 K8 H7 H9 H10 G7 J9 K10", "", false},
		{"five, and two threes elsewhere", "F8 G8 J8 K8 H7 H9 G7 J9", "", false},
		{"two fours", "F8 G8 J8 H9 H10 H11", "", true},
		{"two fours, each blocked at one end", "F8 G8 J8 H9 H10 H11", "E8 H12", true},
		{"two fours on one line", "E8 G8 J8 L8", "", true},
		{"two fours on one line, closer", "E8 F8 J8 L8 M8", "", true},
		{"two fours on one line, sharing three stones", "D8 F8 G8 K8", "", true},
		{"a straight four is one", "F8 G8 J8", "", false},
		{"four stones blocked at both ends do not count", "F8 G8 J8 H9 H10 H11", "E8 K8", false},
		{"a four and a three", "F8 G8 J8 H9 H10", "", false},
		{"two threes", "F8 G8 H9 H10", "", true},
		{"two threes with a gap", "E8 G8 H9 H11", "", true},
		{"a single three", "F8 G8", "", false},
		{"three threes", "F8 G8 H9 H10 G7 J9", "", true},
		{"a three blocked at one end does not count", "F8 G8 H9 H10", "E8", false},
		{"a three without space for five does not count", "F8 G8 H9 H10", "D8 K8", false},
		{"a four that needs six does not count", "C8 D8 F8 G8 H9 H10 H11", "", false},
		{"three that needs six does not count", "F8 G8 C8 L8 H9 H10", "", false},

		{"two threes, the first straightened on E8 alone", twoThrees, blocked, true},
		{"the point of the straight four would be an overline", twoThrees + "E5 E6 E7 E9 E10 E11", blocked, false},
		{"the same without the overline", twoThrees + "E5 E6 E11 E12", blocked, true},
		{"it would be a double four", twoThrees + "E4 E6 E7 E10", blocked, false},
		{"it would be a double three", twoThrees + "E7 E9 D7 F9", blocked, false},
		{"it would make a five as well", twoThrees + "E4 E5 E6 E7", blocked, false},
		{"it would be a four and a three", twoThrees + "E7 E9", blocked, true},
	} {
		pos := renju(t, "", c.black, c.white)
		h8 := lookup(t, pos, "H8")
		if got := pos.Check(game.Place(h8)) == game.Forbidden; got != c.forbidden {
			t.Errorf("%s: forbidden is %v\n%s", c.why, got, game.Picture(pos))
		}
		if slices.Contains(pos.Banned(), h8) != c.forbidden {
			t.Errorf("%s: banned are %s", c.why, names(pos, pos.Banned()))
		}
		// White may play anything, and no point is forbidden to White.
		pos.SetToPlay(game.White)
		if pos.Check(game.Place(h8)) != game.Legal || pos.Banned() != nil {
			t.Errorf("%s: White may not play", c.why)
		}
	}
}

// TestWhiteIsFree: White may make two threes, two fours and an overline, and wins with that.
func TestWhiteIsFree(t *testing.T) {
	for _, white := range []string{"E8 F8 G8 J8 K8", "F8 G8 J8 H9 H10 H11", "F8 G8 H9 H10"} {
		pos := renju(t, "", "A1", white)
		pos.SetToPlay(game.White)
		if err := pos.Play(game.Place(lookup(t, pos, "H8"))); err != nil {
			t.Errorf("%s: %v", white, err)
		}
		if six := white == "E8 F8 G8 J8 K8"; six != (pos.Outcome().Winner == game.White) || six && len(pos.Figure()) != 6 {
			t.Errorf("%s: %+v, %v", white, pos.Outcome(), pos.Figure())
		}
	}
}

// TestPlayingForbidden: under forbidden=loses, a forbidden point can be played and loses; a five
// still wins.
func TestPlayingForbidden(t *testing.T) {
	pos := renju(t, ",forbidden=loses", "F8 G8 H9 H10", "A1")
	h8 := lookup(t, pos, "H8")
	if got := names(pos, pos.Banned()); got != "H8" {
		t.Errorf("banned are %s", got)
	}
	if err := pos.Play(game.Place(h8)); err != nil {
		t.Fatal(err)
	}
	got, want := pos.Outcome(), (game.Outcome{Over: true, Winner: game.White, How: "forbidden"})
	if got != want || pos.Figure() != nil || pos.At(h8) != game.Black {
		t.Errorf("outcome %+v, figure %v", got, pos.Figure())
	}
	pos = renju(t, ",forbidden=loses", "F8 G8 J8 K8 H9 H10 H7 H6 H5", "")
	if err := pos.Play(game.Place(h8)); err != nil || pos.Outcome().Winner != game.Black || len(pos.Figure()) != 5 {
		t.Errorf("five and an overline: %+v, %v", pos.Outcome(), err)
	}
	if err := renju(t, "", "F8 G8 H9 H10", "A1").Play(game.Place(h8)); err == nil {
		t.Error("a forbidden move is accepted")
	}
}

// TestForbiddenDefence: Black's only defence against a four is forbidden. Black has other moves,
// and then White makes five.
func TestForbiddenDefence(t *testing.T) {
	pos := renju(t, "", "F8 G8 J9 K10 H3", "H7 H6 H5 H4")
	h8 := lookup(t, pos, "H8")
	if r := pos.Check(game.Place(h8)); r != game.Forbidden {
		t.Fatalf("H8 is %s", r.Code())
	}
	if err := pos.Play(0); err != nil {
		t.Fatal(err)
	}
	if err := pos.Play(game.Place(h8)); err != nil || pos.Outcome().Winner != game.White {
		t.Errorf("White makes five: %+v, %v", pos.Outcome(), err)
	}
}

// TestNothingLeft: Black may pass only if all remaining points are forbidden.
func TestNothingLeft(t *testing.T) {
	pos, at := row(t, "renju", "XXX*XXX", game.Black)
	if pos.Check(game.Place(at)) != game.Forbidden || pos.Check(game.Pass) != game.Legal {
		t.Fatalf("the last point is %s, a pass %s", pos.Check(game.Place(at)), pos.Check(game.Pass))
	}
	if moves := pos.LegalMoves(nil); !slices.Equal(moves, []game.Move{game.Pass}) {
		t.Errorf("moves %v", moves)
	}
	if err := pos.Play(game.Pass); err != nil {
		t.Fatal(err)
	}
	if pos.ToPlay() != game.White || pos.Check(game.Pass) != game.NotInThisWay {
		t.Errorf("%s to play, a pass is %s", pos.ToPlay(), pos.Check(game.Pass))
	}
	if err := pos.Play(game.Place(at)); err != nil || pos.Outcome().How != "board full" {
		t.Errorf("%+v, %v", pos.Outcome(), err)
	}
	for _, id := range []string{"rule=renju", "rule=freestyle", "rule=renju,forbidden=loses"} {
		if r := start(t, id, "grid:15").Check(game.Pass); r != game.NotInThisWay {
			t.Errorf("%s: a pass is %s", id, r)
		}
	}
	pos, at = row(t, "renju,forbidden=loses", "XXX*XXX", game.Black)
	if err := pos.Play(game.Place(at)); err != nil || pos.Outcome().How != "forbidden" {
		t.Errorf("%+v, %v", pos.Outcome(), err)
	}
}

// TestForbiddenPositions compares the forbidden points of many random positions with those of
// another program.
func TestForbiddenPositions(t *testing.T) {
	testenv.SkipUnderRace(t)
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "gomoku", "renju-forbidden.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pos := start(t, "rule=renju", "grid:15")
	count := 0
	for lines := bufio.NewScanner(f); lines.Scan(); count++ {
		var c struct {
			ID               string
			Moves, Forbidden [][2]game.Point
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		var stones []game.Placed
		for i, m := range c.Moves {
			stones = append(stones, game.Placed{Point: m[1]*15 + m[0], Color: game.Color(1 + i%2)})
		}
		if err := pos.Set(stones, game.Black); err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		var want []game.Point
		for _, m := range c.Forbidden {
			want = append(want, m[1]*15+m[0])
		}
		slices.Sort(want)
		if got := pos.Banned(); !slices.Equal(got, want) {
			t.Errorf("%s: forbidden are %v, want %v\n%s", c.ID, got, want, game.Picture(pos))
		}
	}
	if count < 600 {
		t.Errorf("%d positions read", count)
	}
}

// TestEndlessQuestions: in some patterns the check whether a three counts leads to ever more
// points. It is limited, so that such a position cannot hang the program.
func TestEndlessQuestions(t *testing.T) {
	const tile, width = "X.." + "..." + "XX." + ".XX" + "..." + "..X", 3
	pos := start(t, "rule=renju", "torus:30x30")
	var stones []game.Placed
	for p := range game.Point(900) {
		if x, y := p%30, p/30; tile[int(y%6*width+x%width)] == 'X' {
			stones = append(stones, game.Placed{Point: p, Color: game.Black})
		}
	}
	if err := pos.Set(stones, game.Black); err != nil {
		t.Fatal(err)
	}
	for p := game.Move(30 * 15); p < 30*15+90; p++ { // without the limit some of these do not end
		if r := pos.Check(p); (r == game.Occupied) != (pos.At(p.Point()) != game.Empty) {
			t.Errorf("point %d is %s", p, r.Code())
		}
	}
}
