package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coder/websocket"

	"moyo/client/bot/client"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
)

// engineTries is how often an engine may fail in one turn before the bot resigns.
const engineTries = 3

// table is one game that the bot plays.
type table struct {
	bot    *Bot
	id     string
	engine engine.Engine // nil before the game's first search

	// What the server has sent on the current connection.
	conn    *websocket.Conn
	info    wire.GameInfo
	you     string // seat
	place   int    // on it, from 1, if several play on a side
	state   wire.State
	version int
	moves   []string
	since   time.Time // when the state began, as far as this side knows
	untimed bool      // since is unknown, and about to be received

	claim *time.Timer // for claiming the game from an absent opponent; nil for none

	pause   *time.Timer // until a refused command is tried again; nil for none
	refused int         // refused commands in a row

	sent   sent    // the last command, until it is acknowledged
	think  *search // running; nil for none
	chosen chosen  // the move for a position, not acknowledged yet
	count  count   // of dead stones
	failed int     // failures of the engine in this turn
}

// sent is a command that the server has not answered.
type sent struct{ id, kind string }

// chosen is a move with the id of its command, to send it again after a lost connection.
type chosen struct {
	id, move string
	after    int // number of moves before it
	resign   bool
}

// search is a running search.
type search struct {
	stop  context.CancelFunc
	after int // number of moves before it
	found chan found
}

// found is the result of a search.
type found struct {
	info engine.Info
	move string
	err  error
}

// play plays a game to its end, or until ctx ends. e is an engine that is ready for it, or nil to
// open one for the first move.
func (b *Bot) play(ctx context.Context, id string, e engine.Engine) {
	t := &table{bot: b, id: id, engine: e}
	over := false
	defer func() {
		if t.engine != nil {
			t.engine.Close()
		}
		b.end(id, over)
	}()
	for try := 0; ; try++ {
		begun := time.Now()
		err := t.sit(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errOver), errors.Is(err, errPersons):
			over = true // a game taken over by its person is not opened again either
			return
		case client.IsFinal(err):
			b.tell(Event{Kind: "refused", Game: id, Text: "the game cannot be opened: " + err.Error()})
			return
		}
		if client.IsGone(err) {
			b.tell(Event{Kind: "refused", Game: id, Text: "the game no longer exists"})
			return
		}
		if time.Since(begun) > client.MostPause {
			try = 0
		}
		b.tell(Event{Kind: "lost", Game: id, Text: fmt.Sprintf("the connection to the game was lost: %v", err)})
		if client.Backoff(ctx, try) != nil {
			return
		}
	}
}

// errOver reports that a game is over.
var errOver = errors.New("the game is over")

// errPersons reports that a person has the seat, so a program may not use it.
var errPersons = errors.New("a person has the seat")

// sit plays over one connection until it ends.
func (t *table) sit(ctx context.Context) error {
	conn, err := t.bot.client.Dial(ctx, "/api/games/"+t.id+"/ws")
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer func() {
		stop(nil)
		_ = conn.Close(websocket.StatusNormalClosure, "") // so that the server knows immediately who is absent
		t.stopThinking()                                  // the result of an interrupted search is not used
	}()
	t.conn, t.sent = conn, sent{}
	t.setClaim(nil)
	t.endPause()
	in := make(chan wire.ServerMessage)
	go func() { stop(read(ctx, conn, in)) }()
	if err := t.write(ctx, wire.ClientMessage{Type: "hello"}); err != nil {
		return err
	}
	for {
		if err := t.next(ctx, in); err != nil {
			return err
		}
	}
}

