package league

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/client/terminal/files"
)

// openTest opens the folder of an event.
func openTest(t *testing.T, dir string, keep Keep) *archive {
	t.Helper()
	s, err := openArchive(dir, event(t, "nogo@grid:4@absolute=5m"), keep, files.Replace)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.close() })
	return s
}

// TestArchiveReopens reopens the folder and finds everything written, without an incomplete line. Only
// the last games have records, and other files are removed.
func TestArchiveReopens(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir, Keep{Games: 1000, Records: 3})
	games := randomGames(rand.New(rand.NewPCG(1, 1)), 3, 10)
	for i, g := range games {
		if err := s.add(g, []byte("(;GM[1])")); err != nil {
			t.Fatal(err)
		}
		for k := range games {
			if want := k <= i && k > i-3; s.hasRecord(games[k].ID) != want {
				t.Errorf("after game %d the record of %d is kept: %v", i, k, !want)
			}
		}
	}
	if err := s.enter("t", 4); err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(s.file("games.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(`{"id":"t-11","tour`)
	f.Close()
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, "games", "left.sgf"), nil, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	s = openTest(t, dir, Keep{Games: 1000, Records: 2})
	left, err := os.ReadDir(filepath.Join(s.dir, "games"))
	if err != nil || len(left) != 2 || !s.hasRecord("t-9") || !s.hasRecord("t-10") {
		t.Errorf("records %v, %v", left, err)
	}
	if len(s.table.games) != 10 || !s.table.has("t", 10) || s.table.has("t", 11) || s.state.Next != 5 || !s.knows("t") {
		t.Errorf("%d games, state %+v", len(s.table.games), s.state)
	}
	if err := s.leave("t"); err != nil || s.knows("t") {
		t.Error(s.state, err)
	}
}

// TestShorten keeps the newer half of the games, and all games of a running tournament.
func TestShorten(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir, Keep{Games: 20})
	games := randomGames(rand.New(rand.NewPCG(1, 1)), 3, 60)
	for i := range games {
		if i < 5 {
			games[i].Tournament, games[i].ID = "going", gameID("going", i+1)
		}
	}
	if err := s.enter("going", 1); err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		if err := s.add(g, nil); err != nil {
			t.Fatal(err)
		}
		if s.lines >= 25+1 {
			t.Fatalf("%d lines after %d games", s.lines, i+1)
		}
		for n := range min(i+1, 5) {
			if !s.table.has("going", n+1) {
				t.Fatalf("after %d games game %d of the tournament that goes on is not known", i+1, n+1)
			}
		}
	}
	if !s.table.has("t", 60) || s.table.has("t", 20) || s.lines != len(s.table.games) {
		t.Errorf("%d lines, %d games", s.lines, len(s.table.games))
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if again := openTest(t, dir, Keep{Games: 1000}); again.lines != s.lines {
		t.Errorf("%d lines, then %d", s.lines, again.lines)
	}
}

// TestBadFolder reports which file is damaged, and how.
func TestBadFolder(t *testing.T) {
	e := event(t, "nogo@grid:4@absolute=5m")
	for _, c := range []struct{ file, text, want string }{
		{"state.json", `{"event":"nogo@grid:5@absolute=5m","next":1}`, "the folder is that of the event"},
		{"state.json", `{"event":"nogo@grid:4@absolute=5m","next":0}`, "the next tournament has the number 0"},
		{"state.json", `{"event":"nogo@grid:4@absolute=5m","next":2,"tournaments":[{"id":"../x","number":1}]}`, `tournament "../x"`},
		{"state.json", `{`, "unexpected EOF"},
		{"games.jsonl", "{}\n", "games.jsonl: line 1: game"},
		{"games.jsonl", `{"id":"a/../b","tournament":"a","number":1,"result":"Void"}` + "\n", "want ids of letters"},
		{"games.jsonl", `{"id":"a-1","tournament":"a","number":1,"result":"B+R","black":"x","white":"x"}` + "\n", "want two players"},
		{"games.jsonl", `{"id":"a-1","tournament":"a","number":1,"result":"black"}` + "\n", `result "black"`},
	} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, e.Folder()), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, e.Folder(), c.file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := openArchive(dir, e, Keep{Games: 10}, files.Replace); err == nil ||
			!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.file) {
			t.Errorf("%s %s: %v, want %q", c.file, c.text, err, c.want)
		}
	}
}

// TestLongGame limits a line whatever the names of its moves, so that the log can be read again; the
// game counts without them.
func TestLongGame(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir, Keep{Games: 2})
	for i, g := range randomGames(rand.New(rand.NewPCG(1, 1)), 3, 4) {
		g.Moves, g.Plies = slices.Repeat([]string{strings.Repeat("<", maxMove)}, maxMoves), maxMoves // six bytes each in JSON
		if err := s.add(g, nil); err != nil {
			t.Fatalf("game %d: %v", i+1, err)
		}
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if again := openTest(t, dir, Keep{Games: 1000}); len(again.table.games) == 0 {
		t.Error("no game is left")
	}
}

// TestBounds accepts the longest values, and nothing longer.
func TestBounds(t *testing.T) {
	longest := func(more int) []Game {
		g := randomGames(rand.New(rand.NewPCG(1, 1)), 2, 1)[0]
		all := slices.Repeat([]Game{g}, 8)
		all[0].ID = strings.Repeat("x", maxID+more)
		all[1].Tournament = strings.Repeat("x", maxID+more)
		all[2].Black = strings.Repeat("x", maxText+more)
		all[3].White = strings.Repeat("x", maxText+more)
		all[4].Result = "B+" + strings.Repeat("x", maxText-2+more)
		all[5].How = strings.Repeat("x", maxText+more)
		all[6].Moves, all[6].Plies = slices.Repeat([]string{"A1"}, maxMoves+more), maxMoves+more
		all[7].Moves = []string{strings.Repeat("x", maxMove+more)}
		return all
	}
	for i, g := range longest(0) {
		if err := g.check(); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	for i, g := range longest(1) {
		if err := g.check(); err == nil {
			t.Errorf("%d: %+v is let in", i, g)
		}
	}
}
