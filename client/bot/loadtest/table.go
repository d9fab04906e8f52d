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
	events   map[int]*told // by version: the last ones

	acked   []string // owned by the goroutine that plays, as what follows
	version int      // of the last event that was acknowledged
	pending string
	sent    int           // commands
	news    chan struct{} // of capacity 1: a player has been told of something
}

// told is an event as those who have the game open were told of it.
type told struct {
	data []byte    // as the first of them was, nil where nobody was yet
	due  time.Time // when it was to happen; zero for what nobody sent
}

// keptEvents is how many of the last events are known of each game.
const keptEvents = 64

// newTable has two people come and begin a game.
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

// begin has the two people begin a game.
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
		return fmt.Errorf("the answer to a new game is none: %.100s", data)
	}
	t.mu.Lock()
	t.id, t.events, t.players = info.ID, map[int]*told{}, [2]*member{}
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

// members returns who has the game open.
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

// play makes moves when they are due: the i-th table's turn comes after that of the ones
// before. Where nothing is due, the next one comes as soon as the last is acknowledged.
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
				l.fault("a game was given up: nobody moves there any more")
			}
			return
		}
	}
}

// leftUndone notes a move that was due when the time was up: who would have made it has
// waited for so long at least.
func (t *table) leftUndone(due time.Time) {
	if t.load.measured(due) {
		t.load.unsent.Add(1)
		t.load.acked.add(time.Since(due))
	}
}

// again begins another game, since this one is over for the script.
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
			t.load.fault("a game cannot be begun again: " + kindOf(err))
		}
		return false
	}
	t.load.again.Add(1)
	for _, w := range t.watchers { // they go on to the next game
		w.goTo(t.id)
	}
	return true
}

// mover returns the player whose turn it is, once they have been told of it.
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

// move makes the next move, and says whether it was acknowledged, and whether the game can
// go on.
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

// schedule notes when what makes a version was due.
func (t *table) schedule(version int, due time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.event(version).due = due
	delete(t.events, version-keptEvents)
}

// event returns what is known of a version; t.mu is held.
func (t *table) event(version int) *told {
	e := t.events[version]
	if e == nil {
		e = &told{}
		t.events[version] = e
	}
	return e
}

// see compares an event with what others were told, and returns when it was due. Who has
// gone on to another game, or comes late, is told of nothing that is known here.
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
		t.load.fault("two people were told different things of one event")
	}
	return e.due
}

// finish notes that nobody moves any more, for what is to be checked.
func (l *load) finish(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, finished{t.id, t.acked, t.pending, t.people[0]})
}

// versionOf returns the version of an event's message without reading all of it, 0 where it
// is none, or written otherwise than the server does.
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
