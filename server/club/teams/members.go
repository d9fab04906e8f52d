package teams

import (
	"context"
	"errors"
	"time"

	"moyo/catalog"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// How one joins a team.
const (
	entryOpen = "open" // at once
	entryAsk  = "ask"  // a captain admits
	entryLink = "link" // by that alone
)

// The bounds of what people write.
const (
	maxAbout = 200 // characters of the line about a team
	maxRules = 64  // bytes of an id of rules
)

// actSize is what an act of a team or in a match takes, in bytes, about.
const actSize = 512

var (
	errEntry  = apierror.New(apierror.BadRequest, "entry: want %q, %q or %q", entryOpen, entryAsk, entryLink)
	errTaken  = apierror.Say(apierror.OutOfStep, "team.taken", "Another team has this name, or one that looks like it.")
	errMany   = apierror.Say(apierror.TooMany, "team.many", "There are as many teams as there may be, of yours or of all together.")
	errNoRoom = apierror.Say(apierror.TooMany, "team.full",
		"The team has as many members as it can have, or you are in as many teams as one can be.")
	errShut   = apierror.Say(apierror.Forbidden, "team.shut", "This team is not open to you.") // which does not say that they are blocked
	errMember = apierror.Say(apierror.NotFound, "team.member", "Nobody of that name is in the team, or has asked to be.")
	errLast   = apierror.Say(apierror.BadRequest, "team.last", "You are the last captain: make somebody else one first, or close the team.")
	errBarred = apierror.Say(apierror.Forbidden, "team.barred",
		"Moderators have taken the name of this team away. Captains can give it another one, and a line about it, 30 days later.")
	errCaptain = apierror.Say(apierror.BadRequest, "team.isCaptain", "A captain is not removed; they can only step down or leave.")
	errPlaying = apierror.Say(apierror.BadRequest, "team.playing", "The team plays a match: it can be closed when that is over.")
)

// checked returns a team with what somebody wants to call it, and so on, in the form that is kept.
func (s *Service) checked(t team, name, about, rules, entry string) (team, error) {
	var err error
	if name != t.Name || name == "" { // one that moderators gave stays, although a captain could not choose it
		if t.Name, t.Skeleton, err = s.Name(name); err != nil {
			return t, apierror.Invalid(err)
		}
	}
	r, err := catalog.Rules(rules)
	if len(rules) > maxRules || err != nil {
		return t, apierror.New(apierror.BadRequest, "there are no rules %.60q", rules)
	}
	if entry != entryOpen && entry != entryAsk && entry != entryLink {
		return t, errEntry
	}
	t.About, t.Rules, t.Entry = identity.CleanText(about, maxAbout), r.ID(), entry
	return t, nil
}

type createInput struct{ Body NewTeam }

func (s *Service) create(ctx context.Context, in *createInput) (*endpoint.Answer[*Team], error) {
	who := identity.Of(ctx)
	t, err := s.checked(team{ID: identity.NewID(), Code: identity.NewID(), Version: 1, Created: s.Now(), Used: s.Now()},
		in.Body.Name, in.Body.About, in.Body.Rules, in.Body.Entry)
	if err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "teams of a day", s.Limits.New); err != nil {
		return nil, err
	}
	if err := s.Budget.Spend(ctx, actSize); err != nil {
		return nil, err
	}
	err = s.kept.create(ctx, t, who.Player, s.Limits.Own, s.Limits.All)
	if err != nil {
		return nil, teamError(err)
	}
	return endpoint.ReplyOr(s.teamView(ctx, t.ID))
}

// teamError returns what the store says of a team as an answer.
func teamError(err error) error {
	switch {
	case errors.Is(err, store.ErrExists):
		return errTaken
	case errors.Is(err, store.ErrFull):
		return errMany
	}
	return err
}

type actInput struct {
	ID   string `path:"id"`
	Body TeamAct
}

