package analysis

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// object returns an object in an answer.
func object(v any, path ...any) map[string]any {
	for _, at := range path {
		switch at := at.(type) {
		case string:
			v = v.(map[string]any)[at]
		case int:
			v = v.([]any)[at]
		}
	}
	return v.(map[string]any)
}

// TestPerspectives: all numbers are for Black, for White or for the side to move, which is White here.
func TestPerspectives(t *testing.T) {
	for as, sign := range map[string]float64{"BLACK": -1, "b": -1, "W": 1, "sidetomove": 1} {
		c := begin(t, 1, nil, nil)
		c.say(small("q", `"includeOwnership":true,"includeMovesOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":"`+as+`"}`))
		(<-c.begun).finish <- found()
		got := c.hear()
		root, move := object(got, "rootInfo"), object(got, "moveInfos", 0)
		for name, want := range map[string]float64{"winrate": 0.5 + sign*0.125, "scoreLead": sign * 2.5, "utility": sign * 0.25} {
			if root[name] != want {
				t.Errorf("%s: %s is %v, want %v", as, name, root[name], want)
			}
		}
		for name, want := range map[string]float64{
			"winrate": 0.5 + sign*0.25, "scoreLead": sign * 4, "scoreMean": sign * 4, "scoreSelfplay": sign * 4, "utility": sign * 0.5,
			"lcb": 0.5 - sign*0.25, "utilityLcb": -sign * 0.5,
		} {
			if v, ok := move[name].(float64); !ok || math.Abs(v-want) > 1e-6 {
				t.Errorf("%s: %s of the move is %v, want %v", as, name, move[name], want)
			}
		}
		for _, own := range [][]any{got["ownership"].([]any), move["ownership"].([]any)} {
			if len(own) != 25 || own[0] != -sign || own[24] != sign/2 {
				t.Errorf("%s: ownership %v", as, own)
			}
		}
		c.close()
	}
}

// TestFields: an answer contains what was asked for, its fields in alphabetical order, with the turn last: some clients search in
// the text.
func TestFields(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(small("q", `"includePVVisits":true,"includeNoResultValue":true,"includeOwnershipStdev":true,"includeMovesOwnershipStdev":true,`+
		`"analysisPVLen":1,"overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE"}`))
	(<-c.begun).finish <- found()
	line := <-c.lines
	const start = `{"id":"q","isDuringSearch":false,"moveInfos":[{"edgeVisits":3`
	if !strings.HasSuffix(line, `"turnNumber":3}`) || !strings.HasPrefix(line, start) {
		t.Error(line)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatal(err)
	}
	if again, _ := json.Marshal(got); len(again) != len(line) { // Marshal sorts; the digits of numbers are the same
		t.Errorf("%s\n%s", line, again)
	}
	want := map[string]any{
		"move": "B4", "order": 0, "visits": 3, "edgeVisits": 3, "weight": 3, "edgeWeight": 3, "playSelectionValue": 3, "prior": 0.5,
		"pv": []string{"B4", "C4"}, "pvVisits": []int{3, 2}, "pvEdgeVisits": []int{3, 2}, "noResultValue": 0, "scoreStdev": 0,
		"ownership": nil,
	}
	for name, w := range want {
		if g := object(got, "moveInfos", 0)[name]; !same(g, w) {
			t.Errorf("%s is %v, want %v", name, g, w)
		}
	}
	second, root := object(got, "moveInfos", 1), object(got, "rootInfo")
	if second["move"] != "pass" || !same(second["pv"], []string{"pass"}) || second["order"] != 1.0 || second["scoreLead"] != 2.5 {
		t.Errorf("%v", second)
	}
	if len(got["moveInfos"].([]any)) != 2 || got["ownership"] != nil || len(got["ownershipStdev"].([]any)) != 25 || got["policy"] != nil ||
		object(got, "moveInfos", 0)["ownershipStdev"] == nil {
		t.Errorf("%v", got)
	}
	if root["currentPlayer"] != "W" || root["visits"] != 4.0 || root["scoreStdev"] != 3.0 || root["rawWinrate"] != nil ||
		root["thisHash"] == root["symHash"] && root["thisHash"] == "" {
		t.Errorf("%v", root)
	}
	c.close()
}

