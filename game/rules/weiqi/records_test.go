package weiqi_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/record/sgf"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// replayed is a record during replay. Records set up stones in the middle of the game and let one
// side move twice, so it may have to start again.
type replayed struct {
	t        *testing.T
	pos      *weiqi.Position
	captures [3]int
}

func replay(t *testing.T, file string) *replayed {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sgf.Parse(string(data))
	if err != nil {
		t.Fatalf("%s: %v", filepath.Base(file), err)
	}
	spec, err := c[0].BoardSpec()
	if err != nil {
		t.Fatal(err)
	}
	b := mustBoard(t, spec)
	w, h, _ := b.Grid()
	pos, err := weiqi.Rules{Ko: weiqi.SimpleKo, Suicide: true}.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	r := &replayed{t: t, pos: pos}
	for n := range c[0].MainLine() {
		r.node(n, sgf.Grid(w, h))
	}
	r.again(nil, game.Black) // collects the captures
	return r
}

func (r *replayed) node(n *sgf.Node, grid sgf.Board) {
	r.t.Helper()
	setup, ok, err := n.Setup(grid)
	if err != nil {
		r.t.Fatal(err)
	}
	if ok {
		r.setUp(setup)
	}
	moves, err := n.Moves(grid)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, m := range moves {
		side := game.Color(m.Color)
		if r.pos.ToPlay() != side {
			r.again(nil, side)
		}
		if err := r.pos.Play(game.Move(m.Point)); err != nil {
			r.t.Errorf("move %d at %d: %v", len(r.pos.Moves()), m.Point, err)
		}
	}
}

func (r *replayed) setUp(s sgf.Setup) {
	r.t.Helper()
	change := map[game.Point]game.Color{}
	for _, c := range []game.Color{game.Black, game.White, game.Empty} {
		for _, p := range s.Stones[c] {
			change[game.Point(p)] = c
		}
	}
	toPlay := game.Color(s.ToPlay)
	if toPlay == game.Empty {
		toPlay = game.Black
	}
	r.again(change, toPlay)
}

// again restarts from the current stones, changed, with side to play.
func (r *replayed) again(change map[game.Point]game.Color, side game.Color) {
	r.t.Helper()
	for _, c := range []game.Color{game.Black, game.White} {
		r.captures[c] += r.pos.Captures(c)
	}
	var stones []game.Placed
	for p := range game.Point(r.pos.Board().Len()) {
		c, ok := change[p]
		if !ok {
			c = r.pos.At(p)
		}
		if c != game.Empty {
			stones = append(stones, game.Placed{Point: p, Color: c})
		}
	}
	if err := r.pos.Set(stones, side); err != nil {
		r.t.Error(err)
	}
}

// TestRecords replays records of other programs: the final stones agree with GNU Go and sgfmill,
// the captures with GNU Go.
func TestRecords(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := filepath.Join(testenv.SharedData(t), "sgf")
	rows := 0
	for _, row := range readTable(t, filepath.Join(dir, "replay.tsv")) {
		rows++
		r := replay(t, filepath.Join(dir, row[0]))
		want := map[game.Color][]game.Point{}
		for i, c := range []game.Color{game.Black, game.White} {
			for name := range strings.FieldsSeq(row[5+i]) {
				want[c] = append(want[c], lookup(t, r.pos.Board(), name))
			}
			slices.Sort(want[c])
			if got := pointsOf(r.pos, c); !slices.Equal(got, want[c]) {
				t.Errorf("%s: %s stones are %v, not %v", row[0], c, got, want[c])
			}
			taken, err := strconv.Atoi(row[3+i])
			if err != nil {
				t.Fatal(err)
			}
			if r.captures[c] != taken {
				t.Errorf("%s: %s has taken %d, not %d", row[0], c, r.captures[c], taken)
			}
		}
	}
	if rows != 500 {
		t.Errorf("replay.tsv has %d rows", rows)
	}
}

// readTable reads the rows of a table with tabs, without comments.
func readTable(t *testing.T, file string) [][]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			rows = append(rows, append(strings.Split(line, "\t"), "", ""))
		}
	}
	return rows
}

func lookup(t *testing.T, b *board.Board, name string) game.Point {
	t.Helper()
	p, ok := b.Lookup(name)
	if !ok {
		t.Fatalf("no point %q", name)
	}
	return p
}

func pointsOf(pos game.Position, c game.Color) []game.Point {
	var list []game.Point
	for p := range game.Point(pos.Board().Len()) {
		if pos.At(p) == c {
			list = append(list, p)
		}
	}
	return list
}

// statusRow is a row of GNU Go's tests of unconditional status.
type statusRow struct{ File, Vertex, Status string }

func statusRows(t *testing.T, file string) []statusRow {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []statusRow
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row statusRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestBenson compares living stones with GNU Go's own tests. GNU Go also calls stones alive that
// are in the territory of such stones. The rows do not mention it, but GNU Go plays White H6 before
// the last two rows of unconditional1, and the last four of all are the whole of an empty 2x2
// board.
func TestBenson(t *testing.T) {
	dir := filepath.Join(testenv.SharedData(t), "go", "benson")
	rows := statusRows(t, filepath.Join(dir, "status.jsonl"))
	if len(rows) != 664 {
		t.Fatalf("status.jsonl has %d rows", len(rows))
	}
	last := map[string]int{} // the last row of each file
	for i, row := range rows {
		last[row.File] = i
	}
	found, alive := 0, 0
	var pos *weiqi.Position
	for i, row := range rows {
		switch {
		case i == 0 || row.File != rows[i-1].File:
			pos = replay(t, filepath.Join(dir, row.File)).pos
		case row.File == "unconditional1.sgf" && i == last[row.File]-1:
			pos.SetToPlay(game.White)
			play(t, pos, "H6")
		case i == len(rows)-4:
			pos = start(t, weiqi.Default(), game.Black, "..", "..")
		}
		lives := living(pos)[lookup(t, pos.Board(), row.Vertex)]
		if lives && row.Status != "alive" {
			t.Errorf("%s %s: lives, not %s", row.File, row.Vertex, row.Status)
		}
		if row.Status == "alive" {
			alive++
		}
		if lives {
			found++
		}
	}
	if found != 59 || alive != 98 {
		t.Errorf("%d of the %d stones called alive live by themselves, want 59 of 98", found, alive)
	}
}

// living returns for each point whether a stone on it is unconditionally alive.
func living(pos game.Position) []bool {
	lives := weiqi.Benson(pos.Board(), colors(pos), game.Black)
	for p, yes := range weiqi.Benson(pos.Board(), colors(pos), game.White) {
		lives[p] = lives[p] || yes
	}
	return lives
}

func colors(pos game.Position) []game.Color {
	list := make([]game.Color, pos.Board().Len())
	for p := range list {
		list[p] = pos.At(game.Point(p))
	}
	return list
}