// act carries out what somebody does in or with a team.
func (s *Service) act(ctx context.Context, in *actInput) (*endpoint.Answer[*Team], error) {
	q, err := s.squadOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	if err := teamActs.Check(in.Body.Do, who, q.captains[who.Player]); err != nil {
		return nil, err
	}
	if err := s.Budget.Spend(ctx, actSize); err != nil {
		return nil, err
	}
	if err := s.do(ctx, q, who, in.Body); err != nil {
		return nil, err
	}
	s.changed(q.ID)
	if in.Body.Do == "close" {
		s.TeamChanged(context.WithoutCancel(ctx), q.ID)
		return endpoint.Reply(&Team{Members: []TeamMember{}, Matches: []TeamMatchHead{}}), nil
	}
	return endpoint.ReplyOr(s.teamView(ctx, q.ID))
}

// do does what somebody may do.
func (s *Service) do(ctx context.Context, q *squad, who identity.Who, in TeamAct) error {
	switch in.Do {
	case "join", "leave", "demote":
		if err := s.doAsOneself(ctx, q, who, in); err != nil {
			return err
		}
		return s.used(ctx, q.team)
	case "change":
		return teamError(s.saveTeam(ctx, q.ID, func(t *team) error {
			next, err := s.checked(*t, in.Name, in.About, in.Rules, in.Entry)
			if err == nil && (next.Name != t.Name || next.About != t.About) && s.Now().Before(t.Barred) {
				err = errBarred
			}
			*t = next
			return err
		}))
	case "link":
		return s.saveTeam(ctx, q.ID, func(t *team) error {
			t.Code = identity.NewID()
			return nil
		})
	case "close":
		return s.closeTeam(ctx, q)
	}
	return s.doTo(ctx, q, in)
}

// doAsOneself does what somebody does with themselves.
func (s *Service) doAsOneself(ctx context.Context, q *squad, who identity.Who, in TeamAct) error {
	switch {
	case in.Do == "join":
		return s.join(ctx, q, who, in.Code)
	case q.isLast(who.Player):
		return errLast
	case in.Do == "leave":
		return s.takeOut(ctx, q, who.Player)
	}
	return s.set(ctx, q, who.Player, roleMate)
}

// doTo does what a captain does with somebody else.
func (s *Service) doTo(ctx context.Context, q *squad, in TeamAct) error {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(in.Player))
	if errors.Is(err, store.ErrNotFound) {
		return errMember
	}
	if err != nil {
		return err
	}
	role := q.role(p.ID)
	asks := in.Do == "admit" || in.Do == "refuse"
	switch {
	case role == "" || asks != (role == roleAsked):
		return errMember
	case in.Do == "remove" && role == roleCaptain:
		return errCaptain
	}
	if err := s.used(ctx, q.team); err != nil {
		return err
	}
	switch in.Do {
	case "admit":
		if err := s.set(ctx, q, p.ID, roleMate); err != nil {
			return err
		}
		return s.Tell(ctx, notify.TeamNews{Player: p.ID, What: notify.TeamAdmitted, Team: q.Name, Path: teamPath(q.ID), Key: s.since(q, p.ID)})
	case "promote":
		return s.set(ctx, q, p.ID, roleCaptain)
	}
	return s.takeOut(ctx, q, p.ID)
}

