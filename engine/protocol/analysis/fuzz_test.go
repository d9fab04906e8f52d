package analysis

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	finals := conversation(t, strings.Join(clientQueries, "\n"))
	for id, want := range map[string]int{"QUERY:3": 1, "QUERY:8": 1, "file-1": 4} {
		if finals[id] != want {
			t.Errorf("%s: %d final answers, want %d", id, finals[id], want)
		}
	}
}

// conversation sends text to a server and returns the number of final answers by id. Each line must be JSON.
func conversation(t *testing.T, text string) map[string]int {
	t.Helper()
	var out bytes.Buffer
	cfg := Config{
		Board: boardUpTo19, Rules: rulesOf, Go: weiqi.Name, Positions: 2, Threads: 2, Settings: DefaultSettings(),
		Engine: func() (engine.Engine, error) { return quick{}, nil },
	}
	if err := Serve(t.Context(), strings.NewReader(text), &out, cfg); err != nil {
		t.Fatal(err)
	}
	finals := map[string]int{}
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var a struct {
			ID        string
			During    *bool `json:"isDuringSearch"`
			Error     string
			Warning   string
			Action    any
			NoResults bool
			Root      *struct{ Winrate float64 } `json:"rootInfo"`
		}
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		if a.During != nil && !*a.During {
			finals[a.ID]++
		}
		if a.Error == "" && a.Warning == "" && a.Action == nil && !a.NoResults && (a.Root == nil || a.Root.Winrate < 0 || a.Root.Winrate > 1) {
			t.Fatalf("%s: neither an answer nor an error", lines.Bytes())
		}
	}
	return finals
}

// boardUpTo19 makes boards that a test is done with quickly.
func boardUpTo19(spec string) (*board.Board, error) {
	b, err := board.Parse(spec)
	if err == nil && b.Len() > 361 {
		return nil, errors.New("too large for this test")
	}
	return b, err
}

// FuzzServe: whatever the lines, every answer is JSON, and a query that repeats an id is answered each time.
func FuzzServe(f *testing.F) {
	for _, line := range clientQueries {
		f.Add(line)
	}
	f.Add(fields(`{"board":"torus:5x5","allowMoves":[{"player":"B","moves":["(1,1)"],"untilDepth":9}],"komi":-0.5}`))
	f.Add(fields(`{"game":"gomoku:opening=swap2","rules":null,"moves":[["B","C3"],["W","C4"],["B","C5"],["B","white"]]}`))
	f.Add(fields(`{"rules":{"ko":"SIMPLE","komi":6},"whiteHandicapBonus":"N-1","priorities":[1,2],"analyzeTurns":[0,0]}`))
	f.Add("{}\n[]\n\"\n{\"id\":\"\",\"action\":\"query_models\"}\n{\"id\":\"a\",\"action\":\"terminate_all\",\"turnNumbers\":[0]}")
	f.Fuzz(func(t *testing.T, text string) { conversation(t, text) })
}
