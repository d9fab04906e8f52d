package lobby

import (
	"context"
	"slices"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// The limits of waiting games. Guests are unlimited in number and accounts are cheap, so there are limits per address too, and
// per challenged player.
const (
	maxOpen       = 5   // open challenges of one player
	maxChallenges = 10  // players that one player has challenged and that have not answered
	maxWaiting    = 100 // waiting games of one player, including links for friends
	maxAsked      = 30  // unanswered challenges to one player
)

// MaxUnfinished is the maximum number of unfinished games per player.
const MaxUnfinished = 500

// perPerson limits how often one address may challenge the same player. perProgram applies to programs, which accept every
// challenge that fits their terms.
var (
	perPerson  = limit.Quota{Daily: 20, AtOnce: 5}
	perProgram = limit.Quota{Daily: 1000, AtOnce: 60}
)

// mayBegin returns an error if a player may not start another game.
func (l *Service) mayBegin(ctx context.Context, who identity.Who) error {
	have, err := l.Store.Kept(ctx, who.Player)
	if err == nil && have.Unfinished >= MaxUnfinished {
		return apierror.Say(apierror.TooOften, "lobby.unfinished",
			"You have %d unfinished games. Please finish or resign some of them first.", have.Unfinished)
	}
	return err
}

// mayWait returns an error if a player may not have another waiting game.
func (l *Service) mayWait(ctx context.Context, who identity.Who, setup match.Setup) error {
	seat := setup.Black
	if seat.Kind != match.Open {
		seat = setup.White
	}
	switch {
	case setup.Partners > 0: // the other players have yet to come
	case seat.Kind != match.Open:
		return nil
	case seat.Player != "":
		return l.mayChallenge(ctx, who, seat)
	}
	made, err := l.made(ctx, who)
	if err != nil {
		return err
	}
	if len(made.all) >= maxWaiting {
		return apierror.Say(apierror.TooOften, "lobby.waiting", "%d of your games are waiting for players. "+
			"Please cancel some of them first.", len(made.all))
	}
	if setup.Private {
		return nil
	}
	if made.open >= maxOpen {
		return apierror.Say(apierror.TooOften, "lobby.open",
			"You have %d open challenges. Wait until a player accepts, or cancel some of them.", made.open)
	}
	return l.Rates.Spend(ctx, "open games", l.OpenGames)
}

// mayChallenge returns an error if a player may not challenge the player for whom the seat is kept.
func (l *Service) mayChallenge(ctx context.Context, who identity.Who, seat match.Seat) error {
	made, err := l.made(ctx, who)
	if err != nil {
		return err
	}
	for _, g := range made.all {
		if keptFor(g, seat.Player) {
			return apierror.Say(apierror.BadRequest, "lobby.challenged",
				"You have already challenged %s. Wait for an answer, or cancel that game.", seat.Name)
		}
	}
	if made.asked >= maxChallenges {
		return apierror.Say(apierror.TooOften, "lobby.asked",
			"%d players have not yet answered your challenges. Wait for an answer, or cancel some of these games.", made.asked)
	}
	theirs, err := l.waiting(ctx, seat.Player)
	if err != nil {
		return err
	}
	asked := 0
	for _, g := range theirs {
		if keptFor(g, seat.Player) {
			asked++
		}
	}
	if asked >= maxAsked {
		return apierror.Say(apierror.TooOften, "lobby.crowd", "%s has %d challenges to answer. Please try again later.", seat.Name, asked)
	}
	often := perPerson
	if seat.Bot {
		often = perProgram
	}
	if err := l.Rates.Spend(ctx, "challenges to "+seat.Player, often); err != nil {
		return apierror.Wrap(apierror.TooOften, err, "lobby.often",
			"You have challenged %s too often recently. Please wait a while, or offer a rematch after a game.", seat.Name)
	}
	return nil
}

// made counts a player's waiting games.
type made struct {
	all   []store.Game
	open  int // open to all and listed
	asked int // for one specific player
}

func (l *Service) made(ctx context.Context, who identity.Who) (m made, err error) {
	games, err := l.waiting(ctx, who.Player)
	for _, g := range games {
		switch {
		case keptFor(g, who.Player):
			continue
		case g.Partners > 0 && !l.isMaker(ctx, g, who.Player): // a place in another player's game; rooms limit these
			continue
		case l.isOpen(g):
			m.open++
		case keptFor(g, "") || g.Partners > 0: // a private link
		default:
			m.asked++
		}
		m.all = append(m.all, g)
	}
	return m, err
}

// isMaker reports whether a player created a team game, if its log can be read: the log begins with its maker alone.
func (l *Service) isMaker(ctx context.Context, g store.Game, player string) bool {
	_, log, err := l.Store.Load(ctx, g.ID)
	if err != nil || len(log) == 0 || log[0].Event.Setup == nil {
		return true
	}
	return slices.Contains(log[0].Event.Setup.Players(), player)
}

// waiting returns the waiting games with a player on a seat, or with a seat kept for the player. Old games are forgotten and not
// counted.
func (l *Service) waiting(ctx context.Context, player string) ([]store.Game, error) {
	games, err := l.Store.List(ctx, store.Query{
		Player: player, Private: true, Phases: []match.Phase{match.Waiting}, Since: l.Now().Add(-AbandonedIn), Limit: maxWaiting + maxAsked,
	})
	kept := games[:0]
	for _, g := range games {
		if !l.Games.Expired(g) {
			kept = append(kept, g)
		}
	}
	return kept, err
}