// takeOut takes somebody out of a team, who may have gone meanwhile.
func (s *Service) takeOut(ctx context.Context, q *squad, player string) error {
	err := s.kept.removeMember(ctx, q.ID, player)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// set makes somebody something in a team.
func (s *Service) set(ctx context.Context, q *squad, player string, role role) error {
	err := s.kept.setMember(ctx, member{Team: q.ID, Player: player, Role: role, Since: s.Now()},
		bounds{members: s.Limits.Members, asked: mostAsked, each: teamsEach})
	switch {
	case errors.Is(err, store.ErrFull):
		return errNoRoom
	case errors.Is(err, store.ErrNotFound):
		return errNoTeam
	}
	return err
}

// join lets somebody in, or has them wait for a captain.
func (s *Service) join(ctx context.Context, q *squad, who identity.Who, code string) error {
	byLink := code != "" && code == q.Code
	switch {
	case q.has(who.Player):
		return nil
	case code != "" && !byLink:
		return apierror.Say(apierror.NotFound, "team.link", "This link leads to no team, or not any more. Please ask a captain for the new one.")
	case !byLink && q.Entry == entryLink:
		return errShut
	}
	for captain := range q.captains {
		if blocked, err := s.Blocked(ctx, captain, who.Player); err != nil {
			return err
		} else if blocked {
			return errShut
		}
	}
	if byLink || q.Entry == entryOpen {
		return s.set(ctx, q, who.Player, roleMate)
	}
	if err := s.set(ctx, q, who.Player, roleAsked); err != nil {
		return err
	}
	for captain := range q.captains {
		if err := s.Tell(ctx, notify.TeamNews{
			Player: captain, Sender: who.Player, What: notify.TeamAsked, Team: q.Name,
			Other: who.Name, Path: teamPath(q.ID), Key: s.since(q, who.Player),
		}); err != nil {
			return err
		}
	}
	return nil
}

// since is what news of somebody's coming to a team is about: who goes, and comes another day, is news
// again, and who does so again and again on one day is not.
func (s *Service) since(q *squad, player string) string {
	day := s.Now()
	for _, m := range q.members {
		if m.Player == player {
			day = m.Since
		}
	}
	return q.ID + "/" + player + "/" + day.UTC().Format(time.DateOnly)
}

// isLast says whether a player is the only captain of a team.
func (q *squad) isLast(player string) bool { return q.captains[player] && len(q.captains) == 1 }

// closeTeam ends a team. Its matches that have not begun come to nothing: who runs them sees that a
// team is gone.
func (s *Service) closeTeam(ctx context.Context, q *squad) error {
	busy, err := s.plays(ctx, q.ID)
	if err != nil {
		return err
	}
	if busy {
		return errPlaying
	}
	err = s.kept.remove(ctx, q.ID)
	if errors.Is(err, store.ErrNotFound) {
		return errNoTeam
	}
	return err
}

// plays says whether a match of a team goes on.
func (s *Service) plays(ctx context.Context, team string) (bool, error) {
	list, err := s.kept.matchesIn(ctx, playing, s.Limits.Matches)
	for _, m := range list {
		if m.Home == team || m.Guest == team {
			return true, nil
		}
	}
	return false, err
}

// LeaveAll takes a player out of all their teams, because their account is being deleted. [Service.CloseUnused] closes a team
// that has no members any more.
func (s *Service) LeaveAll(ctx context.Context, player string) error {
	list, err := s.kept.of(ctx, player)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := s.takeOut(ctx, &squad{team: team{ID: m.Team}}, player); err != nil {
			return err
		}
		s.changed(m.Team)
	}
	return nil
}

// How long what is of no use is kept.
const (
	keepOff   = 30 * 24 * time.Hour // matches that came to nothing
	atOnce    = 200                 // teams that are looked at together
	atOnceOff = 200                 // matches that are forgotten together
)

// CloseUnused closes a few teams that were not used since a time or have no members, and says how many. A team that plays a
// match stays. It also forgets matches that came to nothing.
func (s *Service) CloseUnused(ctx context.Context, before time.Time) (n int, err error) {
	list, err := s.kept.unused(ctx, before, atOnce)
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, t := range list {
		err := s.closeTeam(ctx, &squad{team: t})
		switch {
		case err == nil:
			n++
			s.TeamChanged(ctx, t.ID)
		case !errors.Is(err, errPlaying) && !errors.Is(err, errNoTeam): // the others go all the same
			errs = append(errs, err)
		}
	}
	for gone := atOnceOff; err == nil && gone == atOnceOff; { // until there are fewer: they come faster than this is called
		gone, err = s.kept.forgetMatches(ctx, s.Now().Add(-keepOff), atOnceOff)
	}
	return n, errors.Join(append(errs, err)...)
}

// The addresses of pages.
func teamPath(id string) string  { return "/teams/" + id }
func matchPath(id string) string { return "/matches/" + id }