// TestNetwork: an engine with a network adds its output without a search, which counts as the first visit.
func TestNetwork(t *testing.T) {
	net := &engine.Evaluation{Policy: make([]float64, 26), Value: 0.125, Lead: -6, Ownership: make([]float64, 25)}
	net.Policy[12], net.Policy[25], net.Ownership[3] = -1, 0.25, -1
	c := begin(t, 1, nil, net)
	c.say(small("q", `"includePolicy":true,"maxVisits":5`))
	s := <-c.begun
	s.finish <- found()
	got := c.hear()
	root, policy := object(got, "rootInfo"), got["policy"].([]any)
	if s.lim.Nodes != 4 || root["visits"] != 5.0 || root["winrate"] != 0.475 || root["scoreLead"] != -0.8 ||
		root["rawWinrate"] != 0.875 || root["rawLead"] != 6.0 || len(policy) != 26 || policy[12] != -1.0 || policy[25] != 0.25 {
		t.Errorf("%d nodes: %v", s.lim.Nodes, got)
	}
	c.say(small("one", `"maxVisits":1,"includeOwnership":true`)) // needs no search
	got = c.hear()
	if root = object(got, "rootInfo"); root["visits"] != 1.0 || root["winrate"] != 0.875 || root["scoreLead"] != 6.0 ||
		len(got["moveInfos"].([]any)) != 0 || got["ownership"].([]any)[3] != -1.0 {
		t.Errorf("%v", got)
	}
	c.close()
}

// TestForbidden: an answer never has a forbidden move, even if an engine searches one because it considers no other.
func TestForbidden(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(small("q", `"allowMoves":[{"player":"W","moves":["pass"],"untilDepth":1}]`))
	s := <-c.begun
	s.finish <- found()
	moves := c.hear()["moveInfos"].([]any)
	if len(moves) != 1 || moves[0].(map[string]any)["move"] != "pass" || moves[0].(map[string]any)["order"] != 0.0 {
		t.Errorf("%v", moves)
	}
	c.close()
}

// TestHashOfBoard: equal stones on other boards have another hash.
func TestHashOfBoard(t *testing.T) {
	seen := map[string]string{}
	for _, spec := range []string{"grid:5", "grid:6", "torus:5x5", "grid:5x4"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := weiqi.Default().New(b)
		if err != nil {
			t.Fatal(err)
		}
		this, _ := newPlace(b).hashes(pos)
		if other := seen[this.String()]; other != "" {
			t.Errorf("%s has the hash of %s", spec, other)
		}
		seen[this.String()] = spec
	}
}

// TestOver: a game that is over has no moves; one that passes have ended is analyzed.
func TestOver(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(`{"id":"won","board":"grid:9","game":"gomoku","moves":[["B","A1"],["W","A9"],["B","B1"],["W","B9"],["B","C1"],["W","C9"],` +
		`["B","D1"],["W","D9"],["B","E1"]]}`)
	got := c.hear()
	if root := object(got, "rootInfo"); root["winrate"] != 1.0 || root["currentPlayer"] != "W" || len(got["moveInfos"].([]any)) != 0 {
		t.Errorf("%v", got)
	}
	c.say(`{"id":"lost","board":"grid:9","game":"gomoku","moves":[["B","J9"],["W","A9"],["B","A1"],["W","B9"],["B","B1"],["W","C9"],` +
		`["B","C1"],["W","D9"],["B","D1"],["W","E9"]]}`)
	if root := object(c.hear(), "rootInfo"); root["winrate"] != 0.0 || root["utility"] != -1.0 || root["currentPlayer"] != "B" {
		t.Errorf("%v", root)
	}
	c.say(`{"id":"passed","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[["B","pass"],["W","pass"]]}`)
	s := <-c.begun
	if s.pos.ToPlay() != game.Black {
		t.Errorf("%v to move", s.pos.ToPlay())
	}
	s.finish <- found()
	c.expect(map[string]any{"id": "passed", "turnNumber": 2})
	c.close()
}

