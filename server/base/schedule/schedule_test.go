package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

const patience = time.Minute

// people are the players who have games open.
type people map[seat]bool

func (p people) here(id string, side game.Color) bool { return p[seat{id, side}] }

func never(string) bool { return false }

// TestAbsent checks that an absent player to move loses, and that the other does too if never present.
func TestAbsent(t *testing.T) {
	black, white := seat{"g", game.Black}, seat{"g", game.White}
	for name, c := range map[string]struct {
		g       store.Game
		left    time.Duration // of the time to come
		before  people        // players who were present before
		now     people
		awaited string
		both    bool
	}{
		"no player":         {awaited: "b", both: true},
		"the one to move":   {now: people{black: true}},
		"the other":         {now: people{white: true}, awaited: "b"},
		"the other before":  {before: people{white: true}, awaited: "b"},
		"by mail":           {g: store.Game{Clock: "correspondence=3d"}, awaited: "b"},
		"a move":            {g: store.Game{Ply: 1, Turn: game.White, Updated: noon}, awaited: "w"},
		"a move just now":   {g: store.Game{Ply: 1, Turn: game.White}, left: 1},
		"some time is left": {left: Settle},
		"both have moved":   {g: store.Game{Ply: 2}},
		"no player to move": {g: store.Game{Turn: 9}},
		"over":              {g: store.Game{Phase: match.Finished}},
	} {
		c.g.ID, c.g.Black.Player, c.g.White.Player = "g", "b", "w"
		if c.g.Turn == game.Empty {
			c.g.Turn = game.Black
		}
		if c.g.Turn == 9 {
			c.g.Turn = game.Empty
		}
		if c.g.Phase == "" {
			c.g.Phase = match.Playing
		}
		w := NewWatch()
		w.Expect("g", noon, patience)
		if due := w.Due(noon, never, c.before.here); len(due) > 0 {
			t.Errorf("%s: checked too early", name)
		}
		now := noon.Add(patience)
		if due := w.Due(now, never, c.now.here); !slices.Equal(due, []string{"g"}) {
			t.Errorf("%s: not checked", name)
		}
		awaited, other, both, err := w.Absent(c.g, now, func() (time.Duration, error) { return c.left, nil }, c.now.here)
		if err != nil {
			t.Error(err)
		}
		if c.left > 0 && !w.looks["g"].Equal(now.Add(c.left)) {
			t.Errorf("%s: checked again %v", name, w.looks["g"])
		}
		if awaited != c.awaited || both != c.both || awaited == "b" && other != "w" || awaited == "w" && other != "b" {
			t.Errorf("%s: %q, %q, both %v", name, awaited, other, both)
		}
		if name == "the one to move" {
			if due := w.Due(now.Add(Again-1), never, c.now.here); len(due) > 0 {
				t.Errorf("checked again immediately")
			}
			if due := w.Due(now.Add(Again), never, c.now.here); len(due) != 1 {
				t.Errorf("not checked again")
			}
		}
		if forgotten := len(w.looks) == 0; forgotten != (name == "both have moved" || name == "no player to move" || name == "over") {
			t.Errorf("%s: forgotten %v", name, forgotten)
		}
	}
}

// TestForget removes games that are over.
func TestForget(t *testing.T) {
	w := NewWatch()
	w.Expect("g", noon, 0)
	w.Expect("h", noon, 0)
	all := people{seat{"g", game.Black}: true, seat{"h", game.White}: true}
	if due := w.Due(noon, func(id string) bool { return id == "g" }, all.here); !slices.Equal(due, []string{"h"}) {
		t.Errorf("due: %v", due)
	}
	if len(w.came) != 1 || !w.came[seat{"h", game.White}] {
		t.Errorf("present: %v", w.came)
	}
	w.Clear()
	if len(w.looks)+len(w.came) > 0 {
		t.Error("entries are left")
	}
}

