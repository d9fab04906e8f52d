package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/contest/tournament"
	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/document"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Register adds the routes of tournaments that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	const all, each = "/api/tournaments", "/api/tournaments/{id}"
	write := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusServiceUnavailable}
	endpoint.Register(api, access.See,
		endpoint.Describe("tournaments", http.MethodGet, all, "Open, running and finished tournaments"),
		endpoint.Limited(s.Rates, "tournaments", s.Limits.Lists, s.list))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Creates(endpoint.Describe("make-tournament", http.MethodPost, all, "Create a tournament, and direct it", write...)),
		endpoint.Limited(s.Rates, "new tournaments", s.Limits.Lists, s.create))
	endpoint.Register(api, access.See,
		endpoint.Describe("tournament", http.MethodGet, each, "A tournament with its table and rounds", http.StatusNotFound),
		endpoint.Limited(s.Rates, "tournament", s.Limits.Lists, endpoint.One(s.view)))
	endpoint.Register(api, access.Member.By(identity.Play|identity.Challenge),
		endpoint.Describe("act-in-tournament", http.MethodPost, each+"/acts", "Take part in a tournament, or direct it", write...),
		endpoint.Limited(s.Rates, "acts in tournaments", s.Limits.Lists, s.act))
	api.Events(access.See, huma.Operation{Path: each + "/events"}, wire.Tournament{}, document.Follow(s.ctx, s.hub, s.show))
	api.Handle(access.See, huma.Operation{Path: each + "/table/{format}"}, s.Table)
}

// listLength is how many tournaments of each phase a list shows.
const listLength = 50

func (s *Service) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[*wire.TournamentLists], error) {
	out := &wire.TournamentLists{Joined: []string{}}
	me := identity.Player(ctx)
	for phase, list := range map[tournament.Phase]*[]wire.TournamentHead{
		tournament.Registering: &out.Open, tournament.Running: &out.Running, tournament.Over: &out.Over,
	} {
		heads, err := s.kept.in(ctx, phase, listLength)
		if err != nil {
			return nil, err
		}
		*list = []wire.TournamentHead{}
		for _, head := range heads {
			h, err := s.listed(ctx, head)
			if err != nil {
				return nil, err
			}
			*list = append(*list, h)
			if joined, err := s.joined(ctx, head, me); err != nil {
				return nil, err
			} else if joined {
				out.Joined = append(out.Joined, head.ID)
			}
		}
	}
	return endpoint.Reply(out), nil
}

// listed returns a tournament's entry in a list, with current names.
func (s *Service) listed(ctx context.Context, head header) (wire.TournamentHead, error) {
	var kept summary
	if err := json.Unmarshal(head.Summary, &kept); err != nil {
		return wire.TournamentHead{}, err
	}
	h := kept.TournamentHead
	h.Title, h.Winner = head.Title, ""
	if kept.Champion == "" {
		return h, nil
	}
	var err error
	h.Winner, err = s.names.Fresh(ctx, kept.Champion)
	return h, err
}

// joined reports whether a player takes part in an unfinished tournament.
func (s *Service) joined(ctx context.Context, head header, player string) (in bool, err error) {
	if head.Phase == string(tournament.Over) {
		return false, nil
	}
	err = s.with(ctx, head.ID, func(e *entry) error {
		i, ok := e.t.Player(player)
		in = ok && !e.t.Players()[i].Withdrawn
		return nil
	})
	if document.IsDamaged(err) { // the node that runs it logs the damage
		return false, nil
	}
	return in, err
}

// view is the view of show.
func (s *Service) view(ctx context.Context, id string) (*wire.Tournament, error) {
	shown, err := s.show(ctx, id)
	return shown.View, err
}

// Bounds of texts and events.
const (
	maxTitle = 80  // characters
	maxNote  = 200 // the same
	logSize  = 512 // approximate bytes of an event
)

type createInput struct{ Body wire.TournamentSetup }

