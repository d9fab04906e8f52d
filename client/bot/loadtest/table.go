package loadtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"moyo/server/base/wire"
)

// table is where two people play one game after another.
type table struct {
	load   *load
	number int
	script []string
	people [2]*person

	mu       sync.Mutex
	id       string
	players  [2]*member // of this game
	watchers []*member
	events   map[int]*sighting // by version: the last ones

	acked   []string // owned by the goroutine that plays, as are the following
	version int      // of the last acknowledged event
	pending string
	sent    int           // commands
	news    chan struct{} // of capacity 1: a player has received an event
}

// sighting is an event as the clients of a game received it.
type sighting struct {
	data []byte    // as the first client received it, nil before
	due  time.Time // when it was due; zero if no client sent it
}

// keptEvents is how many of the last events are kept of each game.
const keptEvents = 64

// newTable creates two people and starts a game.
func (l *load) newTable(ctx context.Context, number int) (*table, error) {
	t := &table{load: l, number: number, script: l.script.of(number), news: make(chan struct{}, 1)}
	for i := range t.people {
		t.people[i] = l.people.another()
		if l.Accounts {
			if err := t.people[i].signUp(ctx); err != nil {
				return nil, err
			}
		}
	}
	return t, t.begin(ctx)
}

// begin lets the two people start a game.
func (t *table) begin(ctx context.Context) error {
	opponent, color := "human", "black"
	if t.load.Accounts {
		opponent, color = "anyone", "random" // a game for a friend is private, and cannot be rated
	}
	data, err := t.people[0].call(ctx, http.MethodPost, "/api/games", wire.NewGame{
		Board: t.load.Board, Rules: t.load.Rules, Color: color, Opponent: opponent, Clock: t.load.Clock, Rated: t.load.Accounts,
	})
	if err != nil {
		return err
	}
	var info wire.GameInfo
	if err := json.Unmarshal(data, &info); err != nil || info.ID == "" {
		return fmt.Errorf("the answer to a new game cannot be read: %.100s", data)
	}
	t.mu.Lock()
	t.id, t.events, t.players = info.ID, map[int]*sighting{}, [2]*member{}
	t.mu.Unlock()
	t.acked, t.pending, t.version = nil, "", 0
	for i := range t.people {
		m, err := t.load.enter(ctx, t.people[i], t, true)
		if err != nil {
			return err
		}
		t.mu.Lock()
		t.players[i] = m
		t.mu.Unlock()
	}
	t.sent++
	return patiently(ctx, func() error {
		a, err := t.players[1].command(ctx, wire.ClientMessage{Type: "join", ID: t.commandID()})
		switch {
		case err != nil:
			return err
		case a.refused == "too-often" || a.refused == "too-many":
			return &refusal{http.StatusTooManyRequests, a.refused}
		case a.refused != "":
			return fmt.Errorf("the second player is refused: %s", a.refused)
		}
		t.version = a.version
		return nil
	})
}

func (t *table) commandID() string { return fmt.Sprintf("%d-%d", t.number, t.sent) }

// members returns the clients that have the game open.
func (t *table) members() (all []*member) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range t.players {
		if m != nil {
			all = append(all, m)
		}
	}
	return append(all, t.watchers...)
}

// play makes moves when they are due, table i after the earlier ones. Without a rate, the next move
// comes as soon as the previous one is acknowledged.
func (t *table) play(ctx context.Context, began time.Time, i int) {
	l := t.load
	every, due := time.Duration(0), began
	if l.Moves > 0 {
		each := float64(time.Second) / l.Moves
		every, due = time.Duration(each*float64(l.Games)), began.Add(time.Duration(each*float64(i)))
	}
	for refusals := 0; ; due = due.Add(every) {
		if every == 0 {
			due = time.Now()
		}
		if !wait(ctx, due) {
			for ; every > 0 && due.Before(l.to) && time.Now().After(due); due = due.Add(every) {
				t.leftUndone(due)
			}
			return
		}
		if len(t.acked) == len(t.script) {
			if !t.again(ctx) {
				return
			}
			for every > 0 && due.Before(time.Now()) {
				due = due.Add(every)
			}
			continue
		}
		ok, goOn := t.move(due)
		if refusals++; ok {
			refusals = 0
		}
		if !goOn || refusals == 3 {
			if ctx.Err() == nil {
				l.fault("a game was given up after too many errors")
			}
			return
		}
	}
}

