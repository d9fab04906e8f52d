// Package pairing matches players with opponents: quick pairing, whose core [Match] is a function of the waiting players and the
// time, and the [Terms] that decide which players may meet.
package pairing

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The limits of quick pairing.
const (
	maxSeeks      = 2000 // seeks waiting at the same time
	maxPerAddress = 10
	maxSpec       = 200 // characters of a spec or id
	pairEvery     = 500 * time.Millisecond
	metFor        = 30 * time.Minute // how long two players count as having just met
	maxMet        = 20_000           // pairs that are remembered; when it is full, all are forgotten
)

// Task is the name of the cluster task that pairs players; one node runs it.
const Task = "pairing"

// Config configures quick pairing.
type Config struct {
	Boards interface {
		Get(ctx context.Context, spec string) (*board.Board, error)
	}
	Rules  func(id string) (game.Rules, error)
	Create func(ctx context.Context, setup match.Setup) (store.Game, error)
	Terms  *Terms
	Gate   *socket.Gate
	Rates  *limit.Addresses
	Rate   float64 // seeks per second that one address may sustain
	// Lapse returns a channel that is closed when another node takes over pairing; nil means never.
	Lapse func() <-chan struct{}
	Log   *slog.Logger
	Now   func() time.Time
}

// Service keeps the waiting players and pairs them.
type Service struct {
	Config

	mu      sync.Mutex
	waiting map[string]*seeker // by player
	met     map[[2]string]time.Time
}

// seeker is a waiting player.
type seeker struct {
	Seek
	setup   match.Setup // without seats
	name    string
	address string
	told    int // number of waiting players that the seeker was last informed of
	tell    func(wire.PairingReply)
}

// New returns a service, which pairs no players until [Service.Run] runs.
func New(cfg Config) *Service {
	return &Service{Config: cfg, waiting: map[string]*seeker{}, met: map[[2]string]time.Time{}}
}

// Run pairs players until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(pairEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.pair(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// seek adds a player to the pool and replaces the player's earlier seek. It reports progress through tell, which must not block.
func (s *Service) seek(ctx context.Context, who identity.Who, in wire.PairingRequest, tell func(wire.PairingReply)) (*seeker, error) {
	if err := s.Rates.Allow(ctx, "seeks", s.Rate); err != nil {
		return nil, err
	}
	if err := s.Terms.ToPair(ctx, who); err != nil {
		return nil, err
	}
	setup, err := s.setup(ctx, who, in)
	if err != nil {
		return nil, err
	}
	name, err := s.Terms.Name(ctx, who, in.Name)
	if err != nil {
		return nil, err
	}
	w := &seeker{setup: setup, name: name, address: limit.Address(ctx), tell: tell}
	w.Seek = Seek{
		Player: who.Player, Pool: poolOf(setup), Near: in.Near, Since: s.Now(), Bot: who.IsProgram(), Bots: in.Bots || who.IsProgram(),
	}
	w.Points, w.Known = s.Terms.Ratings.Points(ctx, who.Player, setup)
	before, err := s.add(w)
	if before != nil {
		before.tell(wire.PairingReply{Type: "stopped"})
	}
	return w, err
}

// setup returns the setup for a request, without seats, or an error that describes what is wrong with the request.
func (s *Service) setup(ctx context.Context, who identity.Who, in wire.PairingRequest) (setup match.Setup, err error) {
	if setup, err = s.Plain(ctx, in.Board, in.Rules, in.Clock); err != nil {
		return setup, err
	}
	setup.Rated = in.Rated
	return setup, s.Terms.ToMake(ctx, setup, who)
}

// Plain returns the setup of a game with randomly assigned sides, without seats, or an error that describes what is wrong with
// the specs.
func (s *Service) Plain(ctx context.Context, onBoard, byRules, withClock string) (setup match.Setup, err error) {
	if len(onBoard) > maxSpec || len(byRules) > maxSpec || len(withClock) > maxSpec {
		return setup, apierror.New(apierror.BadRequest, "A spec has at most %d characters.", maxSpec)
	}
	b, err := s.Boards.Get(ctx, onBoard)
	if err != nil {
		return setup, apierror.Invalid(err)
	}
	rules, err := s.Rules(byRules)
	if err != nil {
		return setup, apierror.Invalid(err)
	}
	if _, err := rules.New(b); err != nil {
		return setup, apierror.Invalid(err)
	}
	spec, err := clock.Parse(withClock)
	if err != nil {
		return setup, apierror.Invalid(err)
	}
	setup = match.Setup{Board: b.Spec(), Rules: rules.ID(), Colors: match.ByChance}
	if spec.Counts() {
		setup.Clock = spec.String()
	}
	return setup, nil
}

