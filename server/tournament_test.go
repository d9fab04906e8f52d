package server

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"moyo/contest/tournament"
	"moyo/contest/tournament/tournamenttest"
	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// cup is a tournament between programs that use only the public protocol, on a
// server that is sometimes killed.
type cup struct {
	t       *testing.T
	dir     string
	url     string
	kill    func()
	people  []*person // the first is the director, and plays too
	rng     *rand.Rand
	rounds  int // rounds in which the server was killed
	killed  int
	killing bool
}

// newCup starts a server with people who have accounts.
func newCup(t *testing.T, people int) *cup {
	c := &cup{t: t, dir: filepath.Join(t.TempDir(), "data"), rng: rand.New(rand.NewPCG(1, 2))}
	c.url, c.kill = startChild(t, c.dir)
	for i := range people {
		c.people = append(c.people, newPerson(t, c.url).signUp(fmt.Sprintf("Program%d", i+1)))
	}
	return c
}

// killAndStart ends the server as a power failure would, and starts another.
func (c *cup) killAndStart() {
	c.kill()
	c.killed++
	c.url, c.kill = startChild(c.t, c.dir)
	for _, p := range c.people {
		p.move(c.url)
	}
}

// setup returns a quick tournament of a format.
func (c *cup) setup(format string) wire.TournamentSetup {
	s := wire.TournamentSetup{
		Title: "Cup of " + format, Format: format, Most: len(c.people), NoShow: 600, Board: "grid:5", Rules: "gomoku:n=4", Clock: "absolute=10m",
	}
	switch tournament.Format(format) {
	case tournament.Swiss:
		s.Rounds = 3
	case tournament.McMahon:
		s.Rounds, s.Bar, s.Floor = 3, 1, -3
	case tournament.Arena:
		s.Minutes = 1
	}
	return s
}

// play plays a whole tournament and returns its final state.
func (c *cup) play(setup wire.TournamentSetup) wire.Tournament {
	c.t.Helper()
	var v wire.Tournament
	c.people[0].must(201, "POST", "/api/tournaments", setup, &v)
	for i, p := range c.people {
		p.must(200, "POST", c.at(v, "/acts"), wire.TournamentAct{Do: "join", Grade: -(i % 7)}, nil)
	}
	c.people[0].must(200, "POST", c.at(v, "/acts"), wire.TournamentAct{Do: "start"}, nil)
	lastRound := 0
	began := time.Now()
	defer func() { c.t.Logf("%s: %d rounds, %.0f s", v.Head.Format, lastRound, time.Since(began).Seconds()) }()
	for deadline := time.Now().Add(testTime * 20); ; {
		v = c.look(v)
		if v.Head.Phase == "over" {
			return v
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("the tournament does not end: %+v", v.Head)
		}
		games := c.open(v)
		if round := roundOf(v); c.killing && round > lastRound {
			lastRound = round
			c.rounds++
			c.halfway(v, games)
			continue
		}
		c.finish(v, games)
		time.Sleep(20 * time.Millisecond) // polling interval for the next games
	}
}

// roundOf returns the current round; for an arena the number of games divided by a round's.
func roundOf(v wire.Tournament) int {
	if v.Head.Format != string(tournament.Arena) {
		return v.Head.Round
	}
	games := v.Rounds[0].Games // newest first
	if len(games) == 0 {
		return 0
	}
	return 1 + (games[0].Number-1)/max(v.Head.Players/2, 1)
}

// halfway plays half of the games, and kills the server.
func (c *cup) halfway(v wire.Tournament, games []wire.TournamentGame) {
	c.finish(v, games[:len(games)/2])
	c.killAndStart()
}

func (c *cup) at(v wire.Tournament, rest string) string {
	return "/api/tournaments/" + v.Head.ID + rest
}

func (c *cup) look(v wire.Tournament) (now wire.Tournament) {
	c.t.Helper()
	c.people[0].must(200, "GET", c.at(v, ""), nil, &now)
	return now
}

// open returns the games that are being played.
func (c *cup) open(v wire.Tournament) (all []wire.TournamentGame) {
	for _, r := range v.Rounds {
		for _, g := range r.Games {
			if g.Result == "" {
				all = append(all, g)
			}
		}
	}
	return all
}

// finish plays games to their end, several concurrently.
func (c *cup) finish(v wire.Tournament, games []wire.TournamentGame) {
	slots := make(chan struct{}, 8)
	var playing sync.WaitGroup
	for _, g := range games {
		how := c.rng.IntN(5)
		slots <- struct{}{}
		playing.Go(func() {
			defer func() { <-slots }()
			c.playGame(v, g, how)
		})
	}
	playing.Wait()
}

