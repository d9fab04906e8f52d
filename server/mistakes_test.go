package server

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/learn/mistakes"
	"moyo/server/store/sqlite/sqlitetest"
)

// mistaken is an engine for games of Gomoku in which both second moves were bad, and H8 would have
// been good for both. It evaluates an attempt by its row.
func mistaken(pos game.Position) engine.Info {
	info := engine.Info{Move: 112, Value: 0.5, Depth: 1, PV: []game.Move{112, 113}}
	moves := pos.Moves()
	if len(moves) == 3 {
		info.Value = 0.9
		switch name := game.Format(pos, moves[2]); {
		case name == "H8":
			info.Value = 0.2
		case strings.HasSuffix(name, "6"):
			info.Value = 0.22
		case strings.HasSuffix(name, "5"):
			info.Value, info.Solved = 1, true
		}
		info.PV = []game.Move{16, 17}
	}
	return info
}

// TestMistakes trains with a bad move of a game of two people.
func TestMistakes(t *testing.T) {
	t.Parallel()
	cfg := testConfig(sqlitetest.New(t))
	var later atomic.Int64 // hours
	cfg.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load()) * time.Hour) }
	cfg.Analysts = map[string]string{"gomoku": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			return mistaken(pos), nil
		}}, nil
	}
	url := start(t, cfg)
	ada, bo, eve := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	g, a := ada.fourMoves(bo)
	wants := mistakes.NewMistakes{Game: g.ID}
	refused := func(p *person, status int, code string, in mistakes.NewMistakes) {
		t.Helper()
		if got, text := p.call("POST", "/api/mistakes", in, nil); got != status || !strings.Contains(text, code) {
			t.Errorf("%+v: %d %s, want %d %s", in, got, text, status, code)
		}
	}
	refused(ada, 404, "reviews.goesOn", wants)
	a.must(wire.ClientMessage{Type: "resign", ID: "r"})
	refused(ada, 404, "mistakes.noReview", wants)
	if found, _, why := eve.learner().reviewed(g.ID); found == nil {
		t.Fatal(why)
	}
	refused(eve, 403, "mistakes.others", wants)
	refused(ada, 404, "reviews.unknown", mistakes.NewMistakes{Game: "none"})
	refused(ada, 400, "at a time", mistakes.NewMistakes{Game: g.ID, Most: 21})

	checkMistakes(t, wants, ada, bo)
	path := fmt.Sprintf("/api/mistakes/%s/3", g.ID)
	checkOthers(t, path, bo, eve)
	var problem mistakes.MistakeProblem
	ada.must(200, "GET", path, nil, &problem)
	if problem.State.ToPlay != "black" || problem.State.Ply != 2 || problem.State.Last < 0 {
		t.Errorf("the problem is %+v", problem.State)
	}

	m := &myMistake{t, cfg.Now, ada, path}
	m.try(mistakes.MistakeTry{Show: "played"}, "shown", "mistake.played.black", "B1 B14 C14", false)
	m.card(0, 0, 0)
	m.try(mistakes.MistakeTry{Move: "C5"}, "wrong", "mistake.loses.black", "C5 B14 C14", true)
	m.card(1, 0, 10*time.Minute)
	m.try(mistakes.MistakeTry{Move: "H8"}, "right", "mistake.best", "H8 B14 C14", false) // too early to count
	m.try(mistakes.MistakeTry{Move: "B1"}, "wrong", "mistake.played.black", "B1 B14 C14", false)
	m.try(mistakes.MistakeTry{Move: "C7"}, "wrong", "mistake.worse.black", "C7 B14 C14", false)
	m.try(mistakes.MistakeTry{Show: "better"}, "shown", "mistake.better", "H8 B14 C14", false)
	m.card(1, 0, 10*time.Minute)
	later.Store(1)
	m.try(mistakes.MistakeTry{Move: "C6"}, "right", "mistake.asGood", "C6 B14 C14", true)
	m.card(2, 1, 24*time.Hour)
	later.Store(30)
	m.try(mistakes.MistakeTry{Show: "better"}, "shown", "mistake.better", "H8 B14 C14", true) // given up
	m.card(3, 1, 10*time.Minute)

	m.refuses()
	m.card(3, 1, 10*time.Minute)
	ada.must(204, "DELETE", path, nil, nil)
	if status, _ := ada.call("POST", path+"/try", mistakes.MistakeTry{Move: "H8"}, nil); status != 404 {
		t.Errorf("a deleted mistake was tried: %d", status)
	}
}

