package playthrough_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/playthrough"
)

// The test fails if a game differs from its record. After an intended change of a rule, inspect
// what the flag changes in the files:
//
//	go test ./game/playthrough -update && git diff game/playthrough
//
// A new playthrough is a new file with the five lines of its recipe, filled in by the same command.
var update = flag.Bool("update", false, "record the playthroughs again")

var opener = game.Opener{Board: board.Parse, Rules: catalog.Rules}

func TestPlaythroughs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	games, size := map[string]bool{}, 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			size += len(want)
			games[gameOf(string(want))] = true
			compare(t, file, string(want))
		})
	}
	for _, g := range catalog.Games() {
		if !games[g.ID] {
			t.Errorf("no playthrough of %s: write the recipe of one and record it", g.ID)
		}
	}
	const most = 200_000 // bytes, so that people can still read them
	if size > most {
		t.Errorf("%d bytes of playthroughs, want %d at most", size, most)
	}
}

// gameOf returns the name of the game of a text. Its rules may have no options.
func gameOf(text string) string {
	_, rest, _ := strings.Cut(text, "\nrules ")
	id, _, _ := strings.Cut(rest, "\n")
	name, _, _ := strings.Cut(id, ":")
	return name
}

// compare records the game of a file again.
func compare(t *testing.T, file, want string) {
	got, err := playthrough.Again(want, opener)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got == want {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d is %q, was %q", i+1, b[i], a[i])
		}
	}
	t.Fatalf("%d lines, were %d", len(b), len(a))
}

// TestShown checks that the recorded games together show each feature.
func TestShown(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, want := range []string{
		" by score\n", " by five\n", " by three\n", " by captures\n", " by board full\n", " by blocked\n", " by two passes\n",
		" ko\n", " suicide", " floating", " forbidden", "figure ", "score black", "offered ", "play pass", "play white", "play two-more",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no recorded game shows %q", want)
		}
	}
}

func TestBadRecipes(t *testing.T) {
	const head = "moyo playthrough 1\nrules weiqi\nboard grid:3\n"
	for text, want := range map[string]string{
		"":                             "no recipe",
		"moyo game 1\n":                "no recipe",
		head:                           "after 2 of its 4 lines",
		head + "seed x\nplies 3":       "after 2 of its 4 lines",
		head + "seed 1\nplies -3":      "-3 plies",
		head + "seed 1\nplies 99999\n": "99999 plies",
		"moyo playthrough 1\nrules chess\nboard grid:3\nseed 1\nplies 3\n":  "chess",
		"moyo playthrough 1\nrules weiqi\nboard x:3\nseed 1\nplies 3\n":     "x:3",
		"moyo playthrough 1\nrules gomoku\nboard grid:3\nseed 1\nplies 3\n": "no line of 5",
	} {
		if _, err := playthrough.Again(text, opener); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func Example() {
	text, err := playthrough.Record(playthrough.Recipe{Rules: "gomoku:n=3", Board: "grid:3x1", Seed: 1, Plies: 1}, opener)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// moyo playthrough 1
	// rules gomoku:rule=freestyle,n=3,opening=none
	// board grid:3x1
	// seed 1
	// plies 1
	//
	// position 0
	//   A B C
	// 1 . . . 1
	//   A B C
	// to-play black
	// legal 3 A1 B1 C1
	// hash 6d65027660c4cdc5
	// play B1
	//
	// position 1
	//   A B C
	// 1 . X . 1
	//   A B C
	// to-play white
	// legal 2 A1 C1
	// hash 4b8c46180900d8ac
	//
	// moyo game 1
	// rules gomoku:rule=freestyle,n=3,opening=none
	// board grid:3x1
	// moves B1
}
