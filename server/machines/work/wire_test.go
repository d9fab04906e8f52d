package work

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// prism returns a board without a spec.
func prism(t testing.TB) *board.Board {
	t.Helper()
	draft, err := boardfile.ReadJSON("prism",
		bytes.NewReader([]byte(`{"points": 6, "edges": [[0,1],[1,2],[2,0],[3,4],[4,5],[5,3],[0,3],[1,4],[2,5]]}`)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := draft.Board("Prism")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPositions checks that the worker gets the same position, for all games and moves.
func TestPositions(t *testing.T) {
	boards := []*board.Board{prism(t)}
	for _, spec := range []string{"grid:9", "torus:7x7", "hex:5", "grid:15"} {
		if b, err := catalog.Board(spec, nil); err == nil {
			boards = append(boards, b)
		}
	}
	ids := []string{"weiqi:komi=0.5,handicap=3", "weiqi", "gomoku:opening=swap2"}
	for _, g := range catalog.Games() {
		ids = append(ids, g.ID)
	}
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SampledFrom(boards).Draw(t, "board")
		id := rapid.SampledFrom(ids).Draw(t, "rules")
		rules, err := catalog.Rules(id)
		if err != nil {
			t.Skip()
		}
		pos, err := rules.New(b)
		if err != nil {
			t.Skip()
		}
		if setter, ok := pos.(game.Setter); ok && rapid.Bool().Draw(t, "set up") {
			if setter.Set([]game.Placed{{Point: 1, Color: game.White}, {Point: 2, Color: game.Black}}, game.White) != nil {
				t.Skip()
			}
		}
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			legal := pos.LegalMoves(nil)
			if len(legal) == 0 {
				if s, ok := pos.(game.Scorer); !ok || !s.Resume() {
					break
				}
				continue
			}
			if err := pos.Play(rapid.SampledFrom(legal).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		data, err := json.Marshal(positionOf(pos))
		if err != nil {
			t.Fatal(err)
		}
		var p position
		if err := json.Unmarshal(data, &p); err != nil {
			t.Fatal(err)
		}
		made, err := p.board()
		if err != nil {
			t.Fatal(err)
		}
		again, err := p.on(made)
		if err != nil {
			t.Fatalf("%s on %s: %v\n%s", id, b.Spec(), err, game.Picture(pos))
		}
		if again.Hash() != pos.Hash() || !slices.Equal(game.Stones(again), game.Stones(pos)) ||
			!slices.Equal(again.LegalMoves(nil), pos.LegalMoves(nil)) || again.Outcome() != pos.Outcome() {
			t.Fatalf("%s on %s became another position:\n%s\n%s", id, b.Spec(), game.Picture(pos), game.Picture(again))
		}
		seen[id]++
	})
	if seen["weiqi"] == 0 || seen["gomoku"]+seen["gomoku:opening=swap2"] == 0 {
		t.Errorf("too little was tried: %v", seen)
	}
}

func TestLimits(t *testing.T) {
	spec, err := clock.Parse("byoyomi=10m+5x30s")
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Limits{
		Time: time.Second, Nodes: 5, Depth: 3, Seed: math.MaxUint64, Best: 4, Exclude: []game.Move{1, game.Pass},
		Clock: engine.Clock{Spec: spec, Own: spec.Start(), Other: spec.Start()},
	}
	data, err := json.Marshal(limitsOf(want))
	if err != nil {
		t.Fatal(err)
	}
	var l limits
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	got, err := l.engine()
	if err != nil || got.Clock != want.Clock || got.Seed != want.Seed || !slices.Equal(got.Exclude, want.Exclude) ||
		got.Time != want.Time || got.Nodes != 5 || got.Depth != 3 || got.Best != 4 {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// TestFound checks that an engine's result arrives, and that only possible parts of an untrusted worker's result are
// used.
func TestFound(t *testing.T) {
	pos := playing(t, "grid:9", "weiqi", "E5")
	legal := pos.LegalMoves(nil)
	said := engine.Info{
		Move: legal[0], Value: math.NaN(), PV: []game.Move{legal[0], legal[0], 1 << 20}, Nodes: -5, Elapsed: time.Hour, Mate: 5, Solved: true,
		Lead: math.Inf(-1), HasLead: true, Rough: true,
		Candidates: []engine.Candidate{
			{Move: legal[1], Value: math.Inf(1), Prior: -3, Mate: 1, Solved: true, PV: []game.Move{legal[1], legal[2]}}, {Move: 40},
		},
	}
	data, err := json.Marshal(answer{Try: 1, State: done, Found: foundOf(said)})
	if err != nil {
		t.Fatal(err)
	}
	a, err := parseAnswer(data)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := a.Found.info(pos, false)
	if !ok || got.Value != 0 || len(got.PV) != 1 || got.Nodes != 0 || got.Elapsed > longest ||
		got.Mate != 0 || got.Solved || !got.HasLead || !got.Rough || got.Lead != -mostPoints {
		t.Errorf("%+v", got)
	}
	if len(got.Candidates) != 1 || got.Candidates[0].Value != 1 || got.Candidates[0].Prior != 0 ||
		got.Candidates[0].Solved || len(got.Candidates[0].PV) != 2 {
		t.Errorf("candidates %+v", got.Candidates)
	}
	if sure, _ := a.Found.info(pos, true); sure.Mate != 5 || !sure.Solved {
		t.Errorf("of a trusted worker: %+v", sure)
	}
	if len(pos.Moves()) != 1 {
		t.Error("the position was changed")
	}
	if _, ok := (&found{Move: game.NoMove, Resign: true}).info(pos, false); !ok {
		t.Error("a worker may not resign")
	}
	if _, ok := (&found{Move: game.NoMove}).info(pos, false); ok {
		t.Error("no move was accepted")
	}
}

// TestDeadStones checks that only whole chains are accepted.
func TestDeadStones(t *testing.T) {
	pos := playing(t, "grid:5", "weiqi", "A1", "E5", "B1", "E4")
	a1, _ := pos.Board().Lookup("A1")
	b1, _ := pos.Board().Lookup("B1")
	for _, test := range []struct {
		dead []game.Point
		ok   bool
	}{
		{nil, true}, {[]game.Point{a1, b1}, true}, {[]game.Point{a1}, false}, {[]game.Point{b1, a1}, false},
		{[]game.Point{a1, a1, b1}, false}, {[]game.Point{0}, false}, {[]game.Point{-1}, false}, {[]game.Point{1000}, false},
	} {
		if _, ok := (answer{Dead: test.dead}).chains(pos); ok != test.ok {
			t.Errorf("%v: %v, want %v", test.dead, ok, test.ok)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	pos := playing(f, "grid:5", "weiqi", "A1", "E5")
	for _, s := range []string{
		`{"try":1,"state":"done","found":{"move":3,"value":0.5,"pv":[3,4],"candidates":[{"move":4}]}}`,
		`{"try":3,"state":"failed","text":"no"}`, `{"try":2,"state":"done","dead":[20]}`, `{"found":{"value":1e999}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := parseAnswer(data)
		if err != nil {
			return
		}
		if info, ok := a.Found.info(pos, false); ok {
			if pos.Check(info.Move) != game.Legal && !info.Resign || info.Solved || info.Mate != 0 ||
				info.Value < 0 || info.Value > 1 || len(info.PV) > maxLine || len(info.Candidates) > maxBest {
				t.Errorf("accepted %+v", info)
			}
		}
		if dead, ok := a.chains(pos); ok {
			for _, p := range dead {
				if pos.At(p) == game.Empty {
					t.Errorf("no stone at %d is dead", p)
				}
			}
		}
	})
}

func FuzzJob(f *testing.F) {
	data, err := json.Marshal(job{
		ID: "a", Node: "b", Kind: search, Engine: "random", Asked: positionOf(playing(f, "grid:5", "weiqi", "A1", "E5")),
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"id":"a","node":"b","kind":"dead","position":{"board":"grid:5",` +
		`"rules":"weiqi","toPlay":2,"stones":[{"Point":99,"Color":7}],"moves":[1,-1,-9]}}`))
	b := board.Grid(5, 5)
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := parseJob(data)
		if err != nil {
			return
		}
		_, _ = j.Limits.engine()
		if pos, err := j.Asked.on(b); err == nil && pos.Hash() != j.Asked.Hash {
			t.Error("another position")
		}
	})
}

func FuzzSigns(f *testing.F) {
	f.Add([]byte(`{"worker":"a","version":"1","slots":3,"points":400,"jobs":{"b":1}}`))
	f.Add([]byte(`{"node":"a","version":"1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := parseWorkerSign(data); err == nil && (h.Slots < 0 || h.Slots > maxSlots || h.others("x") < 0 || !isID(h.Worker)) {
			t.Errorf("accepted %+v", h)
		}
		if a, err := parseNodeSign(data); err == nil && !isID(a.Node) {
			t.Errorf("accepted %+v", a)
		}
	})
}
