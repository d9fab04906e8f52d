package analysis

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// fields is a valid query; change sets fields, or removes those that are null.
func fields(change string) string {
	all := map[string]json.RawMessage{}
	for _, text := range []string{`{"id":"q","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[]}`, change} {
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			panic(err)
		}
	}
	for name, value := range all {
		if string(value) == "null" {
			delete(all, name)
		}
	}
	line, _ := json.Marshal(all)
	return string(line)
}

// Errors in the words of KataGo.
const (
	wantSize  = "Must provide an integer from 2 to 100"
	wantPairs = `Must be an array of pairs of the form: ["b" or "w", GTP board vertex]`
	wantRules = `Must specify rules string, such as "chinese" or "tromp-taylor", or a JSON object with detailed rules parameters.`
	wantKomi  = "Must be a integer or half-integer from -400.0 to 400.0"
	wantDicts = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"
)

// refused are wrong changes of a valid query, with the field and the text of the error; "" for any text.
var refused = [][3]string{
	{`{"boardXSize":null}`, "boardXSize", wantSize},
	{`{"boardYSize":null}`, "boardYSize", wantSize},
	{`{"boardXSize":1}`, "boardXSize", wantSize},
	{`{"boardYSize":101}`, "boardYSize", wantSize},
	{`{"boardXSize":"9"}`, "boardXSize", wantSize},
	{`{"boardXSize":9.5}`, "boardXSize", wantSize},
	{`{"board":"nowhere:3"}`, "board", ""},
	{`{"board":3}`, "board", ""},
	{`{"initialStones":"C3"}`, "initialStones", wantPairs},
	{`{"initialStones":[["B","pass"]]}`, "initialStones", "Could not parse board location: pass"},
	{`{"initialStones":[["B","A2"],["B","B1"],["W","A1"]]}`, "initialStones", ""}, // no liberty
	{`{"moves":null}`, "moves", "Must specify an array of [player,location] pairs"},
	{`{"moves":[["B"]]}`, "moves", wantPairs},
	{`{"moves":[["B",3]]}`, "moves", wantPairs},
	{`{"moves":[["red","C3"]]}`, "moves", "Could not parse player: red"},
	{`{"moves":[["B","C6"]]}`, "moves", "Could not parse board location: C6"},
	{`{"moves":[["B","I3"]]}`, "moves", "Could not parse board location: I3"},
	{`{"moves":[["B","(5,0)"]]}`, "moves", "Could not parse board location: (5,0)"},
	{`{"moves":[["B","C3"],["W","C3"]]}`, "moves", "Illegal move 1: C3"},
	{`{"moves":[["B","A2"],["B","B1"],["W","A1"]]}`, "moves", "Illegal move 2: A1"},
	{`{"initialPlayer":"x"}`, "initialPlayer", `Must be "b" or "w"`},
	{`{"analyzeTurns":3}`, "analyzeTurns", "Must specify an array of integers indicating turns to analyze"},
	{`{"analyzeTurns":[1]}`, "analyzeTurns", "Invalid turn number: 1"},
	{`{"analyzeTurns":[-1]}`, "analyzeTurns", "Invalid turn number: -1"},
	{`{"priorities":[1]}`, "priorities", "Can only specify when also specifying analyzeTurns"},
	{`{"priorities":"1","analyzeTurns":[0]}`, "priorities", "Must specify an array of integers indicating priorities"},
	{`{"priorities":[1,2],"analyzeTurns":[0]}`, "priorities", "Must be of matching length to analyzeTurns"},
	{`{"priorities":[4611686018427387904],"analyzeTurns":[0]}`, "priorities", "Invalid priority: 4611686018427387904"},
	{`{"priorities":[1],"analyzeTurns":[0],"priority":2}`, "priority", "Cannot specify both priority and priorities"},
	{`{"priority":0.5}`, "priority", "Must be a number between -2^62 and 2^62"},
	{`{"rules":null}`, "rules", wantRules},
	{`{"rules":3}`, "rules", wantRules},
	{`{"rules":"klingon"}`, "rules", "Could not parse rules: klingon"},
	{`{"rules":{"ko":"NONE"}}`, "rules", `Could not parse rules: {"ko":"NONE"}`},
	{`{"komi":"7"}`, "komi", wantKomi},
	{`{"komi":7.25}`, "komi", wantKomi},
	{`{"komi":-400.5}`, "komi", wantKomi},
	{`{"whiteHandicapBonus":1}`, "whiteHandicapBonus", "Must be a string"},
	{`{"whiteHandicapBonus":"N-2"}`, "whiteHandicapBonus", "Invalid whiteHandicapBonus rule: N-2"},
	{`{"overrideSettings":[]}`, "overrideSettings", "Must be an object"},
	{`{"overrideSettings":{"reportAnalysisWinratesAs":"RED"}}`, "overrideSettings",
		"Could not set settings: Could not parse config value for reportAnalysisWinratesAs: RED"},
	{`{"maxVisits":0}`, "maxVisits", "Must be an integer from 1 to 2^50"},
	{`{"maxVisits":1e3}`, "maxVisits", "Must be an integer from 1 to 2^50"},
	{`{"analysisPVLen":1001}`, "analysisPVLen", "Must be an integer from 1 to 1000"},
	{`{"rootFpuReductionMax":2.1}`, "rootFpuReductionMax", "Must be a number from 0.0 to 2.0"},
	{`{"rootPolicyTemperature":0}`, "rootPolicyTemperature", "Must be a number from 0.01 to 100.0"},
	{`{"includeOwnership":1}`, "includeOwnership", "Must be a boolean"},
	{`{"includePolicy":"true"}`, "includePolicy", "Must be a boolean"},
	{`{"reportDuringSearchEvery":0}`, "reportDuringSearchEvery", "Must be number of seconds from 0.001 to 1000000.0"},
	{`{"firstReportDuringSearchAfter":1e7}`, "firstReportDuringSearchAfter", "Must be number of seconds from 0.001 to 1000000.0"},
	{`{"allowMoves":[],"avoidMoves":[]}`, "allowMoves", "Cannot specify both allowMoves and avoidMoves"},
	{`{"avoidMoves":{}}`, "avoidMoves", wantDicts},
	{`{"avoidMoves":[{"player":"B","moves":["C3"]}]}`, "avoidMoves", wantDicts},
	{`{"avoidMoves":[{"player":"R","moves":["C3"],"untilDepth":1}]}`, "player", `Must be "b" or "w"`},
	{`{"avoidMoves":[{"player":"B","moves":["Z3"],"untilDepth":1}]}`, "moves", "Could not parse board location: Z3"},
	{`{"avoidMoves":[{"player":"B","moves":"C3","untilDepth":1}]}`, "moves", "Must be an array of GTP board vertices"},
	{`{"avoidMoves":[{"player":"B","moves":["C3"],"untilDepth":0}]}`, "untilDepth", "Must be a positive integer"},
	{`{"allowMoves":[{"player":"B","moves":["C3"],"untilDepth":1},{"player":"B","moves":["C3"],"untilDepth":1}]}`, "allowMoves",
		"Cannot specify allowMoves more than once for the same player"},
	{`{"allowMoves":[{},{},{}]}`, "allowMoves", "Currently allowMoves only allows at most one entry per player"},
	{`{"game":"tag"}`, "game", `Could not parse game: "tag"`},
	{`{"game":"gomoku"}`, "rules", "This game has no such rules"},
	{`{"game":"gomoku","rules":null,"moves":[["B","swap"]]}`, "moves", "Illegal move 0: swap"},
}