// TestExpect checks that no player loses before they could connect again to a restarted server, and that a check
// follows soon after.
func TestExpect(t *testing.T) {
	for patience, want := range map[time.Duration]time.Duration{time.Second: time.Second, time.Hour: Settle} {
		w := NewWatch()
		w.Expect("g", noon, patience)
		if at := w.looks["g"]; !at.Equal(noon.Add(want)) {
			t.Errorf("a patience of %v: checked %v", patience, at)
		}
	}
}

// TestLeft counts from the start of the turn, and only while servers ran.
func TestLeft(t *testing.T) {
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	event := func(kind match.Kind, minutes int) store.Entry {
		return store.Entry{Event: match.Event{Kind: kind, At: at(minutes)}}
	}
	made := event(match.Created, 1)
	for name, c := range map[string]struct {
		log   []store.Entry
		err   error
		since int
	}{
		"made":   {log: []store.Entry{made}, since: 1},
		"a move": {log: []store.Entry{made, event(match.Moved, 5)}, since: 5},
		"within a turn": {
			log: []store.Entry{
				made, event(match.Moved, 5), event(match.Credited, 6), event(match.Vacation, 7), event(match.Paused, 8), event(match.Offered, 9),
			}, since: 5,
		},
		"a move taken back":  {log: []store.Entry{made, event(match.Moved, 5), event(match.Undone, 6)}, since: 6},
		"damaged":            {err: &store.Damaged{Game: "g"}, since: 3},
		"none, and no error": {since: 0},
	} {
		k := Known{
			Load:   func(context.Context, string) (store.Game, []store.Entry, error) { return store.Game{}, c.log, c.err },
			AtWork: func(_ context.Context, since time.Time) (time.Duration, error) { return at(30).Sub(since) / 2, nil },
		}
		left, err := k.Left(t.Context(), store.Game{ID: "g", Created: noon, Updated: at(3)}, time.Hour)
		if want := time.Hour - at(30).Sub(at(c.since))/2; err != nil || left != want {
			t.Errorf("%s: %v is left, want %v; %v", name, left, want, err)
		}
	}
	busy := errors.New("busy")
	k := Known{Load: func(context.Context, string) (store.Game, []store.Entry, error) { return store.Game{}, nil, busy }}
	if _, err := k.Left(t.Context(), store.Game{}, time.Hour); !errors.Is(err, busy) {
		t.Errorf("%v", err)
	}
}

// TestWinner checks winners and forfeits.
func TestWinner(t *testing.T) {
	g := store.Game{Black: match.Seat{Player: "b"}, White: match.Seat{Player: "w"}}
	for _, c := range []struct {
		winner  game.Color
		last    match.Event
		player  string
		forfeit bool
	}{
		{game.Black, match.Event{Kind: match.Resigned, By: game.White}, "b", false},
		{game.White, match.Event{Kind: match.Flagged, By: game.Black}, "w", false},
		{game.Empty, match.Event{Kind: match.Agreed}, "", false},
		{game.Empty, match.Event{Kind: match.Cancelled, By: game.Black}, "w", true},
		{game.Empty, match.Event{Kind: match.Cancelled, By: game.White}, "b", true},
	} {
		g.Winner = c.winner
		if player, forfeit := Winner(g, c.last); player != c.player || forfeit != c.forfeit {
			t.Errorf("%+v: %q %v", c, player, forfeit)
		}
	}
}

// TestMake creates all games that it can, although others fail.
func TestMake(t *testing.T) {
	var made atomic.Int32
	busy := errors.New("busy")
	err := Make(100, func(i int) error {
		switch i {
		case 5:
			return busy
		case 6:
			panic("oh")
		}
		made.Add(1)
		return nil
	})
	if made.Load() != 98 || !errors.Is(err, busy) || fmt.Sprint(err) == "busy" {
		t.Errorf("%d made, %v", made.Load(), err)
	}
}