// checkOthers fails if others can see or delete a mistake.
func checkOthers(t *testing.T, path string, others ...*person) {
	for _, p := range others {
		if status, _ := p.call("GET", path, nil, nil); status != 404 {
			t.Errorf("another player sees it: %d", status)
		}
		if status, _ := p.call("DELETE", path, nil, nil); status != 404 {
			t.Errorf("another player deletes it: %d", status)
		}
	}
}

// refuses makes Ada send invalid attempts.
func (m *myMistake) refuses() {
	for _, c := range []struct {
		in     mistakes.MistakeTry
		status int
		code   string
	}{
		{mistakes.MistakeTry{Move: "A1"}, 400, "occupied"}, {mistakes.MistakeTry{Move: "Z99"}, 400, "mistakes.noMove"},
		{mistakes.MistakeTry{}, 400, "mistakes.noMove"},
		{mistakes.MistakeTry{Show: "all"}, 400, "needs a move"}, {mistakes.MistakeTry{Move: strings.Repeat("x", 101)}, 400, "needs a move"},
	} {
		if status, text := m.ada.call("POST", m.path+"/try", c.in, nil); status != c.status || !strings.Contains(text, c.code) {
			m.t.Errorf("%.20v: %d %s", c.in, status, text)
		}
	}
}

// checkMistakes makes Ada and Bo add their mistakes of a game, twice, and checks the result.
func checkMistakes(t *testing.T, wants mistakes.NewMistakes, ada, bo *person) {
	for _, p := range []struct {
		*person
		number int
		color  string
		played string
		stones int
	}{{ada, 3, "black", "B1", 2}, {bo, 4, "white", "B3", 3}} {
		for i, want := range []mistakes.MistakesAdded{{Added: 1, All: 1, Due: 1}, {Known: 1, All: 1, Due: 1}} {
			var got mistakes.MistakesAdded
			if p.must(201, "POST", "/api/mistakes", wants, &got); got != want {
				t.Errorf("%s adds, time %d: %+v, want %+v", p.color, i+1, got, want)
			}
		}
		var list mistakes.Mistakes
		p.must(200, "GET", "/api/mistakes", nil, &list)
		if len(list.Mistakes) != 1 || list.Due != 1 {
			t.Fatalf("%s has %+v", p.color, list)
		}
		m := list.Mistakes[0]
		if m.Game != wants.Game || m.Number != p.number || m.Color != p.color || m.Played != p.played ||
			!m.IsDue || m.Loss < 0.3 || 225-strings.Count(m.Stones, ".") != p.stones {
			t.Errorf("%s has %+v", p.color, m)
		}
	}
}

// myMistake is a mistake that Ada has to try again, at a path.
type myMistake struct {
	t    *testing.T
	now  func() time.Time
	ada  *person
	path string
}

// try makes Ada try something, and checks the answer.
func (m *myMistake) try(in mistakes.MistakeTry, verdict, id, line string, counted bool) {
	m.t.Helper()
	var got mistakes.MistakeAnswer
	m.ada.must(200, "POST", m.path+"/try", in, &got)
	var steps []string
	for _, s := range got.Steps {
		steps = append(steps, s.Move)
	}
	if got.Verdict != verdict || len(got.Words) != 1 || got.Words[0].ID != id || got.Counted != counted || strings.Join(steps, " ") != line {
		m.t.Errorf("%+v: %+v", in, got)
	}
}

