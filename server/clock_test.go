package server

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// killRounds is the environment variable for a longer TestKilledClocks: the number of kills.
const killRounds = "MOYO_TEST_KILLS"

// span is an interval that contains a time, by this process's clock.
type span struct{ from, to time.Time }

// duel is a game with a clock in which two people move as fast as possible, and
// the times that they know.
type duel struct {
	t       *testing.T
	id      string
	people  [2]*person
	tables  [2]*table
	turns   []span // start of the turn after each number of moves
	pinged  []bool // same index: whether the server may have measured, and forgiven, the mover's lag
	sat     time.Time
	sent    int
	pending time.Time // when the unacknowledged move was sent
}

// TestKilledClocks repeatedly kills the server with SIGKILL and restarts it while people play with
// clocks. At the end it compares each turn's time in the log with the players' measurements:
// downtime is not charged, clocks are off by at most the credited time, and no acknowledged
// move is lost or doubled.
func TestKilledClocks(t *testing.T) {
	rounds := 5
	if os.Getenv("MOYO_LONG") != "" {
		rounds = 1000
	}
	if n, err := strconv.Atoi(os.Getenv(killRounds)); err == nil {
		rounds = n
	}
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	const games = 6
	var all, duels []*duel
	for range games {
		duels = append(duels, newDuel(t, url))
	}
	all = append(all, duels...)
	var downs []span
	for range rounds {
		var wg sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		for _, d := range duels {
			wg.Go(func() { d.play(ctx) })
		}
		time.Sleep(time.Duration(50+rand.IntN(600)) * time.Millisecond)
		kill()
		down := span{from: time.Now()}
		stop()
		wg.Wait()
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		down.to = time.Now() // then the move is in transit
		url, kill = startChild(t, dir)
		downs = append(downs, down)
		for i, d := range duels {
			if d.comeBack(url, down.from); len(d.turns) > 300 {
				duels[i] = newDuel(t, url)
				all = append(all, duels[i])
			}
		}
	}
	kill()
	disk, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	var sum tally
	for _, d := range all {
		d.check(disk, downs, &sum)
	}
	t.Logf("%d kills, %d games, %d turns, %d of them with %v credited, of which the server was "+
		"down for %v at least; off by at most %v where nothing was credited, never charged too much",
		rounds, len(all), sum.turns, sum.credits, sum.credited.Round(time.Second), sum.down.Round(time.Second), sum.off)
	if sum.credits == 0 || sum.turns < rounds {
		t.Error("too little happened")
	}
}

func newDuel(t *testing.T, url string) *duel {
	d := &duel{t: t, people: [2]*person{newPerson(t, url), newPerson(t, url)}}
	g := d.people[0].newGame(wire.NewGame{Board: "grid:19", Rules: "weiqi:komi=0.5", Color: "black", Opponent: "human", Clock: "absolute=24h"})
	d.id = g.ID
	d.sit()
	begin := span{from: time.Now()}
	d.tables[1].must(wire.ClientMessage{Type: "join"})
	begin.to = time.Now()
	d.turns = []span{begin}
	d.tables[0].untilState("the other", func(s wire.State) bool { return s.Phase == "playing" })
	return d
}

func (d *duel) sit() {
	d.sat = time.Now()
	for i, p := range d.people {
		d.tables[i] = p.open(d.id)
	}
}

// play makes moves until the connection or ctx ends.
func (d *duel) play(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
		ply := len(d.turns) - 1
		mover, other := d.tables[ply%2], d.tables[1-ply%2]
		d.sent++
		msg := wire.ClientMessage{
			Type: "play", ID: fmt.Sprint("d", d.sent), Ply: ply, Move: fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[ply%19], 19-ply/19),
		}
		data, err := json.Marshal(msg)
		if err != nil {
			panic(err)
		}
		d.pending = time.Now()
		d.pinged = append(d.pinged[:ply], d.pending.Sub(d.sat) > unmeasured)
		if mover.conn.Write(ctx, websocket.MessageText, data) != nil || !hear(mover, ply+1) {
			return
		}
		d.turns = append(d.turns, span{d.pending, time.Now()})
		d.pending = time.Time{}
		if !hear(other, ply+1) {
			return
		}
	}
}

