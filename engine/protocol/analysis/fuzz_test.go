package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// quick is an engine that finds the first legal move.
type quick struct{}

func (quick) Name() string { return "quick" }
func (quick) Close() error { return nil }

func (quick) Search(_ context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	moves := lim.Allowed(pos.LegalMoves(nil))
	if len(moves) == 0 {
		return engine.Info{}, errors.New("no legal move")
	}
	info := engine.Info{Move: moves[0], Value: 0.5, Nodes: 2, Elapsed: 1 << 40}
	report(info)
	return info, nil
}

// clientQueries are lines as clients write them.
var clientQueries = []string{
	// KaTrain: a position of a game, with its settings
	`{"rules":"japanese","priority":1000,"analyzeTurns":[2],"maxVisits":60,"komi":6.5,"boardXSize":9,"boardYSize":9,` +
		`"includeOwnership":true,"includeMovesOwnership":true,"includePolicy":true,"initialStones":[],"initialPlayer":"B",` +
		`"moves":[["B","E5"],["W","C7"]],"overrideSettings":{"reportAnalysisWinratesAs":"BLACK","wideRootNoise":0.04,"maxTime":8.0},` +
		`"reportDuringSearchEvery":1,"id":"QUERY:3"}`,
	// other moves than those found, and only a region
	`{"rules":"chinese","priority":0,"analyzeTurns":[0],"maxVisits":60,"komi":7.5,"boardXSize":5,"boardYSize":5,"moves":[],` +
		`"initialStones":[["B","C3"],["B","B2"]],"initialPlayer":"W","overrideSettings":{},` +
		`"avoidMoves":[{"moves":["A5","B5","pass"],"player":"W","untilDepth":1},{"moves":["A1"],"player":"B","untilDepth":1}],"id":"QUERY:8"}`,
	`{"action":"terminate","terminateId":"QUERY:8","id":"QUERY:9"}`,
	// analyze-sgf: all turns of a game, and the end of the input
	`{"rules":"tromp-taylor","komi":6.5,"boardXSize":9,"boardYSize":9,"maxVisits":1600,"id":"file-1","initialStones":[],` +
		`"moves":[["B","E5"],["W","C3"],["B","G7"]],"analyzeTurns":[0,1,2,3]}`,
}

// TestClients: queries of KaTrain and analyze-sgf are answered, each turn once.
func TestClients(t *testing.T) {
	got := conversation(t, strings.Join(clientQueries, "\n"))
	for id, want := range map[string]int{"QUERY:3": 1, "QUERY:8": 1, "file-1": 4} {
		if got.turns[id] != want {
			t.Errorf("%s: %d final answers, want %d", id, got.turns[id], want)
		}
	}
}

// tally counts the answers to an id: the last ones of turns, and those to lines that are no query or are refused.
type tally struct{ turns, lines map[string]int }

// noID is the id of answers without one. It is no text of JSON.
const noID = "\xff"

// conversation sends text to a server and counts its answers. Each must be JSON.
func conversation(t *testing.T, text string) tally {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(t.Context(), strings.NewReader(text), &out, quickConfig); err != nil {
		t.Fatal(err)
	}
	got := tally{map[string]int{}, map[string]int{}}
	for line := range strings.Lines(out.String()) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		d := &decoder{fields: fields}
		id, ok := d.text("id")
		if !ok {
			id = noID
		}
		switch {
		case d.has("action"): // an object of the client's
			got.lines[id]++
		case d.has("turnNumber"):
			var during, nothing bool
			var root struct{ Winrate float64 }
			d.boolean("isDuringSearch", &during)
			d.boolean("noResults", &nothing)
			if d.has("rootInfo") && json.Unmarshal(fields["rootInfo"], &root) != nil || root.Winrate < 0 || root.Winrate > 1 ||
				!d.has("rootInfo") && !nothing && !d.has("error") {
				t.Fatalf("%s: no answer", line)
			}
			if !during {
				got.turns[id]++
			}
		case d.has("error"):
			got.lines[id]++
		case !d.has("warning"):
			t.Fatalf("%s: neither an answer nor an error", line)
		}
	}
	return got
}

// quickConfig is for servers whose searches take no time.
var quickConfig = Config{
	Board: boardUpTo19, Rules: rulesOf, Go: weiqi.Default().ID(), Positions: 2, Threads: 2, Settings: DefaultSettings(),
	Engine: func() (engine.Engine, error) { return quick{}, nil },
}

// answers counts the answers that text should get: one for each turn of a query that can be read, one for each other line.
func answers(t *testing.T, text string) tally {
	t.Helper()
	want := tally{map[string]int{}, map[string]int{}}
	s := &server{cfg: quickConfig, places: map[string]*place{}, rules: map[string]game.Rules{}}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		d := &decoder{}
		_ = json.Unmarshal([]byte(line), &d.fields) // what cannot be read has no id
		id, ok := d.text("id")
		action, isAction := d.text("action")
		if !ok || isAction && !slices.Contains(actions, action) {
			want.lines[noID]++
			continue
		}
		if !isAction {
			if q, bad := s.parse(id, d.fields); bad == nil {
				for range q.turns {
					want.turns[id]++
				}
				continue
			}
		}
		want.lines[id]++
	}
	return want
}

// actions are those that a client can ask for.
var actions = []string{"query_version", "query_models", "clear_cache", "terminate", "terminate_all"}

// boardUpTo19 makes boards that a test is done with quickly.
func boardUpTo19(spec string) (*board.Board, error) {
	b, err := board.Parse(spec)
	if err == nil && b.Len() > 361 {
		return nil, errors.New("too large for this test")
	}
	return b, err
}

// FuzzServe: for any lines, each answer is JSON. Each line gets one, and a query one for each turn, also if it repeats an id.
func FuzzServe(f *testing.F) {
	for _, line := range clientQueries {
		f.Add(line)
	}
	f.Add(fields(`{"board":"torus:5x5","allowMoves":[{"player":"B","moves":["(1,1)"],"untilDepth":9}],"komi":-0.5}`))
	f.Add(fields(`{"game":"gomoku:opening=swap2","rules":null,"moves":[["B","C3"],["W","C4"],["B","C5"],["B","white"]]}`))
	f.Add(fields(`{"rules":{"ko":"SIMPLE","komi":6},"whiteHandicapBonus":"N-1","priorities":[1,2],"analyzeTurns":[0,0]}`))
	f.Add("{}\n[]\n\"\n{\"id\":\"\",\"action\":\"query_models\"}\n{\"id\":\"a\",\"action\":\"terminate_all\",\"turnNumbers\":[0]}")
	f.Add(strings.Repeat(small("again", `"analyzeTurns":[3,0,3]`)+"\n", 3) + small("again", `"analyzeTurns":[4]`) + "\n" +
		small("none", `"analyzeTurns":[]`))
	f.Fuzz(func(t *testing.T, text string) {
		if want, got := answers(t, text), conversation(t, text); !maps.Equal(got.turns, want.turns) || !maps.Equal(got.lines, want.lines) {
			t.Errorf("answers %v, want %v", got, want)
		}
	})
}
