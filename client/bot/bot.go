// Package bot plays on a moyo server by its public protocol, for an account whose access token it
// has. It accepts challenges by its rules and plays several games at the same time, each with its
// own engine. It resumes its games after a lost connection or a restart of the server or the
// program.
//
// It is independent of engines and games: its configuration supplies engines, boards and rules. It
// reports what happens as [Event]s.
package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"moyo/board"
	"moyo/client/bot/client"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
)

// Config configures a bot.
type Config struct {
	Server string // such as https://go.example
	Token  string // with the scopes play and, to challenge or seek, challenge
	// Insecure allows sending the token over a network without encryption.
	Insecure bool
	// AsPerson lets the bot play for a person's account, under that name.
	AsPerson bool
	Games    int   // games at the same time, at least 1; running games are always resumed
	Accept   Terms // the challenges to accept
	// Wants is a game that the bot offers or seeks by itself; nil for none.
	Wants *Wants
	// Ladder makes the bot join the tournaments of one director; nil for none.
	Ladder *Ladder
	// Open returns an engine for one game.
	Open  func(ctx context.Context) (engine.Engine, error)
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (game.Rules, error)
	// Judge finds dead stones if the engine cannot; nil uses the server's proposal.
	Judge  func(ctx context.Context, pos game.Position) ([]game.Point, error)
	Limits engine.Limits // per move, beside the clock of the game
	Margin time.Duration // time for the network, kept in reserve on the clock
	Notify func(Event)   // receives events, one call at a time, from several goroutines; may be nil
}

// Event is something that has happened, for people or, as a line of JSON, for programs.
type Event struct {
	At time.Time `json:"at"`
	// "ready", "accepted", "declined", "made", "game", "over", "lost" (a connection), "engine" (failed), "refused", "ladder" (joined a
	// tournament, or came back to one)
	Kind     string `json:"kind"`
	Game     string `json:"game,omitempty"` // its id
	Opponent string `json:"opponent,omitempty"`
	Result   string `json:"result,omitempty"` // as in records
	Won      bool   `json:"won,omitempty"`
	Text     string `json:"text"` // the whole event, in words
}

// Bot is a bot. Create one with [New].
type Bot struct {
	cfg    Config
	client *client.Client
	name   string // of the account
	person bool   // the account is a person's: the bot takes no seats that are not marked as a program's

	mu        sync.Mutex
	playing   map[string]bool // games, by id
	done      map[string]bool // finished games, about which the server may still send messages
	asked     map[string]bool // running games that the bot asked for
	ended     chan struct{}   // closed when a game ends, then replaced
	notifying sync.Mutex
}

// New returns a bot, or an error if its configuration is not valid.
func New(cfg Config) (*Bot, error) {
	c, err := client.New(cfg.Server, cfg.Token, "moyo-bot", cfg.Insecure)
	switch {
	case err != nil:
		return nil, err
	case cfg.Games < 1:
		return nil, fmt.Errorf("games at the same time: %d, want 1 or more", cfg.Games)
	}
	if err := cfg.Accept.check(); err != nil {
		return nil, err
	}
	return &Bot{
		cfg: cfg, client: c, playing: map[string]bool{}, asked: map[string]bool{}, done: map[string]bool{}, ended: make(chan struct{}),
	}, nil
}

// Run plays until ctx ends, or until the number of games to ask for is reached. It leaves running
// games as they are, and the server shows the bot as absent. The error is why it can play no more,
// such as a revoked token.
func (b *Bot) Run(ctx context.Context) error {
	var me wire.Me
	for try := 0; ; try++ {
		err := b.client.Get(ctx, "/api/me", &me)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		if client.IsFinal(err) {
			return err
		}
		b.tell(Event{Kind: "lost", Text: "the server cannot be reached: " + err.Error()})
		if client.Backoff(ctx, try) != nil {
			return nil
		}
	}
	if me.Role != "bot" && !b.cfg.AsPerson {
		return fmt.Errorf("the account %q is not a bot account: set it up for programs on the page, "+
			"under your account, Programs, or let the bot play as a person (--as-person)", me.Name)
	}
	if b.person = me.Role != "bot"; b.person && b.cfg.Ladder != nil {
		return fmt.Errorf("the account %q is not a bot account: people play their tournament games themselves", me.Name)
	}
	b.name = me.Name
	b.tell(Event{Kind: "ready", Text: fmt.Sprintf("plays for %s at %s", me.Name, b.cfg.Server)})
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var games, asking sync.WaitGroup
	if b.cfg.Wants != nil {
		asking.Go(func() { stop(b.ask(ctx, &games)) })
	}
	if b.cfg.Ladder != nil {
		asking.Go(func() { stop(b.climb(ctx)) })
	}
	err := b.listen(ctx, &games)
	stop(err)
	asking.Wait()
	games.Wait()
	if err = context.Cause(ctx); errors.Is(err, errDone) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// errDone reports that all games to ask for are over.
var errDone = errors.New("all games are over")

// listen receives the account's events, and reconnects after each loss, until ctx ends or the
// server refuses the bot for good.
func (b *Bot) listen(ctx context.Context, games *sync.WaitGroup) error {
	for try := 0; ; try++ {
		err := client.Lines(ctx, b.client, "/api/me/stream", func(e wire.PersonEvent) bool {
			try = 0
			b.hear(ctx, games, e)
			return false
		})
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if client.IsFinal(err) {
			return err
		}
		b.tell(Event{Kind: "lost", Text: fmt.Sprintf("the connection to the server was lost: %v", err)})
		if err := client.Backoff(ctx, try); err != nil {
			return err
		}
	}
}

// hear handles an event.
func (b *Bot) hear(ctx context.Context, games *sync.WaitGroup, e wire.PersonEvent) {
	if e.Game == nil {
		return
	}
	switch e.Type {
	case "game":
		if b.person && isPersons(e.Game, b.name) {
			return
		}
		b.resume(ctx, games, e.Game.ID)
	case "challenge":
		b.answer(ctx, games, e.Game)
	}
}

// resume plays a running game, unless it is already being played.
func (b *Bot) resume(ctx context.Context, games *sync.WaitGroup, id string) {
	if b.begin(id, true) {
		games.Go(func() { b.play(ctx, id, nil) })
	}
}

// begin records that a game is being played, and reports whether it was not before. Unless always
// is set, the game needs a free place.
func (b *Bot) begin(id string, always bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] || b.done[id] || !always && len(b.playing) >= b.cfg.Games {
		return false
	}
	b.playing[id] = true
	return true
}

