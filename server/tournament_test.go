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

	"moyo/internal/testenv"
	"moyo/server/store/sqlite"
	"moyo/server/wire"
	"moyo/tournament"
	"moyo/tournament/tournamenttest"
)

// cup is a tournament between programs that know the public protocol and nothing else, on a
// server that is killed now and then.
type cup struct {
	t       *testing.T
	dir     string
	url     string
	kill    func()
	people  []*person // the first directs, and plays too
	rng     *rand.Rand
	rounds  int // in which the server was killed
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

// killAndStart ends the server as a power failure would, and starts another one.
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
	s := wire.TournamentSetup{Title: "Cup of " + format, Format: format, Most: len(c.people), NoShow: 600, Board: "grid:5", Rules: "gomoku:n=4", Clock: "absolute=10m"}
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

// play plays a whole tournament and returns it as it is at the end.
func (c *cup) play(setup wire.TournamentSetup) wire.Tournament {
	c.t.Helper()
	var v wire.Tournament
	c.people[0].must(201, "POST", "/api/tournaments", setup, &v)
	for i, p := range c.people {
		p.must(200, "POST", c.at(v, "/acts"), wire.TournamentAct{Do: "join", Grade: -(i % 7)}, nil)
	}
	c.people[0].must(200, "POST", c.at(v, "/acts"), wire.TournamentAct{Do: "start"}, nil)
	lastRound := 0
	for deadline := time.Now().Add(testTime * 20); ; {
		v = c.look(v)
		if v.Head.Phase == "over" {
			return v
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("the tournament does not end: %+v", v.Head)
		}
		games := c.open(v)
		if c.killing && v.Head.Round > lastRound {
			lastRound = v.Head.Round
			c.rounds++
			c.halfway(v, games)
			continue
		}
		c.finish(v, games)
		time.Sleep(20 * time.Millisecond) // until the next games are there: only how often it is asked
	}
}

// halfway plays half of the games, half of those to a move before their end, and kills the
// server.
func (c *cup) halfway(v wire.Tournament, games []wire.TournamentGame) {
	c.finish(v, games[:len(games)/2])
	c.killAndStart()
}

func (c *cup) at(v wire.Tournament, rest string) string { return "/api/tournaments/" + v.Head.ID + rest }

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

// finish plays games to their end, several at once.
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

// playGame plays one game, if it is there: a move each, then somebody gives up, or both agree on
// a draw.
func (c *cup) playGame(v wire.Tournament, g wire.TournamentGame, how int) {
	named := func(player int) *person {
		i := slices.IndexFunc(c.people, func(p *person) bool { return fmt.Sprintf("Program%d", slices.Index(c.people, p)+1) == v.Players[player].Name })
		return c.people[i]
	}
	if status, _ := named(g.Black).call("GET", "/api/games/"+g.ID, nil, nil); status == 404 {
		return // it is just being made
	}
	tables := []*table{named(g.Black).open(g.ID), named(g.White).open(g.ID)}
	defer func() {
		for _, tb := range tables {
			_ = tb.conn.CloseNow()
		}
	}()
	if tables[0].state.Phase == "finished" {
		return // and the tournament has yet to hear of it
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

// logs returns the logs of all tournaments that are over.
func (c *cup) logs() (logs [][]tournament.Event) {
	c.t.Helper()
	c.kill()
	s, err := sqlite.Open(context.Background(), c.dir)
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	heads, err := s.TournamentsIn(context.Background(), "over", 100)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, h := range heads {
		bodies, err := s.TournamentEvents(context.Background(), h.ID, 0)
		if err != nil {
			c.t.Fatal(err)
		}
		log := make([]tournament.Event, len(bodies))
		for i, body := range bodies {
			if err := json.Unmarshal(body, &log[i]); err != nil {
				c.t.Fatal(err)
			}
		}
		logs = append(logs, log)
	}
	return logs
}

// check compares all tournaments with the slow way, and counts the games of the store.
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

// TestTournaments plays small tournaments of all formats but the arena, which takes its time,
// with a kill of the server in every round.
func TestTournaments(t *testing.T) {
	c := newCup(t, 5)
	c.killing = true
	played := 0
	for _, f := range []tournament.Format{tournament.RoundRobin, tournament.Swiss, tournament.McMahon, tournament.Knockout, tournament.DoubleKnockout} {
		v := c.play(c.setup(string(f)))
		if v.Head.Cancelled || v.Head.Winner == "" || v.Standings[0].Place != 1 {
			t.Errorf("%s: %+v", f, v.Head)
		}
		played++
	}
	c.check(played)
}

// TestTournamentsOf64 is TestTournaments of 64 programs, in every format there is.
func TestTournamentsOf64(t *testing.T) {
	testenv.Long(t)
	c := newCup(t, 64)
	c.killing = true
	for _, f := range tournament.Formats() {
		began := time.Now()
		setup := c.setup(string(f))
		if setup.Rounds > 0 {
			setup.Rounds = 7
		}
		v := c.play(setup)
		t.Logf("%s: %d rounds, won by %s, %.0f s", f, v.Head.Round, v.Head.Winner, time.Since(began).Seconds())
	}
	t.Logf("the server was killed %d times, in %d rounds", c.killed, c.rounds)
	c.check(len(tournament.Formats()))
}
