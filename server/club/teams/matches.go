package teams

import (
	"context"
	"errors"
	"slices"
	"time"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// Time limits of a match.
const (
	answerIn  = 14 * 24 * time.Hour  // to accept a challenge
	leastLead = 10 * time.Minute     // from a challenge until line-ups are due, for a match with a starting time
	fairWhile = 24 * time.Hour       // from the deadline for accepting to the deadline for line-ups, or half of the remaining time
	lineUpIn  = 7 * 24 * time.Hour   // for line-ups, without a starting time
	mostAhead = 366 * 24 * time.Hour // latest start
	mostShown = 24 * 60 * 60         // seconds for which line-ups are public before the start
	leastCome = 60                   // least seconds before an absent player loses
	mostCome  = 7 * 24 * 60 * 60
)

var (
	errBoards = apierror.Say(apierror.BadRequest, "team.boards", "A match must have 1 to %d boards.", maxBoards)
	errClock  = apierror.Say(apierror.BadRequest, "team.clock", "Choose a clock for the games, so that the match ends.")
	errBegins = apierror.Say(apierror.BadRequest, "team.begins", "Choose a starting time within the next year. "+
		"Line-ups are due before it, at least %d minutes from now.", int(leastLead/time.Minute))
	errHandicap = apierror.Say(apierror.BadRequest, "team.handicap", "This game has no handicap by rank.")
	errOneself  = apierror.Say(apierror.BadRequest, "team.oneself", "A team cannot play against itself.")
	errAlready  = apierror.Say(apierror.OutOfStep, "team.already", "Your team has already challenged this team.")
	errMatches  = apierror.Say(apierror.TooMany, "team.matches", "One of these teams, or the server, has reached the "+
		"limit for matches. Finish a match or answer a challenge first.")
	errLate = apierror.Say(apierror.OutOfStep, "team.late", "This is not possible any more, because the match has "+
		"moved on. Please reload the page.")
)

type challengeInput struct{ Body NewTeamMatch }

// challenge creates the challenge of a team to another team, or to any team whose captain has the link.
func (s *Service) challenge(ctx context.Context, in *challengeInput) (*endpoint.Answer[*TeamMatch], error) {
	who := identity.Of(ctx)
	q, err := s.squadOf(ctx, in.Body.Home)
	if err != nil {
		return nil, err
	}
	if err := matchActs.Check("challenge", who, q.captains[who.Player]); err != nil {
		return nil, err
	}
	var other *squad
	if in.Body.Guest != "" {
		if other, err = s.opponent(ctx, q, in.Body.Guest, who); err != nil {
			return nil, err
		}
	}
	b := body{By: who.Player}
	if b.Setup, b.Begins, err = s.setup(ctx, who, in.Body.Setup); err != nil {
		return nil, err
	}
	b.Until = b.acceptBy(s.Now())
	if err := errors.Join(s.Rates.Spend(ctx, "challenges of a day", s.Limits.Asks),
		s.Rates.Spend(limit.With(ctx, "team "+q.ID), "challenges of a day", s.Limits.Asks)); err != nil {
		return nil, err
	}
	if err := s.Budget.Spend(ctx, actSize+maxBoards*actSize); err != nil {
		return nil, err
	}
	m, err := s.keepMatch(ctx, q, in.Body.Guest, b)
	if err != nil {
		return nil, err
	}
	if other != nil {
		about := q.ID + "/" + other.ID + "/" + s.Now().UTC().Format(time.DateOnly) // one notification a day for each pair of teams
		if err := s.tellCaptains(ctx, other, who.Player, m.ID, about, notify.TeamChallenged, q.Name); err != nil {
			return nil, err
		}
	}
	return endpoint.ReplyOr(s.matchView(ctx, m.ID))
}

// keepMatch stores a new match.
func (s *Service) keepMatch(ctx context.Context, q *squad, other string, b body) (contest, error) {
	list, err := s.kept.matchesOf(ctx, q.ID, listLength)
	if err != nil {
		return contest{}, err
	}
	for _, m := range list {
		if m.Phase == proposed && m.Home == q.ID && m.Guest == other && other != "" {
			return m, errAlready
		}
	}
	m := contest{
		ID: identity.NewID(), Home: q.ID, Guest: other, Phase: proposed, Version: 1, Created: s.Now(), Changed: s.Now(), Body: mustJSON(b),
	}
	err = s.kept.createMatch(ctx, m, s.Limits.Each, s.Limits.Matches)
	if errors.Is(err, store.ErrFull) {
		err = errMatches
	}
	if err != nil {
		return m, err
	}
	s.changed(m.ID)
	s.TeamChanged(ctx, q.ID)
	if other != "" {
		s.changed(other)
	}
	return m, s.used(ctx, q.team)
}

// opponent returns the opponent of q with an id, or an error if q may not play it; who acts for q.
func (s *Service) opponent(ctx context.Context, q *squad, id string, who identity.Who) (*squad, error) {
	if id == q.ID {
		return nil, errOneself
	}
	other, err := s.squadOf(ctx, id)
	if err != nil {
		return nil, err
	}
	for captain := range other.captains {
		if blocked, err := s.Blocked(ctx, captain, who.Player); err != nil {
			return nil, err
		} else if blocked {
			return nil, errShut
		}
	}
	return other, nil
}

// setup returns the setup of a match and its starting time, if given, or the error in it.
func (s *Service) setup(
	ctx context.Context, who identity.Who, in TeamMatchSetup,
) (setup TeamMatchSetup, begins time.Time, err error) {
	plain, err := s.Plain(ctx, in.Board, in.Rules, in.Clock)
	if err != nil {
		return setup, begins, err
	}
	setup = in
	setup.Board, setup.Rules, setup.Clock = plain.Board, plain.Rules, plain.Clock
	switch {
	case in.Boards < 1 || in.Boards > maxBoards:
		return setup, begins, errBoards
	case plain.Clock == "":
		return setup, begins, errClock
	case in.NoShow < leastCome || in.NoShow > mostCome:
		return setup, begins, apierror.New(apierror.BadRequest, "noShow: want %d to %d seconds", leastCome, mostCome)
	case in.Notice < 0 || in.Notice > mostShown:
		return setup, begins, apierror.New(apierror.BadRequest, "notice: want at most %d seconds", mostShown)
	}
	if in.Begins != "" {
		if begins, err = time.Parse(time.RFC3339, in.Begins); err != nil {
			return setup, begins, apierror.Invalid(err)
		}
		begins = store.Milli(begins)
		if wait := begins.Sub(s.Now()); wait > mostAhead || wait < seconds(in.Notice)+leastLead {
			return setup, begins, errBegins
		}
	}
	if conditions, err := catalog.ConditionsOf(setup.Rules); setup.Handicap && (err != nil || !rating.Ranked(conditions.Game)) {
		return setup, begins, errHandicap
	}
	return setup, begins, s.Terms.ToMake(ctx, gameSetup(setup), who)
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// gameSetup returns the setup of each game of a match, without its players.
func gameSetup(in TeamMatchSetup) match.Setup {
	somebody := match.Seat{Kind: match.Human}
	// as far as its players are concerned: none of them has chosen
	setup := match.Setup{
		Board: in.Board, Rules: in.Rules, Clock: in.Clock, Rated: in.Rated, Black: somebody, White: somebody, Colors: match.ByChance,
	}
	if in.Handicap {
		setup.Colors = match.ByRank
	}
	return setup
}

// lastMoment returns the deadline for line-ups of a match with a starting time, the zero time
// without one.
func (b *body) lastMoment() time.Time {
	if b.Begins.IsZero() {
		return b.Begins
	}
	return b.Begins.Add(-seconds(b.Setup.Notice))
}

// acceptBy returns until when a challenge made now can be accepted: some time before line-ups
// are due, so that a team always has time for its line-up.
func (b *body) acceptBy(now time.Time) time.Time {
	by := now.Add(answerIn)
	if due := b.lastMoment(); !due.IsZero() {
		if last := due.Add(-min(fairWhile, due.Sub(now)/2)); last.Before(by) {
			by = last
		}
	}
	return store.Milli(by)
}

type matchActInput struct {
	ID   string `path:"id"`
	Body TeamMatchAct
}

// matchAct performs a captain's act on a match.
func (s *Service) matchAct(ctx context.Context, in *matchActInput) (*endpoint.Answer[*TeamMatch], error) {
	who := identity.Of(ctx)
	m, _, err := s.match(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	teams, err := s.teamsOf(ctx, m)
	if err != nil {
		return nil, err
	}
	if in.Body.Do == "accept" && m.Guest == "" { // a captain accepts for one of their teams
		if teams[guest], err = s.squadOf(ctx, in.Body.Team); err != nil {
			return nil, err
		}
	}
	leads := func(side int) bool { return teams[side] != nil && teams[side].captains[who.Player] }
	may := map[string]bool{
		"accept": leads(guest), "decline": leads(guest) && m.Guest != "",
		"cancel": leads(home) || m.Phase != proposed && leads(guest), "lineup": false,
	}
	side := slices.Index(sideNames[:], in.Body.Side)
	if side >= 0 {
		may["lineup"] = leads(side)
	}
	if err := matchActs.Check(in.Body.Do, who, may[in.Body.Do]); err != nil {
		return nil, err
	}
	if err := s.Budget.Spend(ctx, actSize); err != nil {
		return nil, err
	}
	if err := s.doInMatch(ctx, m.ID, teams, side, who, in.Body); err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.matchView(ctx, m.ID))
}

// teamsOf returns the teams of a match, nil for a missing or closed team.
func (s *Service) teamsOf(ctx context.Context, m contest) (teams [2]*squad, err error) {
	for side, id := range []string{m.Home, m.Guest} {
		if id == "" {
			continue
		}
		teams[side], err = s.squadOf(ctx, id)
		if err != nil && !errors.Is(err, errNoTeam) {
			return teams, err
		}
	}
	return teams, nil
}

func (s *Service) doInMatch(ctx context.Context, id string, teams [2]*squad, side int, who identity.Who, in TeamMatchAct) error {
	switch in.Do {
	case "accept":
		return s.accept(ctx, id, teams, who)
	case "decline":
		return s.changeMatch(ctx, id, func(m *contest, b *body) error { return callOff(m, b, []string{proposed}, "declined") })
	case "cancel":
		return s.changeMatch(ctx, id, func(m *contest, b *body) error { return cancel(m, b, teams, who.Player) })
	}
	next, err := s.named(ctx, teams[side], in)
	if err != nil {
		return err
	}
	if err := s.changeMatch(ctx, id, func(m *contest, b *body) error { return s.lineUp(ctx, m, b, side, next) }); err != nil {
		return err
	}
	return s.used(ctx, teams[side].team)
}

// accept accepts a challenge.
func (s *Service) accept(ctx context.Context, id string, teams [2]*squad, who identity.Who) error {
	if teams[home] == nil {
		return errLate
	}
	if _, err := s.opponent(ctx, teams[guest], teams[home].ID, who); err != nil {
		return err
	}
	save := func(ctx context.Context, m contest) error {
		return s.kept.acceptMatch(ctx, m, s.Limits.Each)
	}
	err := s.changeMatchBy(ctx, id, save, func(m *contest, b *body) error {
		if m.Phase != proposed || m.Guest != "" && m.Guest != teams[guest].ID || !s.Now().Before(b.Until) {
			return errLate
		}
		m.Guest, m.Phase, b.Until = teams[guest].ID, lining, b.lastMoment()
		if b.Until.IsZero() {
			b.Until = store.Milli(s.Now().Add(lineUpIn))
		}
		return nil
	})
	if errors.Is(err, store.ErrFull) {
		err = errMatches
	}
	if err != nil {
		return err
	}
	if err := s.used(ctx, teams[guest].team); err != nil {
		return err
	}
	return s.tellCaptains(ctx, teams[home], who.Player, id, id, notify.TeamAccepted, teams[guest].Name)
}

// callOff ends a match without games, if it is in one of these phases.
func callOff(m *contest, b *body, phases []string, why string) error {
	if !slices.Contains(phases, m.Phase) {
		return errLate
	}
	m.Phase, b.Why = off, why
	return nil
}

// cancel cancels a match for a captain. A team that cancels when the other team has given its line-up loses: otherwise a team
// could avoid the loss for a missing line-up.
func cancel(m *contest, b *body, teams [2]*squad, player string) error {
	leads := func(side int) bool { return teams[side] != nil && teams[side].captains[player] }
	for side := range sideNames {
		if winner := 1 - side; m.Phase == lining && leads(side) && !leads(winner) && b.Sides[winner].ready() {
			m.Phase, b.Won, b.WonBy = over, &winner, byCancel
			return nil
		}
	}
	return callOff(m, b, []string{proposed, lining}, "cancelled")
}

// named returns the line-up with the given names, which must all be members of a team.
func (s *Service) named(ctx context.Context, q *squad, in TeamMatchAct) (next lineUp, err error) {
	if len(in.Line) > maxBoards || len(in.Reserves) > maxReserves {
		return next, errLine
	}
	ids := map[string]string{}
	for _, player := range q.mates() {
		p, err := s.Store.Player(ctx, player)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return next, err
		}
		ids[p.Name] = player
	}
	delete(ids, "") // deleted accounts
	for _, part := range []struct {
		names []string
		into  *[]string
	}{{in.Line, &next.Line}, {in.Reserves, &next.Reserves}} {
		for _, name := range part.names {
			*part.into = append(*part.into, ids[name])
		}
	}
	return next, nil
}

// lineUp sets a side's line-up. When both are given, the starting time and the pairs who play no
// game are fixed: later blocks do not remove a board.
func (s *Service) lineUp(ctx context.Context, m *contest, b *body, side int, next lineUp) error {
	begun := !b.Begins.IsZero() && !s.Now().Before(b.Begins)
	late := !b.bothReady() && !s.Now().Before(b.Until)
	if m.Phase != lining || begun && b.bothReady() || late {
		return errLate
	}
	before := b.bothReady()
	if err := b.lineUp(side, next); err != nil || before || !b.bothReady() {
		return err
	}
	if b.Begins.IsZero() {
		b.Begins = store.Milli(s.Now().Add(seconds(b.Setup.Notice)))
	}
	return b.show(func(one, other string) (bool, error) {
		blocked, err := s.Blocked(ctx, one, other)
		return one == other || blocked, err
	})
}

// tellCaptains notifies the captains of a team about a match, once for each value of about.
func (s *Service) tellCaptains(ctx context.Context, q *squad, sender, id, about string, what notify.TeamWhat, other string) error {
	var errs []error
	for captain := range q.captains {
		errs = append(errs,
			s.Tell(ctx, notify.TeamNews{Player: captain, Sender: sender, What: what, Team: q.Name, Other: other, Path: matchPath(id), Key: about}))
	}
	return errors.Join(errs...)
}