// mostDone limits the number of finished games to remember.
const mostDone = 10_000

// end records that a game is no longer played.
func (b *Bot) end(id string, over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.playing, id)
	delete(b.asked, id)
	if over {
		if len(b.done) >= mostDone {
			clear(b.done)
		}
		b.done[id] = true
	}
	close(b.ended)
	b.ended = make(chan struct{})
}

// answer accepts or declines a challenge.
func (b *Bot) answer(ctx context.Context, games *sync.WaitGroup, g *wire.GameInfo) {
	if b.plays(g.ID) {
		return // already received on a connection that was lost
	}
	other := opponentOf(g, b.name)
	why := b.cfg.Accept.refusal(ctx, b, g, other)
	if why == "" && !b.begin(g.ID, false) {
		why = "is playing the maximum number of games"
	}
	if why != "" {
		b.decline(ctx, g, other, why)
		return
	}
	games.Go(func() { b.join(ctx, g, other) })
}

// plays reports whether the bot plays a game.
func (b *Bot) plays(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.playing[id]
}

// decline declines a challenge.
func (b *Bot) decline(ctx context.Context, g *wire.GameInfo, other wire.Player, why string) {
	b.tell(Event{Kind: "declined", Game: g.ID, Opponent: other.Name, Text: fmt.Sprintf("declines the challenge of %s: %s", other.Name, why)})
	if err := b.client.Command(ctx, g.ID, wire.ClientMessage{Type: "decline", ID: client.NewID()}); err != nil && ctx.Err() == nil {
		b.tell(Event{Kind: "refused", Game: g.ID, Text: "the challenge could not be declined: " + err.Error()})
	}
}

// join accepts a challenge that has a place, when an engine is ready for it, and plays the game.
func (b *Bot) join(ctx context.Context, g *wire.GameInfo, other wire.Player) {
	e, err := b.ready(ctx, g.Board, g.Rules)
	if err != nil {
		b.end(g.ID, false)
		if ctx.Err() == nil {
			b.decline(ctx, g, other, "its engine cannot play this game: "+err.Error())
		}
		return
	}
	if err := b.client.Command(ctx, g.ID, wire.ClientMessage{Type: "join", ID: client.NewID()}); err != nil {
		e.Close()
		b.end(g.ID, false)
		if ctx.Err() == nil {
			b.tell(Event{Kind: "refused", Game: g.ID, Text: "the challenge could not be taken: " + err.Error()})
		}
		return
	}
	b.tell(Event{
		Kind: "accepted", Game: g.ID, Opponent: other.Name,
		Text: fmt.Sprintf("takes the challenge of %s: %s on %s", other.Name, g.GameTitle, g.BoardTitle),
	})
	b.play(ctx, g.ID, e)
}

// readyTime limits the time that an engine needs to get ready for a game.
const readyTime = time.Minute

// ready opens an engine and prepares it for a game, so that an engine that cannot play these rules,
// this board or this opening fails before the game.
func (b *Bot) ready(ctx context.Context, on, rules string) (engine.Engine, error) {
	pos, err := b.position(on, rules, nil)
	if err != nil {
		return nil, err
	}
	e, err := b.cfg.Open(ctx)
	if err != nil {
		return nil, err
	}
	if p, ok := e.(engine.Preparer); ok {
		ctx, cancel := context.WithTimeout(ctx, readyTime)
		defer cancel()
		if err := p.Prepare(ctx, pos); err != nil {
			e.Close()
			return nil, err
		}
	}
	return e, nil
}

// opponentOf returns the seat of the other player.
func opponentOf(g *wire.GameInfo, name string) wire.Player {
	if sits(g.Black, name) {
		return g.White
	}
	return g.Black
}

func (b *Bot) tell(e Event) {
	if b.cfg.Notify == nil {
		return
	}
	e.At = time.Now()
	b.notifying.Lock()
	defer b.notifying.Unlock()
	b.cfg.Notify(e)
}