// TestRefused: a wrong field is refused by its name, in KataGo's words, and no position is analyzed.
func TestRefused(t *testing.T) {
	c := begin(t, 1, nil, nil)
	for _, tt := range refused {
		c.say(fields(tt[0]))
		got := c.refusal()
		if got["field"] != tt[1] || tt[2] != "" && got["error"] != tt[2] || got["id"] != "q" || got["error"] == "" {
			t.Errorf("%s: %v, want %s: %s", tt[0], got, tt[1], tt[2])
		}
	}
	c.say(fields(`{"moves":[` + strings.Repeat(`["B","pass"],`, maxMoves) + `["W","C3"]]}`))
	c.expect(map[string]any{"field": "moves", "error": "At most 20000 moves are supported"})
	c.close()
}

// TestWarnings: unknown fields and parameters get a warning, and the query is analyzed.
func TestWarnings(t *testing.T) {
	const typo = "Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)"
	c := begin(t, 1, nil, nil)
	c.say(fields(`{"maxVisit":3,"overrideSettings":{"humanSLProfile":"rank_3k","antiMirror":true,"maxTime":1}}`))
	c.expect(map[string]any{"id": "q", "field": "overrideSettings", "warning": "Unknown config params: antiMirror,humanSLProfile"})
	c.expect(map[string]any{"id": "q", "field": "maxVisit", "warning": typo})
	(<-c.begun).finish <- found()
	c.expect(map[string]any{"id": "q", "turnNumber": 0})
	c.say(fields(`{"rules":"stone-scoring"}`))
	c.expect(map[string]any{"field": "rules", "warning": "Rules koSIMPLEscoreAREAtaxALLsui0fpok1 not supported " +
		"(tax ALL, a tax on every group), using the nearest instead"})
	(<-c.begun).finish <- found()
	c.hear()
	c.say(fields(`{"game":"gomoku","rules":null,"komi":6.5}`))
	c.expect(map[string]any{"field": "komi", "warning": "This game has no komi"})
	(<-c.begun).finish <- found()
	c.hear()
	c.close()
	c = begin(t, 1, func(cfg *Config) { cfg.Quiet = true }, nil)
	c.say(fields(`{"maxVisit":3}`))
	(<-c.begun).finish <- found()
	c.expect(map[string]any{"id": "q", "warning": nil})
	c.close()
}

