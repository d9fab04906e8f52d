// Package bot plays on a server of moyo, by its public protocol, for an account whose
// access token it has: it hears of challenges and takes those that its rules let in, plays
// several games at once, each with an engine of its own, and comes back to them after
// connections, the server or the program itself were gone.
//
// It knows no engine and no game: engines, boards and rules are given to it. What happens
// is told as [Event]s.
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

// Config says who plays where.
type Config struct {
	Server string // such as https://go.example
	Token  string // with the scopes play and, to challenge or seek, challenge
	// Insecure lets the token go over a network without encryption.
	Insecure bool
	// AsPerson has it play for an account that is no bot's, under the name of a person.
	AsPerson bool
	Games    int   // at once, 1 or more; those that go on are played however many they are
	Accept   Terms // which challenges are taken
	// Wants is a game that the bot makes or looks for by itself; nil for none.
	Wants *Wants
	// Ladder has the bot take part in the tournaments of one director; nil for none.
	Ladder *Ladder
	// Open makes an engine, for one game.
	Open  func(ctx context.Context) (engine.Engine, error)
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (game.Rules, error)
	// Judge says which stones are dead where the engine cannot; nil for as the server
	// says.
	Judge  func(ctx context.Context, pos game.Position) ([]game.Point, error)
	Limits engine.Limits // of a move, beside the clock of the game
	Margin time.Duration // that a move needs on its way, and is kept of the clock
	Tell   func(Event)   // is called by several goroutines, one at a time; nil for nobody
}

// Event is something that has happened, for people or, as a line of JSON, for programs.
type Event struct {
	At time.Time `json:"at"`
	// "ready", "accepted", "declined", "made", "game", "over", "lost" (a connection), "engine" (failed), "refused", "ladder" (joined a
	// tournament, or came back to one)
	Kind     string `json:"kind"`
	Game     string `json:"game,omitempty"` // its id
	Opponent string `json:"opponent,omitempty"`
	Result   string `json:"result,omitempty"` // as records write it
	Won      bool   `json:"won,omitempty"`
	Text     string `json:"text"` // all of it, in words
}

// Bot plays. Make one with [New].
type Bot struct {
	cfg    Config
	client *client.Client
	name   string // of the account
	person bool   // whose account it is: seats that are not marked as a program's are not played on

	mu      sync.Mutex
	playing map[string]bool // games, by id
	done    map[string]bool // games that are over, of which the server may tell late
	asked   map[string]bool // games that the bot has asked for and that go on
	ended   chan struct{}   // closed when a game ends, then replaced
	told    sync.Mutex
}

// New returns a bot, or says what is wrong with its configuration.
func New(cfg Config) (*Bot, error) {
	c, err := client.New(cfg.Server, cfg.Token, "moyo-bot", cfg.Insecure)
	switch {
	case err != nil:
		return nil, err
	case cfg.Games < 1:
		return nil, fmt.Errorf("games at once: %d, want 1 or more", cfg.Games)
	}
	if err := cfg.Accept.check(); err != nil {
		return nil, err
	}
	return &Bot{
		cfg: cfg, client: c, playing: map[string]bool{}, asked: map[string]bool{}, done: map[string]bool{}, ended: make(chan struct{}),
	}, nil
}

// Run plays until ctx ends, or as many games as it was to ask for are over. Games that go
// on then are left as they are, and the server sees that the bot is away. The error says
// why it can play no more: the token is of no use, say.
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
		return fmt.Errorf("the account %q is no bot's: have a program play for it in the page, "+
			"under your account, Programs, or let the bot play as a person (--as-person)", me.Name)
	}
	if b.person = me.Role != "bot"; b.person && b.cfg.Ladder != nil {
		return fmt.Errorf("the account %q is no bot's: in tournaments a person plays by themselves", me.Name)
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

// errDone says that all games that were to be asked for are over.
var errDone = errors.New("all games are over")

// listen hears what happens to the account, again after each loss of the connection,
// until ctx ends or the server lets the bot in no more.
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

// hear does what follows from an event.
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

// resume plays a game that goes on, unless it does so already.
func (b *Bot) resume(ctx context.Context, games *sync.WaitGroup, id string) {
	if b.begin(id, true) {
		games.Go(func() { b.play(ctx, id, nil) })
	}
}

// begin notes that a game is played, and says whether it was not before. Where it has to
// wait for a place (always is false), there has to be one.
func (b *Bot) begin(id string, always bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] || b.done[id] || !always && len(b.playing) >= b.cfg.Games {
		return false
	}
	b.playing[id] = true
	return true
}

// mostDone bounds what is remembered of games that are over.
const mostDone = 10_000

// end notes that a game is played no more.
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

// answer takes a challenge, or declines it.
func (b *Bot) answer(ctx context.Context, games *sync.WaitGroup, g *wire.GameInfo) {
	if b.plays(g.ID) {
		return // it was told of before, on a connection that was lost
	}
	other := opponentOf(g, b.name)
	why := b.cfg.Accept.refusal(ctx, b, g, other)
	if why == "" && !b.begin(g.ID, false) {
		why = "plays as many games as it can"
	}
	if why != "" {
		b.decline(ctx, g, other, why)
		return
	}
	games.Go(func() { b.join(ctx, g, other) })
}

// plays says whether a game is played.
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

// join takes a challenge that has a place, once an engine is ready for it, and plays the
// game.
func (b *Bot) join(ctx context.Context, g *wire.GameInfo, other wire.Player) {
	e, err := b.ready(ctx, g.Board, g.Rules)
	if err != nil {
		b.end(g.ID, false)
		if ctx.Err() == nil {
			b.decline(ctx, g, other, "its engine cannot play that: "+err.Error())
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

// readyTime is how long an engine may take to get ready for a game.
const readyTime = time.Minute

// ready opens an engine for a game and has it get ready for the beginning, so that one that
// cannot play by those rules, on that board or during that opening says so before the game.
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
	if b.cfg.Tell == nil {
		return
	}
	e.At = time.Now()
	b.told.Lock()
	defer b.told.Unlock()
	b.cfg.Tell(e)
}