func (s *Service) create(ctx context.Context, in *createInput) (*endpoint.Answer[*wire.Tournament], error) {
	who := identity.Of(ctx)
	title := identity.CleanText(in.Body.Title, maxTitle)
	if title == "" {
		return nil, apierror.Say(apierror.BadRequest, "tournament.title", "Please enter a name for the tournament.")
	}
	setup, err := s.setup(ctx, who, in.Body)
	if err != nil {
		return nil, err
	}
	first := tournament.Event{Kind: tournament.Opened, At: store.Milli(s.Now()), By: who.Player, Setup: &setup}
	e := &entry{}
	if err := e.take([]tournament.Event{first}); err != nil {
		return nil, apierror.Refused(err)
	}
	body, err := json.Marshal(first)
	if err != nil {
		return nil, err
	}
	e.head = header{
		ID: identity.NewID(), Owner: who.Player, Title: title, Phase: string(tournament.Registering),
		Version: 1, Created: s.Now(), Changed: s.Now(),
	}
	e.head.Summary = s.summaryOf(ctx, e)
	if err := s.Budget.Spend(ctx, len(body)+len(e.head.Summary)+setup.Most*logSize); err != nil {
		return nil, err
	}
	err = s.kept.create(ctx, e.head, [][]byte{body}, s.Limits.Own, s.Limits.All)
	if errors.Is(err, store.ErrFull) {
		return nil, apierror.Say(apierror.TooMany, "tournament.many",
			"You have reached the limit for tournaments, or the server has. Finish one first, or try again later.")
	}
	if err != nil {
		return nil, err
	}
	s.changed(e.head.ID)
	return endpoint.ReplyOr(s.view(ctx, e.head.ID))
}

// setup returns the setup of a tournament, or the error in it.
func (s *Service) setup(ctx context.Context, who identity.Who, in wire.TournamentSetup) (setup tournament.Setup, err error) {
	if len(in.TieBreaks) > len(tournament.TieBreaks(tournament.Swiss)) {
		return setup, apierror.New(apierror.BadRequest, "too many tie-breaks")
	}
	plain, err := s.Plain(ctx, in.Board, in.Rules, in.Clock)
	if err != nil {
		return setup, err
	}
	if plain.Clock == "" {
		return setup, apierror.Say(apierror.BadRequest, "tournament.clock",
			"Choose a clock for the games, so that the tournament ends.")
	}
	setup = tournament.Setup{
		Format: tournament.Format(in.Format), Rounds: in.Rounds, Minutes: in.Minutes, Bar: in.Bar, Floor: in.Floor,
		Most: in.Most, MinRating: in.MinRating, MaxRating: in.MaxRating, For: tournament.For(in.For),
		Late: in.Late, Break: in.Break, NoShow: in.NoShow, Board: plain.Board, Rules: plain.Rules,
		Clock: plain.Clock, Rated: in.Rated, Handicap: in.Handicap, NoVacation: in.NoVacation,
	}
	if in.Begins != "" {
		if setup.Begins, err = time.Parse(time.RFC3339, in.Begins); err != nil {
			return setup, apierror.Invalid(err)
		}
		if wait := setup.Begins.Sub(s.Now()); wait < 0 || wait > mostAhead {
			return setup, apierror.Say(apierror.BadRequest, "tournament.begins", "Choose a starting time in the future, within a year.")
		}
		setup.Begins = setup.Begins.UTC()
	}
	for _, way := range in.TieBreaks {
		setup.TieBreaks = append(setup.TieBreaks, tournament.TieBreak(way))
	}
	if len(in.TieBreaks) == 0 {
		setup.TieBreaks = tournament.DefaultTieBreaks(setup.Format)
	}
	if setup.Handicap && !rating.Ranked(gameOf(setup.Rules)) {
		return setup, apierror.Say(apierror.BadRequest, "tournament.handicap", "This game has no handicap by rank.")
	}
	return setup, s.Terms.ToMake(ctx, gameSetup(setup), who)
}

// mostAhead is how long before its start a tournament can be created.
const mostAhead = 366 * 24 * time.Hour

// gameOf returns the id of the game with some rules.
func gameOf(rules string) string {
	if c, err := catalog.ConditionsOf(rules); err == nil {
		return c.Game
	}
	return ""
}

// gameSetup returns the setup of each game of a tournament, without its players.
func gameSetup(t tournament.Setup) match.Setup {
	somebody := match.Seat{Kind: match.Human}
	setup := match.Setup{
		Board: t.Board, Rules: t.Rules, Clock: t.Clock, Rated: t.Rated, Black: somebody, White: somebody, Colors: match.ByChance,
	}
	if t.Handicap {
		setup.Colors = match.ByRank
	}
	return setup
}

type actInput struct {
	ID   string `path:"id"`
	Body wire.TournamentAct
}

