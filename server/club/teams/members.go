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

// How to join a team.
const (
	entryOpen = "open" // immediately
	entryAsk  = "ask"  // a captain admits
	entryLink = "link" // only by the link
)

// Bounds of texts.
const (
	maxAbout = 200 // characters of the line about a team
	maxRules = 64  // bytes of an id of rules
)

// actSize is the approximate size of an act on a team or match, in bytes.
const actSize = 512

var (
	errEntry = apierror.New(apierror.BadRequest, "entry: want %q, %q or %q", entryOpen, entryAsk, entryLink)
	errTaken = apierror.Say(apierror.OutOfStep, "team.taken", "Another team has this name or a very similar one. "+
		"Please choose another name.")
	errMany = apierror.Say(apierror.TooMany, "team.many", "You have reached the limit for teams, or the server has. "+
		"Close a team that you no longer need, or try again later.")
	errNoRoom = apierror.Say(apierror.TooMany, "team.full",
		"The team is full, or you are already in the maximum number of teams.")
	errShut   = apierror.Say(apierror.Forbidden, "team.shut", "This team is not open to you.") // does not reveal a block
	errMember = apierror.Say(apierror.NotFound, "team.member", "No member of the team has this name, and no player "+
		"with this name has asked to join.")
	errLast = apierror.Say(apierror.BadRequest, "team.last", "You are the only captain. Make another member captain "+
		"first, or close the team.")
	errBarred = apierror.Say(apierror.Forbidden, "team.barred",
		"Moderators have changed the name of this team. Captains can choose a new name and description 30 days later.")
	errCaptain = apierror.Say(apierror.BadRequest, "team.isCaptain", "You cannot remove a captain. Captains can step down or leave.")
	errPlaying = apierror.Say(apierror.BadRequest, "team.playing", "The team is playing a match. You can close it "+
		"when the match is over.")
)

// checked returns a team with the given name and so on in normal form, or the error in them.
func (s *Service) checked(t team, name, about, rules, entry string) (team, error) {
	var err error
	if name != t.Name || name == "" { // a name given by moderators stays, although a captain could not choose it
		if t.Name, t.Skeleton, err = s.Name(name); err != nil {
			return t, apierror.Invalid(err)
		}
	}
	r, err := catalog.Rules(rules)
	if len(rules) > maxRules || err != nil {
		return t, apierror.New(apierror.BadRequest, "unknown rules %.60q", rules)
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

// teamError returns the answer for an error of the store.
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

// act performs a player's act on a team.
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

// do performs an act that the player is allowed to do.
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

// doAsOneself performs an act that concerns the player.
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

// doTo performs a captain's act that concerns another player.
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

// takeOut removes a player from a team; they may already have left.
func (s *Service) takeOut(ctx context.Context, q *squad, player string) error {
	err := s.kept.removeMember(ctx, q.ID, player)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// set gives a player a role in a team.
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

// join adds a player to a team, or to those waiting for a captain's answer.
func (s *Service) join(ctx context.Context, q *squad, who identity.Who, code string) error {
	byLink := code != "" && code == q.Code
	switch {
	case q.has(who.Player):
		return nil
	case code != "" && !byLink:
		return apierror.Say(apierror.NotFound, "team.link", "This invitation link is not valid any more. Please ask a "+
			"captain for the new one.")
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

// since is the key for notifications about a player's joining: leaving and joining on another day causes a new
// notification; doing so repeatedly on one day does not.
func (s *Service) since(q *squad, player string) string {
	day := s.Now()
	for _, m := range q.members {
		if m.Player == player {
			day = m.Since
		}
	}
	return q.ID + "/" + player + "/" + day.UTC().Format(time.DateOnly)
}

// isLast reports whether a player is the only captain of a team.
func (q *squad) isLast(player string) bool { return q.captains[player] && len(q.captains) == 1 }

// closeTeam closes a team. Its matches that have not begun are called off by the node that runs
// them.
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

// plays reports whether a match of a team is running.
func (s *Service) plays(ctx context.Context, team string) (bool, error) {
	list, err := s.kept.matchesIn(ctx, playing, s.Limits.Matches)
	for _, m := range list {
		if m.Home == team || m.Guest == team {
			return true, nil
		}
	}
	return false, err
}

// LeaveAll removes a player from all their teams, because their account is being deleted. [Service.CloseUnused] closes a team
// without members.
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

// How long unused data is kept.
const (
	keepOff   = 30 * 24 * time.Hour // matches that were called off
	atOnce    = 200                 // teams checked in one call
	atOnceOff = 200                 // matches deleted in one call
)

// CloseUnused closes a few teams that were not used since a time or have no members, and returns how many. A team with a
// running match stays. It also deletes matches that were called off.
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
		case !errors.Is(err, errPlaying) && !errors.Is(err, errNoTeam): // others are still closed
			errs = append(errs, err)
		}
	}
	for gone := atOnceOff; err == nil && gone == atOnceOff; { // until none are left: they may appear faster than calls
		gone, err = s.kept.forgetMatches(ctx, s.Now().Add(-keepOff), atOnceOff)
	}
	return n, errors.Join(append(errs, err)...)
}

// The addresses of pages.
func teamPath(id string) string  { return "/teams/" + id }
func matchPath(id string) string { return "/matches/" + id }