// poolOf returns the name of the pool: two players can be paired only within one pool.
func poolOf(setup match.Setup) string {
	rated := "casual"
	if setup.Rated {
		rated = "rated"
	}
	return setup.Board + " " + setup.Rules + " " + setup.Clock + " " + rated
}

// add adds w to the waiting players and returns the player's earlier seek, if any.
func (s *Service) add(w *seeker) (before *seeker, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before = s.waiting[w.Player]
	delete(s.waiting, w.Player)
	here := 0
	for _, other := range s.waiting {
		if other.address == w.address {
			here++
		}
	}
	if here >= maxPerAddress || len(s.waiting) >= maxSeeks {
		return before, apierror.Say(apierror.TooMany, "pairing.crowd",
			"Too many players are looking for a game right now. Please try again in a minute.")
	}
	s.waiting[w.Player] = w
	return before, nil
}

// stop removes a seeker and reports whether it was still waiting.
func (s *Service) stop(w *seeker) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w == nil || s.waiting[w.Player] != w {
		return false
	}
	delete(s.waiting, w.Player)
	return true
}

// pair starts games for all pairs that match, and tells the others how many players wait.
func (s *Service) pair(ctx context.Context) {
	now := s.Now()
	for _, p := range s.take(now, s.circle(ctx, now)) {
		s.begin(ctx, p[0], p[1])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	count := map[string]int{}
	for _, w := range s.waiting {
		count[w.Pool]++
	}
	for _, w := range s.waiting {
		if n := count[w.Pool]; n != w.told {
			w.told = n
			w.tell(wire.PairingReply{Type: "waiting", Waiting: n})
		}
	}
}

// take returns the new pairs and removes them from the waiting players. Calls to circle may take a while; a player that stops
// meanwhile is not paired.
func (s *Service) take(now time.Time, circle Circle) (pairs [][2]*seeker) {
	s.mu.Lock()
	seekers := maps.Clone(s.waiting)
	s.mu.Unlock()
	var seeks []Seek
	for _, w := range seekers {
		seeks = append(seeks, w.Seek)
	}
	found := Match(seeks, now, circle)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range found {
		a, b := seekers[p.First.Player], seekers[p.Second.Player]
		if s.waiting[a.Player] != a || s.waiting[b.Player] != b {
			continue
		}
		delete(s.waiting, a.Player)
		delete(s.waiting, b.Player)
		if len(s.met) >= maxMet {
			clear(s.met)
		}
		s.met[couple(a.Player, b.Player)] = now
		pairs = append(pairs, [2]*seeker{a, b})
	}
	return pairs
}

// begin creates the game of a new pair.
func (s *Service) begin(ctx context.Context, a, b *seeker) {
	setup := a.setup
	setup.Black = match.Seat{Kind: match.Human, Name: a.name, Player: a.Player, Bot: a.Bot}
	setup.White = match.Seat{Kind: match.Human, Name: b.name, Player: b.Player, Bot: b.Bot}
	g, err := s.Create(ctx, s.Terms.Settle(ctx, setup))
	reply := wire.PairingReply{Type: "paired", Game: g.ID}
	if err != nil {
		s.Log.Error("cannot create the game of a pair", "err", err)
		reply = failed(err)
	}
	a.tell(reply)
	b.tell(reply)
}

// failed returns the reply for a player whose request failed.
func failed(err error) wire.PairingReply {
	return wire.PairingReply{Type: "error", Error: apierror.Message("", err).Error}
}

// couple returns a key for two players that does not depend on their order.
func couple(a, b string) [2]string {
	two := [2]string{a, b}
	slices.Sort(two[:])
	return two
}

// circle returns the relations between players at this moment.
func (s *Service) circle(ctx context.Context, now time.Time) Circle {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.met, func(_ [2]string, at time.Time) bool { return now.Sub(at) >= metFor })
	return circle{ctx, s.Terms.Relations, maps.Clone(s.met), s.Log}
}

// circle implements Circle at one moment.
type circle struct {
	ctx       context.Context
	relations Relations
	met       map[[2]string]time.Time
	log       *slog.Logger
}

// Again implements Circle.
func (c circle) Again(a, b string) bool {
	_, met := c.met[couple(a, b)]
	return met
}

// Apart implements Circle. If the relations cannot be read, it keeps the players apart.
func (c circle) Apart(a, b string) bool {
	blocked, err := c.relations.Blocked(c.ctx, a, b)
	if err != nil {
		c.log.Error("cannot read relations", "err", err)
	}
	return blocked || err != nil
}
