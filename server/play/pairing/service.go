// Package pairing brings people together who want to play: quick pairing, whose
// core [Match] is a function of who waits and the time, and the [Terms] on which
// any two may play.
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

// The bounds of quick pairing.
const (
	maxSeeks      = 2000 // at once
	maxPerAddress = 10
	maxSpec       = 200 // characters of a spec or id
	pairEvery     = 500 * time.Millisecond
	metFor        = 30 * time.Minute // how long two count as having just played
	maxMet        = 20_000           // pairs that are remembered; when there are more, all are forgotten
)

// Task is the name of what one node of a server does for all.
const Task = "pairing"

// Config is what quick pairing is made of.
type Config struct {
	Boards interface {
		Get(ctx context.Context, spec string) (*board.Board, error)
	}
	Rules  func(id string) (game.Rules, error)
	Create func(ctx context.Context, setup match.Setup) (store.Game, error)
	Terms  *Terms
	Gate   *socket.Gate
	Rates  *limit.Addresses
	Rate   float64 // seeks a second that one address may begin on end
	// Lapse returns what is closed once people are paired elsewhere; nil for never.
	Lapse func() <-chan struct{}
	Log   *slog.Logger
	Now   func() time.Time
}

// Service keeps who looks for a game, and pairs them.
type Service struct {
	Config

	mu      sync.Mutex
	waiting map[string]*seeker // by player
	met     map[[2]string]time.Time
}

// seeker is somebody who waits.
type seeker struct {
	Seek
	setup   match.Setup // without seats
	name    string
	address string
	told    int // how many wait, as they were told last
	tell    func(wire.PairingReply)
}

// New returns a service that begins to work with [Service.Run].
func New(cfg Config) *Service {
	return &Service{Config: cfg, waiting: map[string]*seeker{}, met: map[[2]string]time.Time{}}
}

// Run pairs people until ctx ends.
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

// seek lets somebody wait, in place of what they waited for before. What becomes of
// it is told by tell, which must not wait itself.
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

// setup returns what a request asks for, without seats, or what is wrong with it.
func (s *Service) setup(ctx context.Context, who identity.Who, in wire.PairingRequest) (setup match.Setup, err error) {
	if setup, err = s.Plain(ctx, in.Board, in.Rules, in.Clock); err != nil {
		return setup, err
	}
	setup.Rated = in.Rated
	return setup, s.Terms.ToMake(ctx, setup, who)
}

// Plain returns what games with sides by lot are made of, without their seats, or what is
// wrong with it.
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

// poolOf names what two have to want alike.
func poolOf(setup match.Setup) string {
	rated := "casual"
	if setup.Rated {
		rated = "rated"
	}
	return setup.Board + " " + setup.Rules + " " + setup.Clock + " " + rated
}

// add lets w wait, and returns what the same player waited for before.
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
		return before, apierror.Say(apierror.TooMany, "pairing.crowd", "Too many people look for a game right now. Please try again in a minute.")
	}
	s.waiting[w.Player] = w
	return before, nil
}

// stop lets somebody wait no longer. It returns whether they still did.
func (s *Service) stop(w *seeker) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w == nil || s.waiting[w.Player] != w {
		return false
	}
	delete(s.waiting, w.Player)
	return true
}

// pair pairs whoever can be, and tells the others how many wait.
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

// take returns who is to play whom, and lets them wait no longer. What circle asks
// may take a while; whoever stops meanwhile plays nobody.
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

// begin makes the game of two who have been paired.
func (s *Service) begin(ctx context.Context, a, b *seeker) {
	setup := a.setup
	setup.Black = match.Seat{Kind: match.Human, Name: a.name, Player: a.Player, Bot: a.Bot}
	setup.White = match.Seat{Kind: match.Human, Name: b.name, Player: b.Player, Bot: b.Bot}
	g, err := s.Create(ctx, s.Terms.Settle(ctx, setup))
	reply := wire.PairingReply{Type: "paired", Game: g.ID}
	if err != nil {
		s.Log.Error("two who were paired have no game", "err", err)
		reply = failed(err)
	}
	a.tell(reply)
	b.tell(reply)
}

// failed returns the answer to those for whom something went wrong.
func failed(err error) wire.PairingReply {
	return wire.PairingReply{Type: "error", Error: apierror.Message("", err).Error}
}

// couple names two players, in whichever order.
func couple(a, b string) [2]string {
	two := [2]string{a, b}
	slices.Sort(two[:])
	return two
}

// circle returns what stands between people now.
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

// Apart implements Circle. Where nobody can tell, they are kept apart.
func (c circle) Apart(a, b string) bool {
	blocked, err := c.relations.Blocked(c.ctx, a, b)
	if err != nil {
		c.log.Error("relations are not known", "err", err)
	}
	return blocked || err != nil
}