// asked returns the search that a query causes.
func asked(t *testing.T, change string) *searching {
	t.Helper()
	c := begin(t, 1, func(cfg *Config) { cfg.Quiet = true }, nil)
	c.say(fields(change))
	var s *searching
	for {
		select {
		case s = <-c.begun:
			s.finish <- found()
		case line := <-c.lines:
			if strings.Contains(line, `"warning"`) {
				continue
			}
			if s == nil {
				t.Fatalf("%s: %s", change, line)
			}
			c.close()
			return s
		}
	}
}

// TestRules: the names and objects of KataGo set the rules, with its komi and White's points for handicap stones.
func TestRules(t *testing.T) {
	const three = `"initialStones":[["B","A1"],["B","C3"],["B","E5"]]`
	for change, want := range map[string]string{
		`{}`:                      "score=area ko=simple suicide=no komi=7.5",
		`{"rules":"Japanese"}`:    "score=territory ko=simple suicide=no komi=6.5",
		`{"rules":"new zealand"}`: "ko=situational suicide=yes komi=7.5",
		`{"rules":"koSIMPLEscoreTERRITORYtaxSEKIsui0"}`:                                "score=territory ko=simple suicide=no komi=6.5",
		`{"rules":{"scoring":"AREA","hasButton":true}}`:                                "score=area komi=7",
		`{"rules":"tromp-taylor","komi":-3}`:                                           "score=area ko=positional suicide=yes komi=-3",
		`{"rules":{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false}}`: "score=area ko=situational suicide=no komi=7.5",
		`{"rules":{"ko":"SIMPLE","scoring":"TERRITORY","komi":5.5}}`:                   "score=territory ko=simple suicide=yes komi=5.5",
		`{` + three + `}`:                                                      "komi=10.5",
		`{"rules":"aga","komi":0.5,` + three + `}`:                             "komi=2.5",
		`{"rules":"aga","whiteHandicapBonus":"0",` + three + `}`:               "komi=7.5",
		`{"rules":"japanese","whiteHandicapBonus":"N",` + three + `}`:          "komi=9.5",
		`{"moves":[["B","A1"],["B","C3"],["W","pass"],["B","E5"],["W","A5"]]}`: "komi=10.5",
		`{"moves":[["B","A1"],["B","C3"],["W","A5"],["W","E5"]]}`:              "komi=7.5",
		`{"moves":[["B","A1"],["W","A5"]]}`:                                    "komi=7.5",
		`{"initialStones":[["B","A1"],["B","C3"],["W","E5"]]}`:                 "komi=7.5",
		`{"game":"weiqi:komi=4,score=territory","rules":null}`:                 "score=territory komi=4",
		`{"game":"weiqi:komi=4,score=territory","komi":2}`:                     "score=area komi=2",
		`{"game":"gomoku:rule=renju","rules":null,"board":"grid:15"}`:          "rule=renju",
	} {
		id := asked(t, change).pos.Rules().ID()
		for option := range strings.FieldsSeq(want) {
			if !slices.Contains(strings.Split(id[strings.Index(id, ":")+1:], ","), option) {
				t.Errorf("%s: %s, want %s", change, id, option)
			}
		}
	}
}

