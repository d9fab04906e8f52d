package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"moyo/client/bot/client"
	"moyo/server/base/wire"
)

// Wants are games that a bot asks for by itself: from one opponent, or from any player that seeks
// the same.
type Wants struct {
	Opponent string // name of the player to challenge; "" to seek
	Board    string // spec
	Rules    string // id
	Clock    string // spec, "" for none
	Rated    bool
	Bots     bool // accept programs when seeking; bot accounts always do
	Count    int  // number of games, after which the bot ends; 0 for no end
}

// ask asks for games until it has the wanted number, and waits until they are over.
func (b *Bot) ask(ctx context.Context, games *sync.WaitGroup) error {
	w := b.cfg.Wants
	e, err := b.ready(ctx, w.Board, w.Rules)
	if err != nil {
		return cmp.Or(context.Cause(ctx), fmt.Errorf("the engine cannot play %s on %s: %w", w.Rules, w.Board, err))
	}
	if err := e.Close(); err != nil {
		return err
	}
	for made := 0; w.Count == 0 || made < w.Count; made++ {
		if err := b.waitUntil(ctx, func() bool { return len(b.playing) < b.cfg.Games }); err != nil {
			return err
		}
		id, err := b.askAgain(ctx)
		if errors.Is(err, errDeclined) {
			return cmp.Or(b.waitUntil(ctx, b.noneAsked), fmt.Errorf("%s, %d times in a row: %w", w.Opponent, mostDeclined, err))
		}
		if err != nil {
			return err
		}
		b.tell(Event{Kind: "made", Game: id, Text: "a game was found"})
		b.noteAsked(id)
		b.resume(ctx, games, id)
	}
	if err := b.waitUntil(ctx, b.noneAsked); err != nil {
		return err
	}
	return errDone
}

// noteAsked records a game that was asked for, unless it is over already.
func (b *Bot) noteAsked(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.done[id] {
		b.asked[id] = true
	}
}

// noneAsked reports whether no game that was asked for is running. The caller holds the lock.
func (b *Bot) noneAsked() bool { return len(b.asked) == 0 }

// mostDeclined is how many refusals in a row end the challenges to a player.
const mostDeclined = 3

// askAgain asks until a game begins or becomes impossible.
func (b *Bot) askAgain(ctx context.Context) (string, error) {
	declined := 0
	for try := 0; ; try++ {
		id, err := b.askOnce(ctx)
		if err == nil {
			return id, nil
		}
		if ctx.Err() != nil || client.IsFinal(err) || isHopeless(err) {
			return "", cmp.Or(context.Cause(ctx), err)
		}
		b.tell(Event{Kind: "refused", Text: "no game was found: " + err.Error()})
		if !errors.Is(err, errDeclined) {
			declined = 0
		} else if declined++; declined == mostDeclined {
			return "", err
		}
		if err := client.Backoff(ctx, try); err != nil {
			return "", err
		}
	}
}

// isHopeless reports whether a game can never begin: the player does not exist, say, or the game
// cannot be rated. A pending challenge can still be accepted.
func isHopeless(err error) bool {
	var r *client.Refusal
	return errors.As(err, &r) && r.Refusal != "lobby.challenged" &&
		(r.Status == http.StatusBadRequest || r.Status == http.StatusNotFound || r.Status == http.StatusUnprocessableEntity)
}

// refusedBy returns the refusal in a message.
func refusedBy(e *wire.Error) error {
	r := &client.Refusal{Problem: wire.Problem{Detail: e.Text, Code: e.Code, Refusal: e.Refusal, Status: http.StatusServiceUnavailable}}
	if e.Code == "bad-request" {
		r.Status = http.StatusBadRequest
	}
	return r
}

// waitUntil waits until a condition holds, which it tests whenever a game has ended.
func (b *Bot) waitUntil(ctx context.Context, is func() bool) error {
	for {
		b.mu.Lock()
		yes, ended := is(), b.ended
		b.mu.Unlock()
		if yes {
			return nil
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// errDeclined is the error of a challenge that was not accepted.
var errDeclined = errors.New("the challenge was declined")

// askOnce asks for a game and waits until it begins.
func (b *Bot) askOnce(ctx context.Context) (id string, err error) {
	if b.cfg.Wants.Opponent == "" {
		return b.seek(ctx)
	}
	w := b.cfg.Wants
	var g wire.GameInfo
	in := wire.NewGame{Board: w.Board, Rules: w.Rules, Clock: w.Clock, Rated: w.Rated, Color: "random", Opponent: "player", To: w.Opponent}
	if err := b.client.Ask(ctx, http.MethodPost, "/api/games", in, &g); err != nil {
		return "", err
	}
	const look = 2 * time.Second
	for g.Phase == "waiting" {
		if err := client.Sleep(ctx, look); err != nil {
			// the bot stops: its opponent must not wait for it
			_ = b.client.Command(context.WithoutCancel(ctx), g.ID, wire.ClientMessage{Type: "abort", ID: client.NewID()})
			return "", err
		}
		if err := b.client.Get(ctx, "/api/games/"+g.ID, &g); err != nil {
			return "", err
		}
	}
	if g.Result == "Void" {
		return "", errDeclined
	}
	return g.ID, nil
}

// seek waits for a player that wants the same game.
func (b *Bot) seek(ctx context.Context) (id string, err error) {
	w := b.cfg.Wants
	conn, err := b.client.Dial(ctx, "/api/pairing/ws")
	if err != nil {
		return "", err
	}
	defer conn.CloseNow()
	data, err := json.Marshal(wire.PairingRequest{Type: "seek", Board: w.Board, Rules: w.Rules, Clock: w.Clock, Rated: w.Rated, Bots: w.Bots})
	if err != nil {
		return "", err
	}
	if err := conn.Write(ctx, websocket.MessageText, data); err != nil {
		return "", err
	}
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return "", err
		}
		var reply wire.PairingReply
		if err := json.Unmarshal(data, &reply); err != nil {
			return "", err
		}
		switch reply.Type {
		case "paired":
			_ = conn.Close(websocket.StatusNormalClosure, "")
			return reply.Game, nil
		case "stopped":
			return "", errors.New("the account is now seeking a game on another connection")
		case "error":
			return "", refusedBy(reply.Error)
		}
	}
}
