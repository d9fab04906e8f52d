package ladders

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/document"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/club/ladders/rungs"
	"moyo/server/store"
)

// Register adds the routes of ladders that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	const all, each = "/api/ladders", "/api/ladders/{id}"
	write := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusServiceUnavailable}
	endpoint.Register(api, access.See,
		endpoint.Describe("ladders", http.MethodGet, all, "Public club ladders, and the user's own"),
		endpoint.Limited(s.Rates, "ladders", s.Limits.Lists, s.list))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Creates(endpoint.Describe("make-ladder", http.MethodPost, all, "Create a club ladder", write...)),
		endpoint.Limited(s.Rates, "new ladders", s.Limits.Lists, s.create))
	endpoint.Register(api, access.See,
		endpoint.Describe("ladder", http.MethodGet, each, "A club ladder with its places and challenges", http.StatusNotFound),
		endpoint.Limited(s.Rates, "ladder", s.Limits.Lists, endpoint.One(s.mine)))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Describe("change-ladder", http.MethodPut, each, "Change a club ladder that the user made", write...),
		endpoint.Limited(s.Rates, "acts on ladders", s.Limits.Lists, s.edit))
	endpoint.Register(api, access.See,
		endpoint.Describe("ladder-history", http.MethodGet, each+"/history/{name}", "A player's places over time", http.StatusNotFound),
		endpoint.Limited(s.Rates, "ladder", s.Limits.Lists, s.history))
	endpoint.Register(api, access.Member.By(identity.Play|identity.Challenge),
		endpoint.Describe("act-on-ladder", http.MethodPost, each+"/acts", "Join a club ladder, challenge players, or manage it", write...),
		endpoint.Limited(s.Rates, "acts on ladders", s.Limits.Lists, s.act))
	api.Events(access.See, huma.Operation{Path: each + "/events"}, Ladder{},
		document.Follow(s.ctx, s.hub, func(ctx context.Context, id string) (document.Shown[*Ladder], error) {
			return document.Show(s.mine(ctx, id))
		}))
}

// listLength is how many public ladders a list shows.
const listLength = 50

func (s *Service) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[*LadderLists], error) {
	open, err := s.kept.open(ctx, listLength)
	if err != nil {
		return nil, err
	}
	me := identity.Player(ctx)
	mine := []ladder{}
	if me != "" {
		if mine, err = s.kept.of(ctx, me); err != nil {
			return nil, err
		}
	}
	return endpoint.Reply(&LadderLists{Open: s.heads(ctx, open, me), Mine: s.heads(ctx, mine, me)}), nil
}

// heads returns the ladders' entries in a list, without unreadable ladders.
func (s *Service) heads(ctx context.Context, list []ladder, me string) []LadderHead {
	heads := []LadderHead{}
	for _, head := range list {
		l, err := stateOf(head)
		if err != nil {
			s.Log.Error("a ladder is not listed", "err", err)
			continue
		}
		h := s.headOf(ctx, head, l)
		h.Place = l.Place(me)
		heads = append(heads, h)
	}
	return heads
}

// mine returns a ladder as the user sees it.
func (s *Service) mine(ctx context.Context, id string) (*Ladder, error) {
	return s.viewFor(ctx, id, identity.Player(ctx))
}

// Bounds of texts and sizes.
const (
	maxTitle   = 80    // characters
	eventSize  = 2_000 // approximate bytes of an act
	memberSize = 200   // approximate bytes of a player on a ladder
)

type createInput struct{ Body LadderSetup }