// act performs a player's act.
func (s *Service) act(ctx context.Context, in *actInput) (*endpoint.Answer[*wire.Tournament], error) {
	if err := s.Budget.Spend(ctx, logSize); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	err := s.with(ctx, in.ID, func(e *entry) error {
		ev, err := s.event(ctx, e, who, in.Body)
		if err != nil {
			return err
		}
		if err := s.write(ctx, in.ID, e, func(t *tournament.Tournament) ([]tournament.Event, error) {
			return []tournament.Event{ev}, byHand(t, ev)
		}); err != nil {
			return apierror.Refused(err)
		}
		return s.follow(ctx, in.ID, e)
	})
	if err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.view(ctx, in.ID))
}

// directed are the acts of the director.
var directed = map[string]tournament.Kind{
	"start": tournament.Started, "halt": tournament.Halted, "continue": tournament.Continued, "cancel": tournament.Cancelled,
	"remove": tournament.Withdrew, "result": tournament.Resulted,
}

// own are the acts of players.
var own = map[string]tournament.Kind{
	"join": tournament.Joined, "withdraw": tournament.Withdrew, "pause": tournament.Paused, "resume": tournament.Resumed,
}

// event returns the event for an act, if it is allowed.
func (s *Service) event(ctx context.Context, e *entry, who identity.Who, in wire.TournamentAct) (tournament.Event, error) {
	if err := acts.Check(in.Do, who, e.head.Owner == who.Player); err != nil {
		return tournament.Event{}, err
	}
	if kind, ok := own[in.Do]; ok {
		ev := tournament.Event{Kind: kind, Player: who.Player}
		if kind == tournament.Joined {
			ev.Rating, ev.Grade = s.strength(ctx, e, who.Player, in.Grade)
			ev.Program = who.Role == store.Bot
		}
		return ev, nil
	}
	ev := tournament.Event{Kind: directed[in.Do], By: who.Player, Note: identity.CleanText(in.Note, maxNote)}
	switch in.Do {
	case "result":
		ev.Game, ev.Result = in.Game, tournament.Result(in.Result)
	case "remove":
		p, err := s.Store.PlayerNamed(ctx, s.Skeleton(in.Player))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return ev, err
		}
		ev.Player = p.ID
	}
	return ev, nil
}

// byHand returns an error if the director may not decide about others by an event. Such an event ends a running game as if
// the loser had resigned. It is refused for rated games, and for the director's own games.
func byHand(t *tournament.Tournament, ev tournament.Event) error {
	n := 0
	switch {
	case ev.By == "":
		return nil
	case ev.Kind == tournament.Resulted && ev.Game > 0 && ev.Game <= len(t.Games()):
		n = ev.Game
	case ev.Kind == tournament.Withdrew:
		if i, ok := t.Player(ev.Player); ok {
			n = t.Playing(i)
		}
	case ev.Kind != tournament.Resulted:
		return nil
	}
	if ev.Note == "" {
		return apierror.Say(apierror.BadRequest, "tournament.reason",
			"Please add a note that explains why.")
	}
	if n == 0 || t.Games()[n-1].Result != tournament.Open {
		return nil
	}
	g := t.Games()[n-1]
	switch director, plays := t.Player(ev.By); {
	case plays && (g.Black == director || g.White == director):
		return apierror.Say(apierror.Forbidden, "tournament.ownGame", "You cannot decide your own game while you are playing it.")
	case t.Setup().Rated:
		return apierror.Say(apierror.BadRequest, "tournament.ratedGame",
			"You cannot decide a rated game that is still being played. Let the players finish it or withdraw.")
	}
	return nil
}

// strength returns a player's rating and grade when they join. The grade follows from the rating;
// without one it is what the player says.
func (s *Service) strength(ctx context.Context, e *entry, player string, given int) (points, grade int) {
	setup := e.t.Setup()
	r, known := s.Terms.Points(ctx, player, gameSetup(setup))
	switch {
	case !known:
		return 0, given
	case rating.Ranked(gameOf(setup.Rules)):
		const kyu1 = 29 // the number of the rank 1 kyu
		grade = int(math.Floor(min(max(rating.Rank(r), 0), kyu1+9))) - kyu1
	}
	return int(math.Round(r)), grade
}

// follow performs the consequences of an act, even if the request has been cancelled: a player who leaves resigns their game, and a
// game that the director has decided ends.
func (s *Service) follow(ctx context.Context, id string, e *entry) error {
	return s.tidy(context.WithoutCancel(ctx), id, e)
}