// TestReports: reports come at their times during the search, and are marked.
func TestReports(t *testing.T) {
	at := func(elapsed time.Duration) engine.Info {
		info := found()
		info.Elapsed = elapsed
		return info
	}
	for _, tt := range []struct {
		fields string
		want   []int // tenths of seconds, of the reports at each of the first ten
	}{
		{`"reportDuringSearchEvery":0.3`, []int{3, 6, 9}},
		{`"reportDuringSearchEvery":0.3,"firstReportDuringSearchAfter":0.5`, []int{5, 8}},
		{`"firstReportDuringSearchAfter":0.2`, []int{2}},
		{``, nil},
	} {
		c := begin(t, 1, nil, nil)
		c.say(small("q", tt.fields))
		s := <-c.begun
		for i := 1; i <= 10; i++ {
			s.partial <- at(time.Duration(i) * 100 * time.Millisecond)
			if len(tt.want) > 0 && tt.want[0] == i {
				c.expect(map[string]any{"id": "q", "isDuringSearch": true, "turnNumber": 3})
				tt.want = tt.want[1:]
			}
		}
		s.finish <- at(time.Second)
		c.expect(map[string]any{"id": "q", "isDuringSearch": false})
		c.close()
	}
}

// held is a client that does not read.
type held struct {
	writing chan struct{} // closed at the first write
	free    chan struct{}
}

func (h held) Write(p []byte) (int, error) {
	select {
	case <-h.writing:
	default:
		close(h.writing)
	}
	<-h.free
	return len(p), nil
}

// TestUnread: answers wait for a client that does not read, up to a bound; then the server waits, too.
func TestUnread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := held{make(chan struct{}), make(chan struct{})}
		o := newOutbox(h)
		go o.run(func(error) {})
		line := make([]byte, 1<<20)
		sent := 0
		go func() {
			for range 2 * maxUnread / len(line) {
				o.send(line)
				sent++
			}
			o.close()
		}()
		synctest.Wait()
		if sent != maxUnread/len(line)+1 || !o.slow() {
			t.Errorf("%d of %d lines sent", sent, maxUnread/len(line)+1)
		}
		close(h.free)
		<-o.done
		if sent != 2*maxUnread/len(line) {
			t.Errorf("%d lines sent in the end", sent)
		}
	})
}

// TestReleased: an interrupted server does not wait for a client that does not read.
func TestReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := held{make(chan struct{}), make(chan struct{})}
		o := newOutbox(h)
		go o.run(func(error) {})
		line, sent := make([]byte, maxUnread/2+1), 0
		go func() {
			for range 4 {
				o.send(line)
				sent++
			}
			o.close()
		}()
		synctest.Wait()
		before := sent
		o.release()
		synctest.Wait()
		if before != 2 || sent != 4 {
			t.Errorf("%d lines sent, then %d", before, sent)
		}
		close(h.free)
		<-o.done
	})
}

// TestGrace: an interrupted server does not wait long for a client that does not read.
func TestGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := held{make(chan struct{}), make(chan struct{})}
		defer close(h.free)
		s := &server{outbox: newOutbox(h)}
		go s.outbox.run(func(error) {})
		s.complain("hello")
		s.outbox.close()
		ctx, stop := context.WithCancel(t.Context())
		stop()
		began := time.Now()
		s.flush(ctx)
		if waited := time.Since(began); waited != grace {
			t.Errorf("it waited %v", waited)
		}
	})
}

// TestNumber: numbers have eight digits, and those that JSON lacks are 0.
func TestNumber(t *testing.T) {
	line, err := json.Marshal([]number{1.0 / 3, 0, -2.5, number(math.NaN()), number(math.Inf(-1)), 1e-9})
	if want := "[0.33333333,0,-2.5,0,0,1e-09]"; err != nil || string(line) != want {
		t.Errorf("%s, %v, want %s", line, err, want)
	}
}