// TestPosition: the position is that of the board, the stones and the moves, with the right side to move.
func TestPosition(t *testing.T) {
	centre := mustBoard(t, "hex:3").Name(9)
	for _, tt := range []struct{ change, stones, side string }{
		{`{}`, "", "black"},
		{`{"initialPlayer":"w"}`, "", "white"},
		{`{"initialStones":[["b","c3"],["W","(0,0)"],["B","( 0, 0)"]]}`, "A5b C3b", "white"},
		{`{"initialStones":[["b","c3"]]}`, "C3b", "black"},
		{`{"initialStones":[["b","c3"],["b","c2"]],"initialPlayer":"B"}`, "C3b C2b", "black"},
		{`{"moves":[["W","c3"],["Black"," B2 "],["B","PASS"],["white","pss"]]}`, "C3w B2b", "black"},
		{`{"moves":[["B","A2"],["W","A1"],["B","B1"]]}`, "A2b B1b", "white"},
		{`{"moves":[["B","AB2"]],"boardXSize":30}`, "AB2b", "white"},
		{`{"board":"torus:5x4","moves":[["B","(4,3)"]]}`, "E1b", "white"},
		{`{"board":"hex:3","moves":[["B","` + centre + `"]],"boardXSize":null,"boardYSize":null}`, centre + "b", "white"},
		{`{"game":"gomoku","rules":null,"moves":[["B","C3"],["W","B2"]]}`, "C3b B2w", "black"},
		// a repetition, which simple ko forbids, is played
		{`{"initialStones":[["B","B1"],["B","A2"],["B","B3"],["W","C1"],["W","D2"],["W","C3"],["W","B2"]],
			"moves":[["B","C2"],["W","B2"]]}`, "B1b A2b B3b C1w D2w C3w B2w", "black"},
	} {
		pos := asked(t, tt.change).pos
		var got []string
		for p := range game.Point(pos.Board().Len()) {
			if c := pos.At(p); c != game.Empty {
				got = append(got, pos.Board().Name(p)+c.String()[:1])
			}
		}
		want := strings.Fields(tt.stones)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || pos.ToPlay().String() != tt.side {
			t.Errorf("%s: %v, %v to move", tt.change, got, pos.ToPlay())
		}
	}
}

// TestLimits: a query's settings become the limits of the search.
func TestLimits(t *testing.T) {
	lim := asked(t, `{"maxVisits":77,"rootPolicyTemperature":2,"overrideSettings":{"maxTime":"0.5","maxVisits":9,"wideRootNoise":0.25},
		"avoidMoves":[{"player":"B","moves":["C3","pass"],"untilDepth":1},{"player":"w","moves":["A1"],"untilDepth":4}]}`).lim
	if lim.Nodes != 77 || lim.Time.Seconds() != 0.5 || lim.Temper != 4 || !lim.Full || lim.Ownership || len(lim.Avoid) != 2 ||
		!slices.Equal(lim.Exclude, []game.Move{12, game.Pass}) || lim.Avoid[1].Plies != 4 || lim.Avoid[1].Side != game.White {
		t.Errorf("%+v", lim)
	}
	lim = asked(t, `{"includeMovesOwnership":true,"overrideSettings":{"maxPlayouts":9,"maxTime":1e20},
		"allowMoves":[{"player":"B","moves":["C3","A5"],"untilDepth":3}]}`).lim
	if lim.Nodes != 9 || lim.Time != 0 || lim.Temper != 0 || !lim.Ownership || len(lim.Exclude) != 24 || lim.Avoid[0].Plies != 3 ||
		slices.Contains(lim.Exclude, 12) || slices.Contains(lim.Exclude, 0) || !slices.Contains(lim.Exclude, game.Pass) {
		t.Errorf("%+v", lim)
	}
}

// TestPlayouts: of maxVisits and maxPlayouts the lower one counts, in any order, whether from a file or from a query.
func TestPlayouts(t *testing.T) {
	for _, tt := range []struct {
		file, query string
		want        int64
	}{
		{"", `"maxVisits":90`, 90},
		{"maxPlayouts=40,maxVisits=90", "", 40},
		{"maxVisits=90,maxPlayouts=40", "", 40},
		{"maxPlayouts=90,maxVisits=40", "", 40},
		{"maxPlayouts=600", "", 500}, // the default of maxVisits
		{"maxPlayouts=40", `"maxVisits":90`, 40},
		{"maxPlayouts=90", `"maxVisits":40`, 40},
		{"maxVisits=40", `"overrideSettings":{"maxPlayouts":90}`, 40},
		{"maxPlayouts=40,maxVisits=50", `"overrideSettings":{"maxPlayouts":90},"maxVisits":80`, 80},
		{"", `"overrideSettings":{"maxPlayouts":40,"maxVisits":90}`, 40},
		{"", `"overrideSettings":{"maxPlayouts":40},"maxVisits":90`, 40},
	} {
		c := begin(t, 1, func(cfg *Config) {
			for part := range strings.SplitSeq(tt.file, ",") {
				if p, ok := ParseParameter(part); ok {
					if _, err := cfg.Set(p.Name, p.Value); err != nil {
						t.Error(err)
					}
				}
			}
		}, nil)
		c.say(small("q", tt.query))
		s := <-c.begun
		if s.lim.Nodes != tt.want {
			t.Errorf("%s and %s: %d nodes, want %d", tt.file, tt.query, s.lim.Nodes, tt.want)
		}
		s.finish <- found()
		c.hear()
		c.close()
	}
}