func (s *Service) create(ctx context.Context, in *createInput) (*endpoint.Answer[*Ladder], error) {
	who := identity.Of(ctx)
	head := ladder{
		ID: identity.NewID(), Games: identity.NewID(), Owner: who.Player, Version: 1, Created: s.Now(), Changed: s.Now(), Listed: !in.Body.ByLink,
	}
	l := &rungs.Ladder{Order: []rungs.Member{}, Challenges: []rungs.Challenge{}, Used: store.Milli(s.Now())}
	base, err := s.Plain(ctx, in.Body.Board, in.Body.Rules, in.Body.Clock)
	if err != nil {
		return nil, err
	}
	spec, err := clock.Parse(base.Clock)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	if !spec.Counts() {
		return nil, apierror.Say(apierror.BadRequest, "ladder.clock",
			"Choose a clock for the games of the ladder, so that they end.")
	}
	l.Setup = rungs.Setup{
		Board: base.Board, Rules: base.Rules, Clock: base.Clock, Live: spec.Kind != clock.Correspondence,
		Rated: in.Body.Rated, NoVacation: in.Body.NoVacation,
	}
	d := &draft{head: head, l: l, now: s.Now()}
	if err := d.arrange(in.Body); err != nil {
		return nil, apierror.Refused(err)
	}
	if err := s.Terms.ToMake(ctx, plain(d.head, l), who); err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "ladders of a day", s.Limits.New); err != nil {
		return nil, err
	}
	if err := s.Budget.Spend(ctx, l.Setup.Most*memberSize); err != nil {
		return nil, err
	}
	if err := d.encode(); err != nil {
		return nil, err
	}
	err = s.kept.create(ctx, d.head, s.Limits.Own, s.Limits.All)
	if errors.Is(err, store.ErrFull) {
		return nil, apierror.Say(apierror.TooMany, "ladder.many",
			"You have reached the limit for ladders, or the server has. Closed ladders are deleted after a week.")
	}
	if err != nil {
		return nil, err
	}
	s.changed(head.ID)
	return endpoint.ReplyOr(s.mine(ctx, head.ID))
}

// arrange sets the part of the setup that the maker may also change later.
func (d *draft) arrange(in LadderSetup) (err error) {
	title := identity.CleanText(in.Title, maxTitle)
	if title == "" {
		return apierror.Say(apierror.BadRequest, "ladder.title", "Please enter a name for the ladder.")
	}
	s := d.l.Setup
	s.Reach, s.Out, s.In, s.Days, s.Pause, s.Most, s.For = in.Reach, in.Out, in.In, in.Days, in.Pause, in.Most, rungs.For(in.For)
	if err := s.Check(); err != nil {
		return err
	}
	if s.Days, err = daysOf(s); err != nil {
		return err
	}
	d.head.Title, d.head.Listed, d.l.Setup = title, !in.ByLink, s
	return nil
}

// daysOf returns the effective days to begin: the clock of a correspondence game runs from the start, so they
// cannot exceed the time for a move.
func daysOf(s rungs.Setup) (int, error) {
	spec, err := clock.Parse(s.Clock)
	if err != nil || spec.Kind != clock.Correspondence {
		return s.Days, err
	}
	return min(s.Days, int(spec.Step/(24*time.Hour))), nil
}

type editInput struct {
	ID   string `path:"id"`
	Body LadderSetup
}

func (s *Service) edit(ctx context.Context, in *editInput) (*endpoint.Answer[*Ladder], error) {
	if err := s.Budget.Spend(ctx, eventSize); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	err := s.write(ctx, in.ID, func(d *draft) error {
		if d.head.Owner != who.Player {
			return apierror.Say(apierror.Forbidden, "ladder.maker", "Only the player who made the ladder can do this.")
		}
		if d.head.Closed {
			return errClosed
		}
		if !d.head.Listed && !in.Body.ByLink && d.l.Number > 0 {
			return apierror.Say(apierror.BadRequest, "ladder.private",
				"The games of this ladder are private, so it cannot be listed publicly.")
		}
		d.l.Used = d.now
		return d.arrange(in.Body)
	})
	if err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.mine(ctx, in.ID))
}

var errClosed = apierror.Say(apierror.BadRequest, "ladder.closed", "This ladder is closed.")

type actInput struct {
	ID   string `path:"id"`
	Body LadderAct
}