// playGame plays one game, if it exists: a move each, then a player resigns, or both agree on
// a draw.
func (c *cup) playGame(v wire.Tournament, g wire.TournamentGame, how int) {
	named := func(player int) *person {
		i := slices.IndexFunc(c.people, func(p *person) bool {
			return fmt.Sprintf("Program%d", slices.Index(c.people, p)+1) == v.Players[player].Name
		})
		return c.people[i]
	}
	if status, _ := named(g.Black).call("GET", "/api/games/"+g.ID, nil, nil); status == 404 {
		return // it is being created
	}
	tables := []*table{named(g.Black).open(g.ID), named(g.White).open(g.ID)}
	defer func() {
		for _, tb := range tables {
			_ = tb.conn.CloseNow()
		}
	}()
	if tables[0].state.Phase == "finished" {
		return // the tournament has not handled it yet
	}
	if tables[0].you != "black" {
		slices.Reverse(tables) // by handicap
	}
	for i := len(tables[0].moves); i < 2; i++ {
		tables[i].must(wire.ClientMessage{Type: "play", ID: fmt.Sprint("m", i), Ply: i, Move: []string{"A1", "B2"}[i]})
		tables[1-i].untilState("a move", func(wire.State) bool { return len(tables[1-i].moves) > i })
	}
	switch how {
	case 0:
		tables[0].must(wire.ClientMessage{Type: "draw", ID: "d"})
		tables[1].must(wire.ClientMessage{Type: "draw", ID: "d"})
	default:
		tables[how%2].must(wire.ClientMessage{Type: "resign", ID: "r"})
	}
}

// logs returns the logs of all finished tournaments.
func (c *cup) logs() (logs [][]tournament.Event) {
	c.t.Helper()
	c.kill()
	s, err := sqlite.Open(context.Background(), c.dir)
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	last := ""
	err = s.Each(context.Background(), func(row store.Row) error {
		var id string
		var body []byte
		if err := row.Scan(&id, &body); err != nil {
			return err
		}
		if id != last {
			logs, last = append(logs, nil), id
		}
		var e tournament.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return err
		}
		logs[len(logs)-1] = append(logs[len(logs)-1], e)
		return nil
	}, `SELECT tournament, body FROM tournament_events JOIN tournaments ON id = tournament
		WHERE phase = 'over' ORDER BY tournament, tournament_events.version`)
	if err != nil {
		c.t.Fatal(err)
	}
	return logs
}

// check compares all tournaments with the slow implementation, and counts the games of the store.
func (c *cup) check(want int) {
	c.t.Helper()
	logs := c.logs()
	if len(logs) != want {
		c.t.Errorf("%d tournaments are over, not %d", len(logs), want)
	}
	for _, log := range logs {
		if err := tournamenttest.Check(log); err != nil {
			c.t.Errorf("%s: %v", log[0].Setup.Format, err)
		}
	}
}

// TestTournaments plays small tournaments of all formats except the slow arena, with a kill
// of the server in every round.
func TestTournaments(t *testing.T) {
	t.Parallel()
	c := newCup(t, 5)
	c.killing = true
	played := 0
	for _, f := range []tournament.Format{
		tournament.RoundRobin, tournament.Swiss, tournament.McMahon, tournament.Knockout, tournament.DoubleKnockout,
	} {
		v := c.play(c.setup(string(f)))
		if v.Head.Cancelled || (v.Head.Winner != "") != (v.Standings[1].Place > 1) || v.Standings[0].Place != 1 {
			t.Errorf("%s: %+v", f, v.Head)
		}
		played++
	}
	c.check(played)
}

// TestTournamentsOf64 is TestTournaments with 64 programs, in every format.
func TestTournamentsOf64(t *testing.T) {
	testenv.Long(t)
	c := newCup(t, 64)
	c.killing = true
	for _, f := range tournament.Formats() {
		setup := c.setup(string(f))
		if setup.Rounds > 0 {
			setup.Rounds = 7
		}
		c.play(setup)
	}
	t.Logf("the server was killed %d times, in %d rounds", c.killed, c.rounds)
	c.check(len(tournament.Formats()))
}

// untilOpen polls a tournament until there are games to play.
func (c *cup) untilOpen(v wire.Tournament) wire.Tournament {
	for len(c.open(v)) == 0 {
		v = c.look(v)
	}
	return v
}