// TestOpen: the open positions are bounded, and what does not fit is refused as a whole.
func TestOpen(t *testing.T) {
	q := newQueue(1, 1)
	at := &place{}
	big := &query{id: "big", at: at, turns: make([]int64, maxOpen-1), size: 10}
	two := &query{id: "two", at: at, turns: []int64{0, 1}, size: 10}
	if !q.add(t.Context(), big) || q.add(t.Context(), two) || len(q.open) != maxOpen-1 {
		t.Errorf("%d open", len(q.open))
	}
	stopped := len(q.stop(func(j *job) bool { return j.number > 1 }))
	if stopped != maxOpen-2 || len(q.open) != 1 || q.size != 10 || at.open.Load() != 1 { // the last turn keeps the query
		t.Errorf("%d stopped, %d bytes", stopped, q.size)
	}
	if stopped = len(q.stop(func(*job) bool { return true })); stopped != 1 || len(q.open) != 0 || q.size != 0 || at.open.Load() != 0 {
		t.Errorf("%d stopped, %d bytes", stopped, q.size)
	}
	if two.size = maxOpenSize + 1; q.add(t.Context(), two) {
		t.Error("more bytes than allowed")
	}
}

// TestAllowed: a query that waits holds no more moves than its line names.
func TestAllowed(t *testing.T) {
	cfg := Config{Board: board.Parse, Rules: rulesOf, Go: weiqi.Default().ID()}
	s := &server{cfg: cfg, places: map[string]*place{}, rules: map[string]game.Rules{}}
	line := fields(`{"boardXSize":100,"boardYSize":100,"allowMoves":[{"player":"B","moves":["C3","pass"],"untilDepth":1},
		{"player":"W","moves":["C4"],"untilDepth":1}]}`)
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &all); err != nil {
		t.Fatal(err)
	}
	q, bad := s.parse("q", all)
	if bad != nil {
		t.Fatal(bad)
	}
	held := 0
	for _, a := range slices.Concat(q.avoid, q.allow) {
		held += len(a.Moves)
	}
	if list := q.avoided(); held != 3 || len(list) != 2 || len(list[0].Moves) != 9999 || len(list[1].Moves) != 10_000 {
		t.Errorf("the query holds %d moves and avoids %d lists", held, len(list))
	}
}

// TestBoards: the boards of open queries are bounded. Those of earlier ones make room for others.
func TestBoards(t *testing.T) {
	c := begin(t, 1, nil, nil)
	on := func(width int) string {
		return fmt.Sprintf(`{"id":"%d","boardXSize":%d,"boardYSize":%d,"rules":"chinese","moves":[]}`, width, 2+width%50, 2+width/50)
	}
	for i := range maxBoards {
		c.say(on(i), on(i))
	}
	c.say(on(maxBoards))
	<-c.begun
	c.say(`{"id":"end","action":"terminate_all"}`)
	for range 2*maxBoards + 2 {
		answer := c.hear()
		if refused := answer["error"] == errBoards.Error(); refused != (answer["id"] == strconv.Itoa(maxBoards)) {
			t.Errorf("%v", answer)
		}
	}
	c.say(on(maxBoards))
	if answer := c.refusal(); answer["isDuringSearch"] != false {
		t.Errorf("%v", answer)
	}
	c.close()
}

