package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// paper is the disk of a journal in a test: a log that it keeps, and what it does with the next events.
type paper struct {
	*journal
	t              *testing.T
	entries        []store.Entry
	fault          func(entries []store.Entry) error // nil for writing them
	appends, loads int
	torn           error // of the next loads
}

func (p *paper) Append(_ context.Context, _ store.Game, entries ...store.Entry) error {
	p.appends++
	if p.fault != nil {
		return p.fault(entries)
	}
	p.entries = append(p.entries, entries...)
	return nil
}

// replay loads the game, as the hub does.
func (p *paper) replay(context.Context) (*replayed, error) {
	p.loads++
	g := &replayed{commands: map[string]int{}}
	events := make([]match.Event, len(p.entries))
	for i, e := range p.entries {
		if events[i] = e.Event; e.Command != "" {
			g.commands[e.Command] = i + 1
		}
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		p.t.Fatal(err)
	}
	if g.match, err = match.Replay(board.Grid(5, 5), rules, events); err != nil {
		p.t.Fatal(err)
	}
	return g, p.torn
}

// newPaper returns a journal of a game in which Black has made a move by the command "first".
func newPaper(t *testing.T) *paper {
	setup := match.Setup{
		Board: "grid:5", Rules: "weiqi", Black: match.Seat{Kind: match.Human, Player: "me"}, White: match.Seat{Kind: match.Human, Player: "you"},
	}
	p := &paper{t: t, entries: []store.Entry{{Event: match.Event{Kind: match.Created, At: time.UnixMilli(1), Setup: &setup}}}}
	p.journal = &journal{
		game: "g", disk: p, load: p.replay, now: time.Now, log: slog.New(slog.DiscardHandler),
		metrics: NewMetrics(prometheus.NewRegistry()), commands: map[string]int{},
	}
	if err := p.move("first", 7); err != nil {
		t.Fatal(err)
	}
	p.appends = 0
	return p
}

// event returns the next move's event.
func (p *paper) event(move game.Move) match.Event {
	side := game.Black
	if len(p.entries)%2 == 0 {
		side = game.White
	}
	return match.Event{Kind: match.Moved, At: time.UnixMilli(int64(len(p.entries) + 1)), By: side, Move: move}
}

func (p *paper) move(command string, move game.Move) error {
	return p.append(p.t.Context(), store.Game{Version: len(p.entries) + 1}, command, p.event(move))
}

// foreign writes a move of somebody else.
func (p *paper) foreign(command string) {
	p.entries = append(p.entries, store.Entry{Command: command, Event: p.event(20)})
}