// leftUndone records a move that was due when the time was up: it has waited at least this long.
func (t *table) leftUndone(due time.Time) {
	if t.load.measured(due) {
		t.load.unsent.Add(1)
		t.load.acked.add(time.Since(due))
	}
}

// again starts another game, since this one has reached the end of its script.
func (t *table) again(ctx context.Context) bool {
	t.sent++
	var a answer
	m, err := t.mover()
	if err == nil {
		a, err = m.command(ctx, wire.ClientMessage{Type: "resign", ID: t.commandID()})
	}
	if err != nil || a.refused != "" && a.refused != "game-over" { // the last move may have ended it
		if ctx.Err() == nil {
			t.load.fault("a player cannot resign: " + cmp.Or(a.refused, kindOf(err)))
		}
		return false
	}
	old := t.players
	t.load.finish(t)
	for _, m := range old {
		m.leave()
	}
	if err := t.begin(ctx); err != nil {
		if ctx.Err() == nil {
			t.load.fault("a new game cannot be started: " + kindOf(err))
		}
		return false
	}
	t.load.again.Add(1)
	for _, w := range t.watchers { // spectators follow to the next game
		w.goTo(t.id)
	}
	return true
}

// mover returns the player to move, when it has received the position.
func (t *table) mover() (*member, error) {
	timer := time.NewTimer(t.load.Patience)
	defer timer.Stop()
	for {
		for _, m := range t.players {
			if version, mine := m.sees(); version >= t.version && mine {
				return m, nil
			}
		}
		select {
		case <-t.news:
		case <-timer.C:
			return nil, errors.New(faultUntold)
		case <-t.load.ctx.Done():
			return nil, context.Cause(t.load.ctx)
		}
	}
}

// move makes the next move. It reports whether the move was acknowledged, and whether the game can
// continue.
func (t *table) move(due time.Time) (ok, goOn bool) {
	l := t.load
	ply, move := len(t.acked), t.script[len(t.acked)]
	t.sent++
	var a answer
	late := time.Since(due)
	m, err := t.mover()
	if err == nil {
		t.pending = move
		t.schedule(t.version+1, due)
		a, err = m.command(l.ctx, wire.ClientMessage{Type: "play", ID: t.commandID(), Ply: ply, Move: move})
	}
	if err != nil {
		l.fault(kindOf(err))
		if l.measured(due) {
			l.unsent.Add(1)
			l.acked.add(time.Since(due))
		}
		return false, false
	}
	t.pending = ""
	if a.refused != "" {
		l.fault("a move was refused: " + a.refused)
		return false, true
	}
	if a.fault != "" {
		l.fault(a.fault)
	}
	t.acked, t.version = append(t.acked, move), a.version
	l.recent.add(a.at.Sub(due))
	if l.measured(due) {
		l.moves.Add(1)
		l.acked.add(a.at.Sub(due))
		l.late.add(late)
	}
	return true, true
}

// schedule records when the event of a version was due.
func (t *table) schedule(version int, due time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.event(version).due = due
	delete(t.events, version-keptEvents)
}

// event returns the entry of a version; the caller holds t.mu.
func (t *table) event(version int) *sighting {
	e := t.events[version]
	if e == nil {
		e = &sighting{}
		t.events[version] = e
	}
	return e
}

// see compares an event with what other clients received, and returns when it was due. A client
// that has changed games, or is late, has nothing to compare with.
func (t *table) see(id string, version int, data []byte) (due time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if id != t.id {
		return due
	}
	e := t.event(version)
	if e.data == nil {
		e.data = bytes.Clone(data)
	} else if !bytes.Equal(e.data, data) {
		t.load.fault("two clients received different versions of one event")
	}
	return e.due
}

// finish records a game without further moves, for the final check.
func (l *load) finish(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, finished{t.id, t.acked, t.pending, t.people[0]})
}

// versionOf returns the version of an event's message without parsing all of it; 0 for other
// messages, or if the server formats it differently.
func versionOf(data []byte) int {
	rest, ok := bytes.CutPrefix(data, []byte(`{"type":"event","event":{"version":`))
	if !ok {
		return 0
	}
	end := bytes.IndexByte(rest, ',')
	if end < 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(rest[:end]))
	return n
}