// TestHash: symmetric positions share one hash, and each has its own other one. The side to move and a ko count.
func TestHash(t *testing.T) {
	p := newPlace(board.Grid(5, 5))
	of := func(names string) (this, symmetric hash) {
		pos, err := weiqi.Default().New(p.board)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(names) {
			m, _ := p.parse(name)
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		return p.hashes(pos)
	}
	a, shared := of("B1 C3")
	for _, names := range []string{"A2 C3", "D1 C3", "B5 C3", "E4 C3"} {
		if b, s := of(names); b == a || s != shared {
			t.Errorf("%s: %v %v, want %v", names, b, s, shared)
		}
	}
	if b, s := of("B1 C3 pass"); b == a || s == shared {
		t.Error("the same for another side to move")
	}
	ko, _ := of("B1 C1 A2 D2 B3 C3 C2 B2")
	plain, _ := of("B1 C1 A2 D2 B3 C3 pass B2")
	if ko == plain || len(ko.String()) != 32 {
		t.Errorf("%v %v", ko, plain)
	}
	if torus := newPlace(mustBoard(t, "torus:9x9")); len(torus.symmetries()) != 648 {
		t.Errorf("%d symmetries", len(torus.symmetries()))
	}
	if large := newPlace(mustBoard(t, "torus:19x19")); len(large.symmetries()) != 1 {
		t.Errorf("%d symmetries", len(large.symmetries()))
	}
}

func mustBoard(t *testing.T, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSettings: each parameter has bounds, and unknown ones change nothing.
func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		name, value string
		want        string
	}{
		{"maxVisits", "12", "{Visits:12"},
		{"maxVisits", "0", ""},
		{"maxVisits", "1.5", ""},
		{"maxPlayouts", "600", "{Visits:500 Playouts:600"},
		{"maxPlayouts", "0", ""},
		{"maxTime", " 2 ", "Time:2s"},
		{"maxTime", "-1", ""},
		{"maxTime", "nan", ""},
		{"reportAnalysisWinratesAs", "WHITE", "As:white"},
		{"analysisPVLen", "3", "PV:3"},
		{"numSearchThreadsPerAnalysisThread", "4096", "Threads:4096"}, // KataGo allows it
		{"numSearchThreadsPerAnalysisThread", "0", ""},
		{"wideRootNoise", "0.04", "WideNoise:0.04"},
		{"rootFpuReductionMax", "2.5", ""},
		{"rootFpuReductionMax", "0", "{Visits:500"},
	} {
		s := DefaultSettings()
		known, err := s.Set(tt.name, tt.value)
		if !known || (err == nil) != (tt.want != "") || err == nil && !strings.Contains(fmt.Sprintf("%+v", s), tt.want) {
			t.Errorf("%s = %s: %+v, %v", tt.name, tt.value, s, err)
		}
	}
	c := Config{Settings: DefaultSettings()}
	list, err := ReadParameters(strings.NewReader("# comment\nnumAnalysisThreads = 3 # three\n\nwarnUnusedFields=false\n@include x\n" +
		"logDir = \"a = b\"\nmaxVisits=7"))
	if err != nil || len(list) != 4 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, p := range list {
		if known, err := c.Set(p.Name, p.Value); known == (p.Name == "logDir") || err != nil {
			t.Errorf("%v: %v", p, err)
		}
	}
	if c.Positions != 3 || !c.Quiet || c.Settings.Visits != 7 {
		t.Errorf("%+v", c)
	}
	if known, err := c.Set("numAnalysisThreads", "16384"); !known || err != nil || c.Positions != maxPositions {
		t.Errorf("%d positions, %v", c.Positions, err)
	}
	for _, p := range []Parameter{{"numAnalysisThreads", "0"}, {"warnUnusedFields", "perhaps"}} {
		if _, err := c.Set(p.Name, p.Value); err == nil {
			t.Errorf("%v is accepted", p)
		}
	}
}

// TestFloods: what a short line can repeat without end is bounded.
func TestFloods(t *testing.T) {
	c := begin(t, 1, nil, nil)
	var fields strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&fields, `"field%d":0,`, i)
	}
	c.say(small("typos", fields.String()+`"maxVisits":1`))
	for range maxWarnings {
		if got := c.hear(); got["warning"] == nil {
			t.Fatalf("%v", got)
		}
	}
	(<-c.begun).finish <- found()
	c.expect(map[string]any{"id": "typos", "isDuringSearch": false})
	kos := strings.Repeat(`,["B","E4"],["W","D4"]`, 200)
	c.say(`{"id":"kos","boardXSize":100,"boardYSize":100,"rules":"chinese","initialStones":[["B","D3"],["B","C4"],["B","D5"],` +
		`["W","E3"],["W","F4"],["W","E5"],["W","D4"]],"moves":[["B","A1"],["W","A2"]` + kos + `]}`)
	c.expect(map[string]any{"id": "kos", "field": "moves", "error": "Too many moves repeat positions on so large a board"})
	c.close()
}
