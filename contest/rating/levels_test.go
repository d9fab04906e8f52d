package rating

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
)

var update = flag.Bool("update", false, "write levels.txt from testdata/matches.txt")

// pairing is two players of a game that met, and the first one's results.
type pairing struct {
	first, second    string
	won, drawn, lost float64
}

// levelClass is the game and class in which levels are measured.
type levelClass struct{ game, class string }

// anchor is a player whose points are known or assumed.
type anchor struct {
	player string
	points float64
}

// anchors fix the scale. GNU Go 3.8 at level 10 is assumed to be 6 kyu on every usual board, in the
// middle of the usual estimates of 5 to 8 kyu. Without another program of known strength the scale
// is a convention: on the other boards of Go, level 6, the strongest that does not search, is as
// strong as on 9×9 ([borrowed]); in other games the level that the catalog calls a first real
// opponent is as strong as an unknown player at the start.
var anchors = map[levelClass]anchor{
	{"weiqi", "9x9"}:       {"gnugo", OfRank(24)},
	{"weiqi", "13x13"}:     {"gnugo", OfRank(24)},
	{"weiqi", "19x19"}:     {"gnugo", OfRank(24)},
	{"gomoku", "any"}:      {"5", 1500},
	{"connect4", "any"}:    {"5", 1500},
	{"capturefive", "any"}: {"5", 1500},
	{"atari-go", "any"}:    {"6", 1500},
	{"pentalath", "any"}:   {"6", 1500},
	{"nogo", "any"}:        {"6", 1500},
	{"pente", "any"}:       {"6", 1500},
}

// borrowed are the classes whose matches also count in another class, for players that met there in
// fewer than fewGames: games on large boards take long.
var borrowed = map[levelClass][]string{
	{"weiqi", "13x13"}: {"9x9"},
	{"weiqi", "19x19"}: {"13x13", "9x9"},
	{"weiqi", "flat"}:  {"9x9"},
	{"weiqi", "solid"}: {"9x9"},
}

const fewGames = 5

// matchesOf returns the matches that measure a class, its own and borrowed ones.
func matchesOf(all map[levelClass][]pairing, k levelClass) []pairing {
	used := slices.Clone(all[k])
	for _, class := range borrowed[k] {
		var more []pairing
		for _, m := range all[levelClass{k.game, class}] {
			games := 0.0
			for _, own := range used {
				if own.first == m.first && own.second == m.second {
					games += own.won + own.drawn + own.lost
				}
			}
			if games < fewGames && m.second != "gnugo" {
				more = append(more, m)
			}
		}
		used = append(used, more...)
	}
	return used
}

// readMatches returns the matches by what they measure.
func readMatches(t *testing.T) map[levelClass][]pairing {
	t.Helper()
	f, err := os.Open("testdata/matches.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[levelClass][]pairing{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		var k levelClass
		var p pairing
		var spec string
		if _, err := fmt.Sscan(line, &k.game, &spec, &p.first, &p.second, &p.won, &p.drawn, &p.lost); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		k.class = "any"
		if Ranked(k.game) {
			k.class = string(ClassOf(b))
		}
		all[k] = append(all[k], p)
	}
	return all
}

// fit returns the points of the players under which the matches are most likely by Bradley and
// Terry's model, and their standard errors relative to the anchor, which has these points. Each
// pair gets one assumed draw, so that winning all games gives a finite number.
func fit(t *testing.T, matches []pairing, anchor string, points float64) (map[string]float64, map[string]float64) {
	t.Helper()
	index := map[string]int{}
	for _, m := range matches {
		for _, p := range []string{m.first, m.second} {
			if _, ok := index[p]; !ok {
				index[p] = len(index)
			}
		}
	}
	zero, ok := index[anchor]
	if !ok {
		t.Fatalf("no player has met %s", anchor)
	}
	n := len(index)
	x := make([]float64, n)
	var inverse [][]float64
	for range 100 {
		gradient, information := make([]float64, n), make([][]float64, n)
		for i := range information {
			information[i] = make([]float64, n)
		}
		for _, m := range matches {
			i, j := index[m.first], index[m.second]
			games := m.won + m.drawn + m.lost + 1
			e := 1 / (1 + math.Exp(x[j]-x[i]))
			d := m.won + m.drawn/2 + 0.5 - games*e
			gradient[i] += d
			gradient[j] -= d
			w := games * e * (1 - e)
			information[i][i] += w
			information[j][j] += w
			information[i][j] -= w
			information[j][i] -= w
		}
		for i := range n { // the anchor stays where it is
			information[zero][i], information[i][zero] = 0, 0
		}
		information[zero][zero], gradient[zero] = 1, 0
		inverse = invert(information)
		largest := 0.0
		for i := range n {
			step := 0.0
			for j := range n {
				step += inverse[i][j] * gradient[j]
			}
			step = min(max(step, -1), 1)
			x[i] += step
			largest = max(largest, math.Abs(step))
		}
		if largest < 1e-9 {
			break
		}
	}
	at, err := map[string]float64{}, map[string]float64{}
	for name, i := range index {
		at[name] = points + glickoScale*(x[i]-x[zero])
		err[name] = glickoScale * math.Sqrt(inverse[i][i])
	}
	err[anchor] = 0
	return at, err
}

