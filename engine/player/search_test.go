package player_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/book"
	"moyo/engine/player"
	"moyo/game"
	"moyo/game/rules/capturefive"
)

// plain is a Game that knows nothing but the rules: every position has score 0,
// and moves are ordered by their numbers.
type plain struct {
	lists    func(pos game.Position) [][]alphabeta.Move
	shelf    *book.Shelf
	doubt    bool
	board    string
	prepared int // rules or boards so far
	forgot   int
}

var errNine = errors.New("boards of nine points are too small")

func (p *plain) Prepare(pos game.Position) (bool, error) {
	if pos.Board().Len() == 9 {
		return false, errNine
	}
	changed := p.board != pos.Board().Spec()
	p.board = pos.Board().Spec()
	if changed {
		p.prepared++
	}
	return changed, nil
}

func (p *plain) Book(pos game.Position) *book.Book {
	if p.shelf == nil {
		return nil
	}
	return p.shelf.Book("test", pos.Board())
}

func (p *plain) Forget() { p.forgot++ }

func (p *plain) Root(pos game.Position) player.Root {
	s := &state{pos: pos.Clone()}
	lists := [][]alphabeta.Move{nil, s.Moves(nil)}
	if p.lists != nil {
		lists = p.lists(pos)
	}
	return player.Root{State: s, Moves: lists, Turns: 10, Hash: pos.Hash(), Unproved: p.doubt}
}

// state is a position by the rules alone.
type state struct{ pos game.Position }

func (s *state) move(p int32) game.Move {
	if int(p) == s.pos.Board().Len() {
		return game.Pass
	}
	return game.Move(p)
}

func (s *state) Key() uint64 { return s.pos.Hash() }
func (s *state) Eval() int   { return 0 }
func (s *state) Decided(ply int) (int, bool) {
	switch out := s.pos.Outcome(); {
	case !out.Over:
		return 0, false
	case out.Winner == game.Empty:
		return alphabeta.Draw, true
	}
	return ply - alphabeta.Win, true
}
func (s *state) Threatened() bool { return false }
func (s *state) Moves(buf []alphabeta.Move) []alphabeta.Move {
	for _, m := range s.pos.LegalMoves(nil) {
		p := int32(m)
		if m == game.Pass {
			p = int32(s.pos.Board().Len())
		}
		buf = append(buf, alphabeta.Move{Point: p, Score: -p})
	}
	return buf
}
func (s *state) Quiesce(_, _, ply int, _ *int64) int {
	score, _ := s.Decided(ply)
	return score
}
func (s *state) Play(p int32) {
	if err := s.pos.Play(s.move(p)); err != nil {
		panic(err)
	}
}
func (s *state) Undo()                 { s.pos.Undo() }
func (s *state) Pass()                 { panic("no null moves") }
func (s *state) UndoPass()             {}
func (s *state) Clone() alphabeta.Game { return &state{s.pos.Clone()} }

// start returns a game in which three in a row win and passes are allowed.
func start(t *testing.T, spec string, moves ...game.Move) game.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := capturefive.Parse("n=3,pass=yes")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

// newEngine returns an engine of the plain game, whose levels below 6 play at
// random.
func newEngine(opt player.Options, p *plain) *player.Engine {
	k := player.Kind{Name: "plain", Memory: 1 << 16, Table: 0.5, Search: alphabeta.Options{Table: true}, Unit: 1, Book: 7, Scale: 100,
		Game: func(player.Options) player.Game { return p }}
	for i := range 5 {
		k.Levels[i] = player.Level{Random: 1}
	}
	k.Levels[5] = player.Level{Nodes: 40, Depth: 1}
	return k.New(opt)
}

