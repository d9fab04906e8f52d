package census_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game/rules/weiqi/census"
	"moyo/internal/testenv"
)

func parse(t testing.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func legal(t testing.TB, b *board.Board) census.LegalCount {
	t.Helper()
	c, err := census.Legal(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The counts are by J. Tromp (OEIS A094777) and independent programs; -1 means unknown.
var known = []struct {
	spec                  string
	legal, suicide, moves int64
	long                  bool
}{
	{"grid:1", 1, 0, -1, false},
	{"grid:1x2", 5, 12, -1, false},
	{"grid:1x3", 15, -1, -1, false},
	{"grid:1x4", 41, -1, -1, false},
	{"grid:1x5", 113, -1, -1, false},
	{"grid:1x9", 6649, 50592, -1, false},
	{"grid:2", 57, -1, -1, false},
	{"grid:2x3", 489, -1, -1, false},
	{"grid:4x2", 4125, -1, -1, false},
	{"grid:2x5", 35117, -1, -1, false},
	{"grid:6x2", 299681, -1, -1, false},
	{"grid:3", 12675, 86200, -1, false},
	{"grid:3x4", 321689, -1, -1, false},
	{"torus:3x3", 17767, 112572, -1, false},
	{"cube:2", 5273, 30912, -1, false},
	{"grid:3x5", 8180343, -1, -1, true},
	{"grid:2x7", 2557605, -1, -1, true},
	{"grid:4", 24318165, 285531024, -1, true},
	{"torus:4x4", 37764009, 416089088, 414785792, true},
	{"cylinder:4x4", 32573621, 369076800, 364902080, true},
	{"box:3x2x2", 415865, -1, -1, false},
}

func TestLegal(t *testing.T) {
	for _, k := range known {
		t.Run(k.spec, func(t *testing.T) {
			if k.long {
				testenv.Long(t)
			}
			check(t, legal(t, parse(t, k.spec)), k.legal, k.suicide, k.moves)
		})
	}
}

// TestLegalGraphs counts on two graphs without a spec.
func TestLegalGraphs(t *testing.T) {
	octahedron, err := boardfile.FromGraph("octahedron", 6, edgesWhere(6, func(p, q int) bool { return p/2 != q/2 }))
	if err != nil {
		t.Fatal(err)
	}
	check(t, legal(t, octahedron), 653, -1, -1)
	petersen, err := boardfile.FromGraph("Petersen", 10, edgesWhere(10, func(p, q int) bool {
		switch {
		case q < 5:
			return (q-p)%5 == 1 || (q-p)%5 == 4
		case p < 5:
			return q == p+5
		}
		return (q-p)%5 == 2 || (q-p)%5 == 3
	}))
	if err != nil {
		t.Fatal(err)
	}
	check(t, legal(t, petersen), 46015, -1, -1)
}

func edgesWhere(n int, neighbors func(p, q int) bool) [][2]board.Point {
	var edges [][2]board.Point
	for p := range n {
		for q := p + 1; q < n; q++ {
			if neighbors(p, q) {
				edges = append(edges, [2]board.Point{board.Point(p), board.Point(q)})
			}
		}
	}
	return edges
}

func check(t *testing.T, c census.LegalCount, legal, suicide, moves int64) {
	t.Helper()
	for _, v := range []struct {
		what string
		got  uint64
		want int64
	}{{"legal positions", c.Legal, legal}, {"moves with suicide", c.MovesSuicide, suicide}, {"moves", c.Moves, moves}} {
		if v.want >= 0 && v.got != uint64(v.want) {
			t.Errorf("%d %s, want %d", v.got, v.what, v.want)
		}
	}
}

// graphRow is a row of Farnebäck's table.
type graphRow struct {
	id            string
	points, edges int
	legal, moves  int64
	longest       string
}

func graphTable(t *testing.T) []graphRow {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testenv.SharedData(t), "go", "gogamegraphs.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []graphRow
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 6 {
			continue
		}
		row := graphRow{id: f[0], longest: f[5]}
		for i, to := range []*int{&row.points, &row.edges} {
			if *to, err = strconv.Atoi(f[1+i]); err != nil {
				t.Fatal(err)
			}
		}
		for i, to := range []*int64{&row.legal, &row.moves} {
			if *to, err = strconv.ParseInt(f[3+i], 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	if len(rows) < 500 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	return rows
}

func TestGraphTable(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, row := range graphTable(t) {
		b, err := census.Graph(row.id)
		if err != nil {
			t.Fatal(err)
		}
		if b.Len() != row.points || b.EdgeCount() != row.edges {
			t.Errorf("graph %s has %d points and %d edges, want %d and %d", row.id, b.Len(), b.EdgeCount(), row.points, row.edges)
		}
		c := legal(t, b)
		if c.Legal != uint64(row.legal) || c.MovesSuicide != uint64(row.moves) {
			t.Errorf("graph %s: %d positions and %d moves, want %d and %d", row.id, c.Legal, c.MovesSuicide, row.legal, row.moves)
		}
	}
}

// TestGames counts games and compares with Tromp and Farnebäck.
func TestGames(t *testing.T) {
	for _, k := range []struct {
		spec  string
		games uint64
		long  bool
	}{{"grid:1", 1, false}, {"grid:1x2", 9, false}, {"grid:1x3", 907, false}, {"grid:1x4", 2098407841, true}} {
		t.Run(k.spec, func(t *testing.T) {
			if k.long {
				testenv.Long(t)
			}
			c, err := census.Games(t.Context(), parse(t, k.spec), nil)
			if err != nil || c.Games != k.games {
				t.Errorf("%d games, %v; want %d", c.Games, err, k.games)
			}
		})
	}
}

// TestLongest compares the longest game with the table where possible.
func TestLongest(t *testing.T) {
	found := 0
	for _, row := range graphTable(t) {
		if row.points > 3 {
			continue
		}
		b, err := census.Graph(row.id)
		if err != nil {
			t.Fatal(err)
		}
		c, err := census.Games(t.Context(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strconv.Itoa(c.Longest); got != row.longest {
			t.Errorf("graph %s: the longest game has %s moves, want %s", row.id, got, row.longest)
		}
		found++
	}
	if found == 0 {
		t.Error("no row of three points or fewer")
	}
}

func TestRefusals(t *testing.T) {
	for _, id := range []string{"", "-1", "x", "1e3", strings.Repeat("9", 31), "73786976294838206464"} {
		if b, err := census.Graph(id); err == nil {
			t.Errorf("graph %q has %d points", id, b.Len())
		}
	}
	if _, err := census.Legal(t.Context(), board.Grid(7, 3), nil); err == nil {
		t.Error("21 points counted")
	}
	if _, err := census.Games(t.Context(), board.Grid(2, 3), nil); err == nil {
		t.Error("games of six points counted")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := census.Legal(ctx, board.Grid(4, 4), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled count gives %v", err)
	}
}