// invert returns the inverse of a matrix, by Gauss and Jordan.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	a := make([][]float64, n)
	for i := range a {
		a[i] = append(slices.Clone(m[i]), make([]float64, n)...)
		a[i][n+i] = 1
	}
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[pivot][c]) {
				pivot = r
			}
		}
		a[c], a[pivot] = a[pivot], a[c]
		for k := 2*n - 1; k >= c; k-- {
			a[c][k] /= a[c][c]
		}
		for r := range n {
			if f := a[r][c]; r != c && f != 0 {
				for k := c; k < 2*n; k++ {
					a[r][k] -= f * a[c][k]
				}
			}
		}
	}
	for i := range a {
		a[i] = a[i][n:]
	}
	return a
}

// fitted returns the expected text of levels.txt, without its head.
func fitted(t *testing.T) string {
	matches := readMatches(t)
	nine := levelClass{"weiqi", "9x9"}
	on9, _ := fit(t, matches[nine], anchors[nine].player, anchors[nine].points)
	var out strings.Builder
	keys := slices.SortedFunc(maps.Keys(matches), func(a, b levelClass) int { return strings.Compare(a.game+a.class, b.game+b.class) })
	for _, k := range keys {
		a, ok := anchors[k]
		if !ok {
			a = anchor{"6", on9["6"]}
		}
		at, deviation := fit(t, matchesOf(matches, k), a.player, a.points)
		for level := 1; level <= 9; level++ {
			name := strconv.Itoa(level)
			if _, ok := at[name]; !ok {
				t.Errorf("%s %s: no match of level %d", k.game, k.class, level)
			}
			fmt.Fprintf(&out, "%s %s %d %.0f %.0f\n", k.game, k.class, level, max(at[name], minRating), min(deviation[name], maxDeviation))
		}
	}
	return out.String()
}

// TestLevelsAreMeasured compares the table of levels with the matches.
func TestLevelsAreMeasured(t *testing.T) {
	want := fitted(t)
	var head strings.Builder
	var have []string
	for line := range strings.Lines(levelsText) {
		if strings.HasPrefix(line, "#") {
			head.WriteString(line)
		} else {
			have = append(have, line)
		}
	}
	if *update {
		if err := os.WriteFile("levels.txt", []byte(head.String()+want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := strings.Join(have, ""); got != want {
		t.Errorf("levels.txt is not what the matches give:\n%s\nwant\n%s", got, want)
	}
}

// TestFit recovers the strengths that produced the results.
func TestFit(t *testing.T) {
	truth := map[string]float64{"a": 1500, "b": 1700, "c": 2000}
	var matches []pairing
	for _, p := range [][2]string{{"a", "b"}, {"b", "c"}, {"a", "c"}} {
		e := 1 / (1 + math.Exp((truth[p[1]]-truth[p[0]])/glickoScale))
		matches = append(matches, pairing{p[0], p[1], 100_000 * e, 0, 100_000 * (1 - e)})
	}
	at, deviation := fit(t, matches, "a", 1500)
	for name, want := range truth {
		if math.Abs(at[name]-want) > 0.1 || deviation[name] > 2 {
			t.Errorf("%s at %.2f ± %.2f, want %g", name, at[name], deviation[name], want)
		}
	}
	// Two players, n games, half of them won: the error of a proportion.
	_, deviation = fit(t, []pairing{{"a", "b", 50, 0, 49}}, "a", 0)
	if want := glickoScale / math.Sqrt(100*0.25); math.Abs(deviation["b"]-want) > 0.1 {
		t.Errorf("error %.2f, want %.2f", deviation["b"], want)
	}
}

// TestOfLevel finds levels in every pool of every speed, rising within the error.
func TestOfLevel(t *testing.T) {
	for _, game := range []string{"weiqi", "gomoku", "connect4", "capturefive", "atari-go", "pente", "pentalath", "nogo"} {
		for _, pool := range Pools(game) {
			last := Rating{}
			for level := 1; level <= 9; level++ {
				r, ok := OfLevel(pool, level)
				if !ok || r != r.bounded() {
					t.Errorf("%s level %d: %+v, %v", pool, level, r, ok)
				}
				if r.Points < last.Points-2*math.Hypot(r.Deviation, last.Deviation) {
					t.Errorf("%s: level %d has %.0f, the one below it %.0f", pool, level, r.Points, last.Points)
				}
				last = r
			}
		}
	}
	for _, none := range []struct {
		pool  Pool
		level int
	}{{"weiqi/9x9/blitz", 10}, {"weiqi/9x9/blitz", 0}, {"chess", 1}, {"weiqi", 1}, {"", 1}} {
		if r, ok := OfLevel(none.pool, none.level); ok {
			t.Errorf("%s has a level %d of %+v", none.pool, none.level, r)
		}
	}
}
