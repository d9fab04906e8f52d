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

// The bounds of games that wait. Guests are as many as they like, and accounts cost
// little, so that there are bounds for each address too, and for whom all challenge.
const (
	maxOpen       = 5   // challenges to everybody of one player
	maxChallenges = 10  // players whom one has challenged, and who have not answered
	maxWaiting    = 100 // games of one player that wait for somebody, links for friends too
	maxAsked      = 30  // challenges that one player has not answered
)

// MaxUnfinished is how many games of one player may not have ended.
const MaxUnfinished = 500

// perPerson is how often one address may challenge the same player, perProgram how
// often where that is a program, which takes what fits its terms and minds nothing.
var (
	perPerson  = limit.Quota{Daily: 20, AtOnce: 5}
	perProgram = limit.Quota{Daily: 1000, AtOnce: 60}
)

// mayBegin says what stands against any other game of somebody.
func (l *Service) mayBegin(ctx context.Context, who identity.Who) error {
	have, err := l.Store.Kept(ctx, who.Player)
	if err == nil && have.Unfinished >= MaxUnfinished {
		return apierror.Say(apierror.TooOften, "lobby.unfinished",
			"%d games of yours have not ended. Play some of them to the end first, or give them up.", have.Unfinished)
	}
	return err
}

// mayWait says what stands against another game of somebody that waits.
func (l *Service) mayWait(ctx context.Context, who identity.Who, setup match.Setup) error {
	seat := setup.Black
	if seat.Kind != match.Open {
		seat = setup.White
	}
	switch {
	case setup.Partners > 0: // others come
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
		return apierror.Say(apierror.TooOften, "lobby.waiting", "%d games of yours wait for somebody to come. "+
			"Call some of them off first.", len(made.all))
	}
	if setup.Private {
		return nil
	}
	if made.open >= maxOpen {
		return apierror.Say(apierror.TooOften, "lobby.open",
			"%d games of yours are open to everybody. Wait until somebody comes, or call some of them off.", made.open)
	}
	return l.Rates.Spend(ctx, "open games", l.OpenGames)
}

// mayChallenge says what stands against challenging the player for whom a seat is
// kept.
func (l *Service) mayChallenge(ctx context.Context, who identity.Who, seat match.Seat) error {
	made, err := l.made(ctx, who)
	if err != nil {
		return err
	}
	for _, g := range made.all {
		if keptFor(g, seat.Player) {
			return apierror.Say(apierror.BadRequest, "lobby.challenged",
				"You have challenged %s already. Wait for the answer, or call that game off.", seat.Name)
		}
	}
	if made.asked >= maxChallenges {
		return apierror.Say(apierror.TooOften, "lobby.asked",
			"%d players have not answered you yet. Wait for them, or call some of those games off.", made.asked)
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
			"You have challenged %s often of late. Please wait a while, or offer a rematch after a game.", seat.Name)
	}
	return nil
}

// made are the games of somebody that wait.
type made struct {
	all   []store.Game
	open  int // for everybody, and listed
	asked int // for somebody
}

func (l *Service) made(ctx context.Context, who identity.Who) (m made, err error) {
	games, err := l.waiting(ctx, who.Player)
	for _, g := range games {
		switch {
		case keptFor(g, who.Player):
			continue
		case g.Partners > 0 && !l.isMaker(ctx, g, who.Player): // a place in another one's game, which rooms bound
			continue
		case l.isOpen(g):
			m.open++
		case keptFor(g, "") || g.Partners > 0: // a link
		default:
			m.asked++
		}
		m.all = append(m.all, g)
	}
	return m, err
}

// isMaker says whether somebody has made a game of teams, as far as its log can be read: it begins with
// them alone.
func (l *Service) isMaker(ctx context.Context, g store.Game, player string) bool {
	_, log, err := l.Store.Load(ctx, g.ID)
	if err != nil || len(log) == 0 || log[0].Event.Setup == nil {
		return true
	}
	return slices.Contains(log[0].Event.Setup.Players(), player)
}

// waiting returns the games that wait with somebody on a seat, or for them. Older
// ones are not counted: nobody knows of them any more.
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