// unmeasured is how long a connection's lag is unknown, and maxLag how much lag
// is forgiven for a move.
const (
	unmeasured = 900 * time.Millisecond
	maxLag     = 500 * time.Millisecond
)

// hear receives messages until there are moves moves, each of which is on disk when
// it arrives.
func hear(tb *table, moves int) bool {
	for len(tb.moves) < moves {
		if _, err := tb.receive(); err != nil {
			return false
		}
	}
	return true
}

// comeBack opens the game at the new server. An unacknowledged move may have been
// stored before the kill.
func (d *duel) comeBack(url string, killed time.Time) {
	for _, p := range d.people {
		p.move(url)
	}
	d.sit()
	switch have := len(d.tables[0].moves); {
	case have == len(d.turns) && !d.pending.IsZero():
		d.turns = append(d.turns, span{d.pending, killed})
	case have != len(d.turns)-1:
		d.t.Errorf("game %s has %d moves, %d were received", d.id, have, len(d.turns)-1)
	}
	d.pending = time.Time{}
}

// tally sums up the measurements.
type tally struct {
	turns, credits      int
	credited, down, off time.Duration
}

// check compares the log with the players' measurements.
func (d *duel) check(disk store.Store, downs []span, sum *tally) {
	_, log, err := disk.Load(context.Background(), d.id)
	if err != nil {
		d.t.Fatal(err)
	}
	var used, credited time.Duration
	ply := 0
	left := [3]time.Duration{game.Black: 24 * time.Hour, game.White: 24 * time.Hour}
	for _, e := range log {
		used += time.Duration(e.Event.Elapsed) * time.Millisecond
		if e.Event.Kind == match.Credited {
			credited += time.Duration(e.Event.Time) * time.Millisecond
		}
		if e.Event.Kind != match.Moved {
			continue
		}
		if ply+1 == len(d.turns) {
			break // the last move, which no player received
		}
		began, ended := d.turns[ply], d.turns[ply+1]
		shortest := ended.from.Sub(began.to)
		if d.pinged[ply] {
			shortest -= maxLag
		}
		d.checkTurn(ply, span{began.from, ended.to}, shortest, used, credited, downs, sum)
		left[e.Event.By] -= used
		if e.Event.Left.Main != left[e.Event.By] {
			d.t.Errorf("game %s, ply %d: %v left, want %v", d.id, ply, e.Event.Left.Main, left[e.Event.By])
		}
		used, credited = 0, 0
		ply++
	}
	if ply+1 != len(d.turns) {
		d.t.Errorf("game %s has %d moves, %d were acknowledged", d.id, ply, len(d.turns)-1)
	}
}

// grain is the rounding error to milliseconds, for each event.
const grain = 5 * time.Millisecond

// checkTurn compares the charged time of a turn with the measured time: at most all of
// longest without its downtime, at least shortest without the credited time.
func (d *duel) checkTurn(ply int, longest span, shortest, used, credited time.Duration, downs []span, sum *tally) {
	var down time.Duration
	for _, o := range downs {
		from, to := o.from, o.to
		if from.Before(longest.from) {
			from = longest.from
		}
		if to.After(longest.to) {
			to = longest.to
		}
		down += max(to.Sub(from), 0)
	}
	most := longest.to.Sub(longest.from) - down
	if used > most+grain || used < shortest-credited-grain {
		d.t.Errorf("game %s, ply %d: %v were counted; it took %v to %v, %v were credited, the server was down for %v",
			d.id, ply, used, shortest, most, credited, down)
	}
	sum.turns++
	if credited > 0 {
		sum.credits++
		sum.credited += credited
		sum.down += down
	} else {
		sum.off = max(sum.off, max(shortest-used, used-most))
	}
}
