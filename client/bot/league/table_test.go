package league

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"moyo/board"
	"moyo/client/terminal/files"
	"moyo/contest/arena/chart"
)

// TestOpenings counts openings up to the symmetries that the rules preserve: eight on a grid, two
// where stones fall. A torus maps every point to every other.
func TestOpenings(t *testing.T) {
	for _, c := range []struct {
		event        string
		games        []string
		first, pairs int
		most         string // the most frequent first move
	}{
		{"nogo@grid:4@absolute=5m", []string{"A1 B2", "D4 C3", "A4 B3", "D1 C2", "A1 C2", "B2 A1"}, 2, 3, "A4"},
		{"connect4@grid:7x6@absolute=5m", []string{"A1 B1", "G1 F1", "D1 D2"}, 2, 2, "A1"},
		{"nogo@torus:4x4@absolute=5m", []string{"A1 B1", "C3 C4", "D2 D1", "A1 C3"}, 1, 2, "A4"},
		{"weiqi@grid:5@absolute=5m", []string{"pass A1", "pass E5", "A1 pass", "", "C3"}, 3, 2, "pass"},
	} {
		var games []Game
		for i, text := range c.games {
			moves := strings.Fields(text)
			games = append(games, Game{
				ID: gameID("t", i+1), Tournament: "t", Number: i + 1, Black: "a", White: "b", Result: "B+R", Moves: moves, Plies: len(moves),
			})
		}
		table := tableOf(t, c.event, games)
		first, others := table.openings.most(1, 100)
		two, more := table.openings.most(2, 100)
		if len(first)+others != c.first || len(two)+more != c.pairs || first[0].moves != c.most {
			t.Errorf("%s: %d first moves, want %d; %d of two moves, want %d; %s was played most, want %s",
				c.event, len(first), c.first, len(two), c.pairs, first[0].moves, c.most)
		}
	}
}

// TestOpeningScores returns the results of the wanted number of openings, the most frequent first.
func TestOpeningScores(t *testing.T) {
	var games []Game
	for i, text := range []string{"B+R A1", "B+R A4", "W+1 D1", "0 D4", "W+R B2"} {
		result, move, _ := strings.Cut(text, " ")
		games = append(games, Game{
			ID: gameID("t", i+1), Tournament: "t", Number: i + 1, Black: "a", White: "b", Result: result, Moves: []string{move}, Plies: 1,
		})
	}
	o := tableOf(t, "nogo@grid:4@absolute=5m", games).openings
	if list, others := o.most(1, 1); others != 1 || *list[0] != (opening{"A4", 2, 1, 1}) || list[0].share() != 0.625 {
		t.Errorf("%+v, %d others", list[0], others)
	}
}

// TestTable counts each game of a pair once, whatever the colours, and no void ones.
func TestTable(t *testing.T) {
	game := func(n int, black, white, result string) Game {
		return Game{ID: gameID("t", n), Tournament: "t", Number: n, Black: black, White: white, Result: result}
	}
	table := tableOf(t, "nogo@grid:4@absolute=5m", []Game{
		game(1, "a", "b", "B+R"), game(2, "b", "a", "B+R"), game(3, "b", "a", "W+R"), game(4, "a", "b", "0"),
		game(4, "a", "b", "0"), game(5, "", "", "Void"), game(6, "c", "a", "W+T"),
	})
	all := pairs(table.games)
	if got := between(all, 0, 1); got != (tally{2, 1, 1}) || between(all, 1, 0) != (tally{1, 1, 2}) || between(all, 0, 2) != (tally{wins: 1}) {
		t.Errorf("%+v", all)
	}
	if fmt.Sprint(table.names, table.plays) != "[a b c] [5 4 1]" {
		t.Errorf("%v have played %v games", table.names, table.plays)
	}
	if !table.has("t", 5) || table.has("t", 7) || table.has("u", 5) || len(table.last) != 5 {
		t.Errorf("%+v, the last are %+v", table.collected, table.last)
	}
	if got := cellOf(between(all, 0, 1)); got != (crossCell{"2.5/4", "+2 =1 −1"}) || cellOf(between(all, 1, 2)) != (crossCell{}) {
		t.Errorf("%+v", got)
	}
}

// TestCourses: adding games one by one gives the same histories as adding all of them, and the
// number of points is limited.
func TestCourses(t *testing.T) {
	games := randomGames(rand.New(rand.NewPCG(3, 4)), 4, 500)
	grown := tableOf(t, "nogo@grid:4@absolute=5m", nil)
	for i, g := range games {
		grown.add(g)
		if i%7 == 0 || i == len(games)-1 {
			got := fmt.Sprint(grown.courses([]int{0, 1}))
			want := fmt.Sprint(tableOf(t, "nogo@grid:4@absolute=5m", games[:i+1]).courses([]int{0, 1}))
			if i%49 == 0 && got != want {
				t.Fatalf("after %d games: %s, want %s", i+1, got, want)
			}
		}
		if len(grown.marks) > mostMarks {
			t.Fatalf("%d marks after %d games", len(grown.marks), i+1)
		}
	}
	last := grown.courses([]int{0})[0].Elo
	if n := last[len(last)-1][0]; n != 496 {
		t.Errorf("the last mark is after %g games", n)
	}
}

// TestCrowd rates only the players with the most games if there are too many, and limits everything
// shown.
func TestCrowd(t *testing.T) {
	games := randomGames(rand.New(rand.NewPCG(5, 6)), 3*mostRated, 5000)
	table := tableOf(t, "nogo@grid:4@absolute=5m", games)
	ratings, players := table.rate(pairs(table.games))
	if len(ratings) != mostRated || len(table.last) >= 2*lastGames {
		t.Fatalf("%d are rated, %d games listed", len(ratings), len(table.last))
	}
	rated := map[int]bool{}
	least := len(games)
	for _, p := range players {
		rated[p] = true
		least = min(least, table.plays[p])
	}
	for p, n := range table.plays {
		if !rated[p] && n > least {
			t.Errorf("%s has %d games and no rating; another player with %d has one", table.names[p], n, least)
		}
	}
	few := tableOf(t, "nogo@grid:4@absolute=5m", games[:100])
	_, players = few.rate(pairs(few.games))
	if text := string(chart.Courses(few.courses(players))); strings.Count(text, "<polyline") != chart.MostCourses {
		t.Error(text)
	}
}

// BenchmarkOpen reads a folder with 100,000 games of 60 moves, and rates them; heap-MB is their
// memory.
func BenchmarkOpen(b *testing.B) {
	dir, e := b.TempDir(), event(b, "weiqi@grid:9@absolute=5m")
	r := rand.New(rand.NewPCG(7, 8))
	if err := os.MkdirAll(filepath.Join(dir, e.Folder()), 0o755); err != nil {
		b.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, e.Folder(), "games.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	lines := json.NewEncoder(f)
	for _, g := range randomGames(r, 40, 100_000) {
		g.Moves, g.Plies = nil, 60
		for range g.Plies {
			g.Moves = append(g.Moves, e.Board.Name(board.Point(r.IntN(e.Board.Len()))))
		}
		if err := lines.Encode(g); err != nil {
			b.Fatal(err)
		}
	}
	f.Close()
	var s *archive
	for b.Loop() {
		s, err = openArchive(dir, e, Keep{Games: 1_000_000, Records: 1000}, files.Replace)
		if err != nil {
			b.Fatal(err)
		}
		_, players := s.table.rate(pairs(s.table.games))
		s.table.courses(players[:chart.MostCourses])
		s.close()
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "heap-MB")
	runtime.KeepAlive(s)
}
