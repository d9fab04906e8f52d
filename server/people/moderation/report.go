package moderation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// The bounds of reports.
const (
	maxText    = 500 // characters of a report or a reason
	perDay     = 10  // reports of one player
	openMost   = 2000
	openGuests = 200  // by guests, who cost nothing to create
	reportRate = 0.05 // sustained reports a second of one address: one, then one every 20 s
)

// perAddress keeps one address from crowding out other people's reports.
var perAddress = limit.Quota{Daily: 50, AtOnce: 50}

// reasons are the reasons for a report.
var reasons = []string{"abuse", "spam", "cheating", "stalling", "name", "other"}

func (s *routes) postReport(ctx context.Context, in *struct{ Body NewReport }) (*struct{}, error) {
	who := identity.Of(ctx)
	if !slices.Contains(reasons, in.Body.Reason) {
		return nil, apierror.New(apierror.BadRequest, "reason %.20q: want one of %q", in.Body.Reason, reasons)
	}
	r, err := s.reportFor(ctx, who, in.Body)
	if err != nil {
		return nil, err
	}
	if r.Target == who.Player {
		return nil, apierror.Say(apierror.BadRequest, "people.yourself", "This is your own account.")
	}
	if err := s.Rates.Allow(ctx, "reports", reportRate); err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "reports of a day", perAddress); err != nil {
		return nil, err
	}
	r.Kind, r.Reporter, r.Guest, r.Created = reportKind(in.Body.Kind), who.Player, who.Role == store.Guest, s.Now()
	r.Reason, r.Text = in.Body.Reason, identity.CleanText(in.Body.Text, maxText)
	most := bounds{Since: s.Now().Add(-24 * time.Hour), Each: perDay, Open: openMost}
	if r.Guest {
		most.Open = openGuests
	}
	switch _, err := s.kept().add(ctx, r, most); {
	case errors.Is(err, store.ErrExists):
		return nil, apierror.Say(apierror.OutOfStep, "report.already", "You have already reported this. The moderators will look at it.")
	case errors.Is(err, store.ErrFull):
		return nil, apierror.Say(apierror.TooOften, "report.often",
			"You have reached today's limit for reports. Please try again tomorrow.")
	default:
		return nil, err
	}
}

// reportFor returns the report of a request, or a refusal.
func (s *routes) reportFor(ctx context.Context, who identity.Who, in NewReport) (r keptReport, err error) {
	switch reportKind(in.Kind) {
	case ofLine:
		r, err = s.lineReport(ctx, who, int64(in.Line))
	case ofGame:
		r, err = s.gameReport(ctx, in)
	case ofPlayer:
		var p store.Player
		p, err = s.account(ctx, in.Name)
		r.Target = p.ID
	case ofBoard:
		var b store.Shared
		b, err = s.shared(ctx, in.Board)
		r.Target, r.Board = b.Owner, b.Hash
		if err == nil && b.Hidden {
			err = errNoBoard
		}
	default:
		err = apierror.New(apierror.BadRequest, `kind %.20q: want "line", "game", "player" or "board"`, in.Kind)
	}
	if err != nil || who.Role != store.Guest {
		return r, err
	}
	// Guests cost nothing to create, so they can only report players in their own games.
	g, err := s.gameOf(ctx, r.Game)
	if err != nil {
		return r, err
	}
	if !plays(g, who.Player) {
		return r, apierror.Say(apierror.SignedOut, "report.account",
			"Guests can only report players in their own games. Please sign in.")
	}
	return r, nil
}

func (s *routes) lineReport(ctx context.Context, who identity.Who, id int64) (keptReport, error) {
	l, err := s.Talk.Line(ctx, id)
	if err == nil {
		err = s.Talk.MayRead(ctx, who, l)
	}
	if err != nil || l.Removed {
		// do not reveal a message that the caller may not read
		return keptReport{}, apierror.Say(apierror.NotFound, "chat.noLine", "This message does not exist.")
	}
	return keptReport{Target: l.Player, Game: l.Game, Line: l.ID}, nil
}

func (s *routes) gameReport(ctx context.Context, in NewReport) (keptReport, error) {
	g, err := s.Store.Game(ctx, in.Game)
	if _, ofClass := store.ClassOfGame(in.Game); ofClass || errors.Is(err, store.ErrNotFound) { // pupils have a teacher
		err = apierror.Say(apierror.NotFound, "report.noGame", "There is no such game.")
	}
	if err != nil {
		return keptReport{}, err
	}
	seat, ok := map[string]match.Seat{"black": g.Black, "white": g.White}[in.Seat]
	if !ok || seat.Kind != match.Human {
		return keptReport{}, apierror.New(apierror.BadRequest, `seat %.20q: want "black" or "white", taken by a person`, in.Seat)
	}
	if g.Partners > 0 {
		if in.Place < 1 || in.Place > g.Partners || seat.Team[in.Place-1].Player == "" {
			return keptReport{}, apierror.New(apierror.BadRequest, `place %d: want the player of the seat, from 1`, in.Place)
		}
		seat.Player = seat.Team[in.Place-1].Player
	}
	return keptReport{Target: seat.Player, Game: g.ID}, nil
}

// errNoBoard is the refusal for a board that is not shared.
var errNoBoard = apierror.Say(apierror.NotFound, "moderation.noBoard", "This board is no longer shared.")

// shared returns a shared board by its spec.
func (s *routes) shared(ctx context.Context, spec string) (store.Shared, error) {
	b, err := boards.Shared(ctx, s.Store, strings.TrimPrefix(spec, "id:"))
	if errors.Is(err, store.ErrNotFound) {
		err = errNoBoard
	}
	return b, err
}

// gameOf returns a game, or the zero value if it does not exist.
func (s *routes) gameOf(ctx context.Context, id string) (store.Game, error) {
	if id == "" {
		return store.Game{}, nil
	}
	g, err := s.Store.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return store.Game{}, nil
	}
	return g, err
}

// plays reports whether a player takes part in a game.
func plays(g store.Game, player string) bool {
	return g.SideOf(player) != game.Empty
}

func (s *routes) getStanding(ctx context.Context, _ *struct{}) (*endpoint.Answer[*Standing], error) {
	who := identity.Of(ctx)
	out := &Standing{Warnings: []Warning{}}
	if who.Suspended {
		out.Suspended, out.SuspendedWhy = convert.Stamp(who.Until), who.Why
	}
	quiet, err := s.Store.Silence(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	if s.Now().Before(quiet.Until) {
		out.Silenced, out.SilencedWhy = convert.Stamp(quiet.Until), quiet.Why
	}
	warnings, err := s.Store.Warnings(ctx, who.Player)
	for _, d := range warnings {
		out.Warnings = append(out.Warnings, Warning{ID: int(d.ID), Kind: string(d.Kind), At: convert.Stamp(d.At), Text: d.Why})
	}
	return endpoint.Reply(out), err
}

func (s *routes) postWarning(ctx context.Context, in *struct{ Body SeenWarning }) (*struct{}, error) {
	return nil, s.Store.ReadWarning(ctx, identity.Player(ctx), int64(in.Body.ID))
}