// card checks how often it was tried and solved, and when it is due.
func (m *myMistake) card(tried, solved int, due time.Duration) {
	m.t.Helper()
	var list mistakes.Mistakes
	m.ada.must(200, "GET", "/api/mistakes", nil, &list)
	kept := list.Mistakes[0]
	at, err := time.Parse(time.RFC3339, kept.Due)
	if kept.Tried != tried || kept.Solved != solved || err != nil || at.Sub(m.now().Add(due)).Abs() > time.Minute {
		m.t.Errorf("the card is %+v", kept)
	}
}

// TestMistakeProof makes solvers prove the effect of a move: in Go that a group could have
// lived, in Gomoku that a win was missed; and nothing if there is nothing to prove.
func TestMistakeProof(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, board, rules string
		moves              string // Black's last one was bad
		better             string
		kind               string
		points             int
	}{
		{"a group that could have lived", "grid:5", "weiqi",
			"A2 A3 B2 B3 C2 C3 D2 D3 E2 E3 D1 A4 E1 C4 pass E4 pass A5 pass B5 pass C5 pass D5 pass E5 A1", "B1", "live", 7},
		{"a win that was missed", "grid:15", "gomoku", "H8 A1 J8 A3 K8 A5 A15", "G8", "missed", 0},
		{"nothing", "grid:15", "gomoku", "H8 A1 A15", "J8", "", 0},
		{"no solver", "grid:7", "capturefive", "D4 A1 A7", "C3", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			moves := strings.Fields(c.moves)
			cfg := testConfig(sqlitetest.New(t))
			cfg.Analysts = map[string]string{c.rules: "scripted"}
			cfg.NewEngine = func(string) (engine.Engine, error) {
				return &scripted{limited: func(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
					info := engine.Info{Value: 0.5, Depth: 1, Move: pos.LegalMoves(nil)[0]}
					if better, err := game.ParseMove(pos, c.better); err == nil && len(pos.Moves()) == len(moves)-1 {
						info.Move = better
					}
					if len(pos.Moves()) == len(moves) {
						info.Value = 0.9
					}
					return info, nil
				}}, nil
			}
			url := start(t, cfg)
			ada, bo := newPerson(t, url), newPerson(t, url)
			g := ada.newGame(wire.NewGame{Board: c.board, Rules: c.rules, Color: "black", Opponent: "human"})
			a, b := ada.open(g.ID), bo.open(g.ID)
			b.must(wire.ClientMessage{Type: "join", ID: "j"})
			for i, move := range moves {
				side := a
				if i%2 == 1 {
					side = b
				}
				side.must(wire.ClientMessage{Type: "play", ID: fmt.Sprint(i), Move: move, Ply: i})
			}
			a.must(wire.ClientMessage{Type: "resign", ID: "r"})
			if found, _, why := ada.learner().reviewed(g.ID); found == nil {
				t.Fatal(why)
			}
			ada.must(201, "POST", "/api/mistakes", mistakes.NewMistakes{Game: g.ID, Most: 1}, nil)
			path := fmt.Sprintf("/api/mistakes/%s/%d", g.ID, len(moves))
			var proved mistakes.MistakeProved
			var problem mistakes.MistakeProblem
			for range 2 { // the second time it is known
				ada.must(200, "POST", path+"/proof", nil, &proved)
				ada.must(200, "GET", path, nil, &problem)
				if got := proved.Proof; c.kind == "" && got != nil ||
					c.kind != "" && (got == nil || got.Kind != c.kind || len(got.Points) != c.points || c.kind == "live" && got.Move != c.better) {
					t.Errorf("proven is %+v", got)
				}
				if kept := problem.Mistake; (kept.Proof == nil) != (c.kind == "") || kept.Tried != 0 || !kept.IsDue {
					t.Errorf("kept is %+v", kept)
				}
			}
			if status, _ := bo.call("POST", path+"/proof", nil, nil); status != 404 {
				t.Errorf("another player requests the proof: %d", status)
			}
		})
	}
}