// read reads messages until the connection ends.
func read(ctx context.Context, conn *websocket.Conn, in chan<- wire.ServerMessage) error {
	for {
		// A context that ends during a read would close the connection before the goodbye.
		_, data, err := conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		var m wire.ServerMessage
		if err := json.Unmarshal(data, &m); err != nil {
			return fmt.Errorf("a message that cannot be read: %w", err)
		}
		select {
		case in <- m:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// next handles the next message, search result or claim.
func (t *table) next(ctx context.Context, in <-chan wire.ServerMessage) error {
	var thought chan found
	if t.think != nil {
		thought = t.think.found
	}
	var claim <-chan time.Time
	if t.claim != nil {
		claim = t.claim.C
	}
	var paused <-chan time.Time
	if t.pause != nil {
		paused = t.pause.C
	}
	select {
	case m := <-in:
		if err := t.take(m); err != nil {
			return err
		}
	case f := <-thought:
		t.settle(ctx, f)
	case <-claim:
		t.claim = nil
		return t.give(ctx, wire.ClientMessage{Type: "claim"})
	case <-paused:
		t.pause = nil
	case <-ctx.Done():
	}
	if t.state.Phase == "finished" {
		t.finish()
		return errOver
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return t.act(ctx)
}

// write sends a message.
func (t *table) write(ctx context.Context, m wire.ClientMessage) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), client.Reply)
	defer cancel()
	return t.conn.Write(ctx, websocket.MessageText, data)
}

// give sends a command without waiting for its acknowledgement.
func (t *table) give(ctx context.Context, m wire.ClientMessage) error {
	if m.ID == "" {
		m.ID = client.NewID()
	}
	t.sent = sent{m.ID, m.Type}
	return t.write(ctx, m)
}

// take handles a message.
func (t *table) take(m wire.ServerMessage) error {
	switch {
	case m.Snapshot != nil:
		s := m.Snapshot
		first := t.version == 0
		t.info, t.you, t.version, t.moves, t.state, t.since = s.Game, s.You, s.Version, s.Moves, s.State, time.Now()
		t.place = s.Place
		if t.bot.person && t.you != "" && !isMarked(t.seat(), t.place) {
			return errPersons
		}
		// Its clocks are those of the last event; the next message says how long ago that was.
		t.untimed = s.State.Clocks != nil && s.State.Clocks.Running == t.you
		if first {
			other := opponentOf(&t.info, t.bot.name)
			t.bot.tell(Event{
				Kind: "game", Game: t.id, Opponent: other.Name,
				Text: fmt.Sprintf("plays %s on %s against %s", t.info.GameTitle, t.info.BoardTitle, nameOf(other)),
			})
		}
	case m.Event != nil:
		e := m.Event
		if e.Version != t.version+1 {
			return fmt.Errorf("event %d came after %d", e.Version, t.version)
		}
		t.version, t.state, t.since = e.Version, e.State, time.Now()
		t.untimed = false
		t.endPause() // a refused command may be allowed now
		if e.Game != nil {
			t.info = *e.Game
		}
		if e.Kind == "moved" {
			t.moves = append(t.moves, e.Move)
		}
		if e.Plies > len(t.moves) {
			return fmt.Errorf("%d of %d moves are known", len(t.moves), e.Plies)
		}
		t.moves = t.moves[:e.Plies]
	case m.Clock != nil && m.Clock.Version == t.version:
		t.since = time.Now().Add(-time.Duration(m.Clock.Elapsed) * time.Millisecond)
		t.untimed = false
	case m.Ack != nil && m.Ack.ID == t.sent.id:
		t.sent, t.refused = sent{}, 0
	case m.Presence != nil:
		t.setClaim(m.Presence.Claim)
	case m.Error != nil:
		t.refusedBy(m.Error)
	}
	return nil
}

func nameOf(p wire.Player) string {
	if p.Name == "" {
		return "a guest"
	}
	return p.Name
}

// refusedBy handles a refused command. An illegal move is a failure of the engine, which searches
// again. Other refusals are temporary, or are tried again after a pause: the server is full, or
// limits the rate.
func (t *table) refusedBy(e *wire.Error) {
	if e.ID != t.sent.id && e.ID != "" {
		return
	}
	kind := t.sent.kind
	t.sent = sent{}
	if kind == "play" && isIllegal(e.Code) {
		if t.chosen.after == len(t.moves) {
			t.failed++
			t.chosen = chosen{}
		}
	} else {
		t.endPause()
		t.pause = time.NewTimer(client.Pause(t.refused))
		t.refused++
	}
	if kind != "claim" && kind != "toggle" {
		t.bot.tell(Event{Kind: "refused", Game: t.id, Text: fmt.Sprintf("%s: %s", kind, e.Text)})
	}
}

// isIllegal reports whether a code is a reason for an illegal move, as opposed to a change of the
// game.
func isIllegal(code string) bool {
	return slices.ContainsFunc(game.Reasons(), func(r game.Reason) bool {
		return r.Code() == code && r != game.NotYourTurn && r != game.GameOver
	})
}

// endPause allows an immediate retry of a refused command.
func (t *table) endPause() {
	if t.pause != nil {
		t.pause.Stop()
		t.pause = nil
	}
}

// claimSlack is an additional wait before a game is claimed.
const claimSlack = 200 * time.Millisecond

// setClaim records which player may claim the game, if any.
func (t *table) setClaim(c *wire.Claim) {
	if t.claim != nil {
		t.claim.Stop()
		t.claim = nil
	}
	if c != nil && c.By == t.you && t.you != "" && t.speaks() {
		t.claim = time.NewTimer(time.Duration(c.In)*time.Millisecond + claimSlack)
	}
}

// finish reports how the game ended.
func (t *table) finish() {
	other := opponentOf(&t.info, t.bot.name)
	result := t.state.Result
	won := len(result) > 1 && result[1] == '+' && (result[0] == 'B') == (t.state.Holder == t.you)
	verb := "lost to"
	switch {
	case result == "Void":
		verb = "did not play"
	case result == "0":
		verb = "drew with"
	case won:
		verb = "won against"
	}
	t.bot.tell(Event{
		Kind: "over", Game: t.id, Opponent: other.Name, Result: result, Won: won,
		Text: fmt.Sprintf("%s %s (%s, %s, %d moves)", verb, nameOf(other), result, t.state.ResultHow, len(t.moves)),
	})
}