// act performs a player's act and its immediate consequences; the leading node performs them too, in case this
// node ends meanwhile.
func (s *Service) act(ctx context.Context, in *actInput) (*endpoint.Answer[*Ladder], error) {
	if err := s.Budget.Spend(ctx, eventSize); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	other := ""
	if in.Body.Player != "" {
		p, err := s.named(ctx, in.Body.Player)
		if err != nil {
			return nil, err
		}
		other = p.ID
	}
	apart, err := s.before(ctx, in, who, other)
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, in.ID, func(d *draft) error {
		if err := acts.Check(in.Body.Do, who, d.head.Owner == who.Player); err != nil {
			return err
		}
		if d.head.Closed {
			return errClosed
		}
		if c := unbegun(d.l, in.Body.Number, who.Player); apart && c != nil {
			d.add(d.l.Lapse(in.Body.Number, d.now)...)
			return nil
		}
		return d.act(in.Body, who, other)
	})
	if err != nil {
		return nil, err
	}
	if err := s.follow(context.WithoutCancel(ctx), in.ID); err != nil {
		s.Log.Error("the consequences of an act on a ladder are delayed", "ladder", in.ID, "err", err)
	}
	return endpoint.ReplyOr(s.mine(ctx, in.ID))
}

// named returns the player with an account of that name.
func (s *Service) named(ctx context.Context, name string) (store.Player, error) {
	name = identity.CleanName(name)
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Role == store.Deleted {
		return p, apierror.Say(apierror.NotFound, "ladder.noPlayer", "There is no player with the name %q.", name)
	}
	return p, err
}

// before returns an error for an act that is refused for another reason than the rules of ladders. apart means that the act would
// bring two players together, one of whom has blocked the other since the challenge.
func (s *Service) before(ctx context.Context, in *actInput, who identity.Who, other string) (apart bool, err error) {
	switch {
	case in.Body.Do == "challenge" && other != "":
		return false, s.mayMeet(ctx, in.ID, who, other)
	case in.Body.Do == "join":
		return false, s.mayJoin(ctx, in.ID, who)
	case in.Body.Do == "ready":
		return s.apart(ctx, in.ID, in.Body.Number, who.Player)
	}
	return false, nil
}

// mayMeet returns an error for a challenge that is refused for another reason than places: a block, a suspension, or the
// terms of the game itself.
func (s *Service) mayMeet(ctx context.Context, id string, who identity.Who, other string) error {
	head, l, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	setup := plain(head, l)
	setup.White = match.Seat{Kind: match.Human, Player: other}
	setup.Black = match.Seat{Kind: match.Human, Player: who.Player}
	return s.Terms.ToJoin(ctx, setup, who)
}

// mayJoin refuses a player whom the maker of the ladder has blocked, or who has blocked the maker.
func (s *Service) mayJoin(ctx context.Context, id string, who identity.Who) error {
	head, _, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	blocked, err := s.Blocked(ctx, head.Owner, who.Player)
	if blocked {
		return apierror.Say(apierror.Forbidden, "ladder.notOpen", "This ladder is not open to you.") // does not reveal a block
	}
	return err
}

// apart reports whether one player of a challenge that has not begun has since blocked the other. Such a challenge ends without a
// result, and neither learns that the other is present.
func (s *Service) apart(ctx context.Context, id string, number int, player string) (bool, error) {
	_, l, err := s.read(ctx, id)
	if err != nil {
		return false, err
	}
	c := unbegun(l, number, player)
	if c == nil {
		return false, nil
	}
	return s.Blocked(ctx, c.By, c.Of)
}

// unbegun returns a player's challenge that has not begun, or nil.
func unbegun(l *rungs.Ladder, number int, player string) *rungs.Challenge {
	for i, c := range l.Challenges {
		if c.Number == number && !c.Playing && (c.By == player || c.Of == player) {
			return &l.Challenges[i]
		}
	}
	return nil
}

// act performs a player's act.
func (d *draft) act(in LadderAct, who identity.Who, other string) error {
	one := func(e rungs.Event, err error) error {
		if err == nil {
			d.add(e)
		}
		return err
	}
	leave := func(id string, kind rungs.Kind) error {
		events, err := d.l.Leave(id, kind, d.now)
		d.add(events...)
		return err
	}
	switch in.Do {
	case "join":
		return one(d.l.Join(who.Player, who.Role == store.Bot, d.now))
	case "leave":
		return leave(who.Player, rungs.Left)
	case "challenge":
		return one(d.l.Challenge(who.Player, other, d.now))
	case "ready":
		return d.l.Ready(in.Number, who.Player, d.now)
	case "yield":
		return one(d.l.Yield(in.Number, who.Player, d.now))
	case "remove":
		return leave(other, rungs.Removed)
	}
	d.close() // the table of acts allows nothing else
	return nil
}