// TestFate has the store not confirm the third event of a game, in each way: what comes of it is what the log
// says, nothing is tried twice, and where the log cannot be trusted the journal says so.
func TestFate(t *testing.T) {
	answerLost := errors.New("the answer is lost")
	for _, c := range []struct {
		name, command string
		fault         func(p *paper, entries []store.Entry) error
		want          string // fate, versions of the commands "second" and "first", loads
	}{
		{"another node's", "second", func(*paper, []store.Entry) error { return &store.Fenced{} }, "error 0 2 0"},
		{"not written", "second", func(*paper, []store.Entry) error { return answerLost }, fmt.Sprint(fateLost, " 0 2 1")},
		{"written", "second", func(p *paper, e []store.Entry) error {
			p.entries = append(p.entries, e...)
			return answerLost
		}, fmt.Sprint(fateWritten, " 3 2 1")},
		{"written, and another one after it", "second", func(p *paper, e []store.Entry) error {
			p.entries = append(p.entries, e...)
			p.foreign("")
			return answerLost
		}, fmt.Sprint(fateWritten, " 3 2 1")},
		{"written without a command", "", func(p *paper, e []store.Entry) error {
			p.entries = append(p.entries, e...)
			return answerLost
		}, fmt.Sprint(fateOvertaken, " 0 2 1")},
		{"overtaken", "second", func(p *paper, _ []store.Entry) error {
			p.foreign("other")
			return &store.Conflict{}
		}, fmt.Sprint(fateOvertaken, " 0 2 1")},
		{"repeated", "first", func(*paper, []store.Entry) error { return &store.Repeat{} }, fmt.Sprint(fateRepeated, " 0 2 1")},
		{"repeated, as the log says", "first", func(*paper, []store.Entry) error { return answerLost }, fmt.Sprint(fateRepeated, " 0 2 1")},
		{"repeated in its place", "second", func(p *paper, e []store.Entry) error {
			p.entries = append(p.entries, e...)
			return &store.Repeat{}
		}, fmt.Sprint(fateRepeated, " 3 2 1")},
		{"events are missing", "second", func(p *paper, _ []store.Entry) error {
			p.entries = p.entries[:1]
			return answerLost
		}, "error 0 2 1"},
		{"nothing can be read", "second", func(p *paper, _ []store.Entry) error {
			p.torn = errors.New("torn")
			return answerLost
		}, "error 0 2 1"},
	} {
		p := newPaper(t)
		p.fault = func(e []store.Entry) error { return c.fault(p, e) }
		why := p.move(c.command, 8)
		if _, done := p.commands["second"]; why == nil || done {
			t.Errorf("%s: taken for written: %v", c.name, why)
		}
		g, fate, err := p.recover(t.Context(), c.command, 3, why)
		got := fmt.Sprint(fate)
		switch {
		case err != nil:
			got = "error"
			if !errors.Is(err, why) {
				t.Errorf("%s: %v hides %v", c.name, err, why)
			}
		case g.match.Version() != len(p.entries):
			t.Errorf("%s: the game has %d events of %d", c.name, g.match.Version(), len(p.entries))
		}
		if got += fmt.Sprint(" ", p.commands["second"], " ", p.commands["first"], " ", p.loads); got != c.want || p.appends != 1 {
			t.Errorf("%s: %s after %d times, want %s", c.name, got, p.appends, c.want)
		}
	}
}

// TestReloadsAreBounded: a game is loaded a few times in a row; an event or a header that is confirmed makes up for them.
func TestReloadsAreBounded(t *testing.T) {
	p, why := newPaper(t), errors.New("why")
	full := func([]store.Entry) error { return why }
	for what, confirm := range map[string]func() error{
		"an event":  func() error { return p.move("", game.Move(len(p.entries)+8)) },
		"a header":  func() error { return p.writeHeader(t.Context(), store.Game{}) },
		"no header": func() error { p.fault = full; return p.writeHeader(t.Context(), store.Game{}) },
	} {
		p.reloads, p.loads, p.fault = 0, 0, nil
		for n := range maxReloads {
			if _, err := p.reload(t.Context(), 2, why); err != nil {
				t.Errorf("reload %d: %v", n+1, err)
			}
		}
		written, appends := len(p.entries), p.appends
		if err := confirm(); (err != nil) != (p.fault != nil) || p.appends != appends+1 || len(p.entries)-written > 1 {
			t.Errorf("%s: %v, %d times, %d events", what, err, p.appends-appends, len(p.entries)-written)
		}
		if _, err := p.reload(t.Context(), 2, why); (err != nil) != (p.fault != nil) {
			t.Errorf("after %s: %v", what, err)
		}
	}
}

// TestNamesOfPartners: the log of a game of teams has no names of people who take a place; the event that
// everybody hears of has them.
func TestNamesOfPartners(t *testing.T) {
	seat := match.Seat{Kind: match.Human, Player: "you", Name: "Ada", Rank: "3k", Bot: true}
	for partners, want := range map[int]match.Seat{0: seat, 2: {Kind: match.Human, Player: "you", Bot: true}} {
		p := newPaper(t)
		e := match.Event{Kind: match.Joined, By: game.White, Seat: &seat}
		if err := p.append(t.Context(), store.Game{Version: 3, Partners: partners}, "", e); err != nil {
			t.Fatal(err)
		}
		if *p.entries[2].Event.Seat != want || seat.Name != "Ada" {
			t.Errorf("%d partners: %+v in the log, %+v told", partners, *p.entries[2].Event.Seat, seat)
		}
		if len(p.commands) != 1 {
			t.Errorf("commands: %v", p.commands)
		}
	}
}