// TestTournamentRights checks that players cannot do more than they are allowed to.
func TestTournamentRights(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada, bo, guest := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo"), newPerson(t, url)
	setup := wire.TournamentSetup{
		Title: "Cup", Format: "swiss", Rounds: 2, Most: 2, NoShow: 60, Board: "grid:9", Rules: "weiqi", Clock: "absolute=1m",
	}
	guest.must(401, "POST", "/api/tournaments", setup, nil)
	refuseSetups(t, ada, setup)
	var cups [5]wire.Tournament
	for i := range cups {
		ada.must(201, "POST", "/api/tournaments", setup, &cups[i])
	}
	ada.must(503, "POST", "/api/tournaments", setup, nil)
	bo.must(201, "POST", "/api/tournaments", setup, nil)

	id := cups[0].Head.ID
	act := func(p *person, status int, a wire.TournamentAct) (v wire.Tournament) {
		t.Helper()
		p.must(status, "POST", "/api/tournaments/"+id+"/acts", a, &v)
		return v
	}
	act(guest, 401, wire.TournamentAct{Do: "join"})
	act(bo, 403, wire.TournamentAct{Do: "start"})
	act(ada, 400, wire.TournamentAct{Do: "start"})
	act(ada, 400, wire.TournamentAct{Do: "dance"})
	cy := newPerson(t, url).signUp("Cy")
	act(cy, 200, wire.TournamentAct{Do: "join"})
	act(bo, 200, wire.TournamentAct{Do: "join"})
	act(bo, 400, wire.TournamentAct{Do: "join"})
	act(ada, 400, wire.TournamentAct{Do: "join"}) // it is full
	v := act(ada, 200, wire.TournamentAct{Do: "start"})
	c := cup{t: t, people: []*person{ada}}
	c.untilOpen(v)
	act(bo, 403, wire.TournamentAct{Do: "result", Game: 1, Result: "black", Note: "I say so"})
	act(ada, 400, wire.TournamentAct{Do: "result", Game: 1, Result: "black"})
	act(ada, 200, wire.TournamentAct{Do: "result", Game: 1, Result: "black", Note: "seen"})
	act(ada, 400, wire.TournamentAct{Do: "result", Game: 1, Result: "white"})
	v = act(ada, 200, wire.TournamentAct{Do: "result", Game: 1, Result: "white", Note: "Seen again"})
	if len(v.Notes) != 2 || v.Notes[1].Note != "Seen again" {
		t.Errorf("notes: %+v", v.Notes)
	}
	v = c.untilOpen(v) // the second round, without moves
	act(ada, 400, wire.TournamentAct{Do: "remove", Player: "Bo"})
	v = act(ada, 200, wire.TournamentAct{Do: "remove", Player: "Bo", Note: "gone"})
	if len(v.Notes) != 3 || v.Notes[2].Player != "Bo" {
		t.Errorf("notes: %+v", v.Notes)
	}
	for v.Head.Phase != "over" { // there is no other opponent
		v = c.look(v)
	}
	id = cups[1].Head.ID
	v = act(ada, 200, wire.TournamentAct{Do: "cancel"})
	if !v.Head.Cancelled || v.Head.Phase != "over" {
		t.Errorf("%+v", v.Head)
	}
	act(ada, 400, wire.TournamentAct{Do: "halt"})
	guest.must(404, "GET", "/api/tournaments/nothing", nil, nil)
	for format, status := range map[string]int{"csv": 200, "json": 200, "egf": 200, "results": 200, "exe": 404} {
		guest.must(status, "GET", "/api/tournaments/"+id+"/table/"+format, nil, nil)
	}
	var lists wire.TournamentLists
	bo.must(200, "GET", "/api/tournaments", nil, &lists)
	if len(lists.Open) != 4 || len(lists.Running) != 0 || len(lists.Over) != 2 || len(lists.Joined) != 0 {
		t.Errorf("%+v", lists)
	}
}

// refuseSetups makes Ada create tournaments with invalid setups.
func refuseSetups(t *testing.T, ada *person, setup wire.TournamentSetup) {
	for name, change := range map[string]func(*wire.TournamentSetup){
		"no name":       func(s *wire.TournamentSetup) { s.Title = " " },
		"no format":     func(s *wire.TournamentSetup) { s.Format = "war" },
		"no rounds":     func(s *wire.TournamentSetup) { s.Rounds = 0 },
		"no board":      func(s *wire.TournamentSetup) { s.Board = "cheese" },
		"no rules":      func(s *wire.TournamentSetup) { s.Rules = "cheese" },
		"no clock":      func(s *wire.TournamentSetup) { s.Clock = "cheese" },
		"for ever":      func(s *wire.TournamentSetup) { s.Clock = "" },
		"in the past":   func(s *wire.TournamentSetup) { s.Begins = "2001-01-01T00:00:00Z" },
		"no time":       func(s *wire.TournamentSetup) { s.Begins = "soon" },
		"no tie-break":  func(s *wire.TournamentSetup) { s.TieBreaks = []string{"lottery"} },
		"no handicap":   func(s *wire.TournamentSetup) { s.Rules, s.Handicap = "gomoku", true },
		"rated, no way": func(s *wire.TournamentSetup) { s.Rated, s.Board, s.Clock = true, "torus:9x9", "" },
	} {
		bad := setup
		change(&bad)
		if status, _ := ada.call("POST", "/api/tournaments", bad, nil); status != 400 {
			t.Errorf("%s: %d", name, status)
		}
	}
}