func search(t *testing.T, e engine.Engine, pos game.Position, lim engine.Limits) engine.Info {
	t.Helper()
	if lim.Nodes == 0 {
		lim.Nodes = 200
	}
	info, err := e.Search(context.Background(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// TestMoves chooses the list to search.
func TestMoves(t *testing.T) {
	list := func(points ...int32) (moves []alphabeta.Move) {
		for _, p := range points {
			moves = append(moves, alphabeta.Move{Point: p, Score: -p})
		}
		return moves
	}
	p := &plain{lists: func(game.Position) [][]alphabeta.Move { return [][]alphabeta.Move{list(0), list(3), list(16, 0, 5)} }}
	e := newEngine(player.Options{}, p)
	pos := start(t, "grid:4", 0) // the first list holds a stone
	for _, c := range []struct {
		exclude []game.Move
		want    game.Move
	}{{nil, 3}, {[]game.Move{3}, 5}, {[]game.Move{3, 5}, game.Pass}, {[]game.Move{3, 5, game.Pass}, 5}} {
		if info := search(t, e, pos, engine.Limits{Exclude: c.exclude, Depth: 2}); info.Move != c.want ||
			info.PV[0] != c.want || info.Candidates[0].Move != c.want {
			t.Errorf("without %v: %+v, want %d", c.exclude, info, c.want)
		}
	}
	p.lists = func(game.Position) [][]alphabeta.Move { return [][]alphabeta.Move{list(0)} }
	if info := search(t, e, pos, engine.Limits{}); info.Move != game.Pass || info.Nodes != 0 {
		t.Errorf("without a move: %+v", info)
	}
}

// TestStrength checks for each level which search it uses, and whether it uses the book.
func TestStrength(t *testing.T) {
	pos := start(t, "grid:4", 0)
	shelf := book.NewShelf(fstest.MapFS{"book/test-grid4.txt": {Data: []byte("A4 = D1 0.750 9\n")}})
	for level := range player.Levels + 1 {
		e := newEngine(player.Options{Level: level}, &plain{})
		seen := map[game.Move]bool{}
		for seed := range uint64(40) {
			info := search(t, e, pos, engine.Limits{Seed: seed})
			seen[info.Move] = true
			if again := search(t, e, pos, engine.Limits{Seed: seed}); again.Move != info.Move || again.Nodes != info.Nodes {
				t.Errorf("level %d seed %d: %+v, then %+v", level, seed, info, again)
			}
			if level == 6 && (info.Depth != 1 || info.Nodes > 60) {
				t.Errorf("level 6 searches %d nodes to depth %d", info.Nodes, info.Depth)
			}
		}
		if weak := level >= 1 && level <= 5; weak != (len(seen) > 8) || !weak && len(seen) != 1 {
			t.Errorf("level %d plays %d moves", level, len(seen))
		}
		if info := search(t, e, pos, engine.Limits{Best: 2}); len(info.Candidates) != 2 {
			t.Errorf("level %d values %d moves of 2", level, len(info.Candidates))
		}
		for _, opt := range []player.Options{{Level: level}, {Level: level, NoBook: true}} {
			e := newEngine(opt, &plain{shelf: shelf})
			want := !opt.NoBook && (level == 0 || level >= 7)
			info := search(t, e, pos, engine.Limits{})
			if info.Book != want || want && (pos.Board().Name(info.Move.Point()) != "D1" || info.Value != 0.75 || info.Nodes != 0) {
				t.Errorf("%+v: %+v", opt, info)
			}
			if info := search(t, e, pos, engine.Limits{Best: 2}); info.Book {
				t.Errorf("%+v: several moves from the book", opt)
			}
			if d1, _ := pos.Board().Lookup("D1"); search(t, e, pos, engine.Limits{Exclude: []game.Move{game.Place(d1)}}).Book {
				t.Errorf("%+v: an excluded move from the book", opt)
			}
		}
	}
}

// TestSolved marks a proved win as solved, unless proofs are in doubt.
func TestSolved(t *testing.T) {
	pos := start(t, "grid:4", 0, 15, 1, 14)
	for _, doubt := range []bool{false, true} {
		info := search(t, newEngine(player.Options{}, &plain{doubt: doubt}), pos, engine.Limits{})
		if info.Move != 2 || info.Mate != 1 || info.Value != 1 || info.Solved == doubt || info.Candidates[0].Solved == doubt {
			t.Errorf("doubt %v: %+v", doubt, info)
		}
	}
}

// TestWarm keeps the engine's results even though its searches are bounded by nodes.
func TestWarm(t *testing.T) {
	p := &plain{}
	e := newEngine(player.Options{Warm: true}, p)
	var nodes [2]int64
	for i := range nodes {
		info, err := e.Search(context.Background(), start(t, "grid:4"), engine.Limits{Depth: 3, Nodes: 1 << 40}, nil)
		if err != nil {
			t.Fatal(err)
		}
		nodes[i] = info.Nodes
	}
	if p.forgot != 0 || nodes[1] >= nodes[0] {
		t.Errorf("forgot %d times, %d nodes and then %d", p.forgot, nodes[0], nodes[1])
	}
}

// TestPrepare prepares an engine once per board, keeps its results within a
// game and drops them where a search has to be repeatable.
func TestPrepare(t *testing.T) {
	p := &plain{}
	e := newEngine(player.Options{}, p)
	four, five := start(t, "grid:4"), start(t, "grid:5")
	for _, pos := range []game.Position{four, four, five, four} {
		search(t, e, pos, engine.Limits{})
	}
	if p.prepared != 3 || p.forgot != 4 {
		t.Errorf("prepared %d times, forgot %d times; want 3 and 4", p.prepared, p.forgot)
	}
	search(t, e, five, engine.Limits{Nodes: 1}) // has to be repeatable, too
	nodes := func(pos game.Position) int64 {
		info, err := e.Search(context.Background(), pos, engine.Limits{Depth: 3}, nil)
		if err != nil || p.forgot != 5 {
			t.Errorf("%v, forgot %d times", err, p.forgot)
		}
		return info.Nodes
	}
	first, again := nodes(four), nodes(four)
	nodes(five)
	if back := nodes(four); again >= first || back != first {
		t.Errorf("%d nodes, then %d, after another board %d", first, again, back)
	}
	_, err := e.Search(context.Background(), start(t, "grid:3"), engine.Limits{}, nil)
	if !errors.Is(err, errNine) || !strings.HasPrefix(fmt.Sprint(err), "plain: ") {
		t.Errorf("error %v", err)
	}
	if info := search(t, e, start(t, "grid:4", game.Pass, game.Pass), engine.Limits{}); info.Move != game.NoMove {
		t.Errorf("a finished game: %+v", info)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	search(t, e, four, engine.Limits{})
}

// chooser is a game that has its own answer to the empty board.
type chooser struct{ plain }

func (c *chooser) Choose(e *player.Engine, t player.Turn) (engine.Info, bool) {
	if len(t.Pos.Moves()) > 0 {
		return engine.Info{}, false
	}
	info := engine.Info{Move: 7, Solved: e.Full(t.Lim)}
	t.Report(info)
	return info, true
}

func TestChooser(t *testing.T) {
	k := player.Kind{Memory: 1 << 16, Table: 0.5, Scale: 1, Game: func(player.Options) player.Game { return &chooser{} }}
	for level := range player.Levels + 1 {
		e := k.New(player.Options{Level: level})
		var reported []game.Move
		info, err := e.Search(context.Background(), start(t, "grid:4"), engine.Limits{Nodes: 50}, func(i engine.Info) {
			reported = append(reported, i.Move)
		})
		if err != nil || info.Move != 7 || info.Solved != (level == 0 || level == 9) || !slices.Equal(reported, []game.Move{7}) {
			t.Errorf("level %d: %+v, %v, reported %v", level, info, err, reported)
		}
		if info := search(t, e, start(t, "grid:4", 7), engine.Limits{}); info.Nodes == 0 {
			t.Errorf("level %d: %+v, want a search", level, info)
		}
	}
}

// TestCentral finds the middle, the first of equally near points.
func TestCentral(t *testing.T) {
	for spec, want := range map[string]string{"grid:5": "C3", "grid:4": "B3", "grid:3": "B2"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Name(player.Central(b)); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}
