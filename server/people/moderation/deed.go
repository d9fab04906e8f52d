package moderation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/play/chat"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// maxHours is the longest suspension or silence that is not permanent.
const maxHours = 366 * 24

// needs lists what a kind of action requires.
type needs struct {
	why    bool // a reason for the target
	report bool
	line   bool
	board  bool
	team   bool
	name   bool // the target has an account
	closes bool // it closes its report, if any
}

// kinds are the actions of moderators.
var kinds = map[store.DeedKind]needs{
	store.Dismissed:   {report: true, closes: true},
	store.Warned:      {why: true, closes: true},
	store.Silenced:    {why: true, closes: true},
	store.Suspended:   {why: true, closes: true},
	store.RemovedLine: {why: true, line: true, closes: true},
	store.Renamed:     {why: true, name: true, closes: true},
	store.HidBoard:    {why: true, board: true, closes: true},
	store.ShowedBoard: {board: true},
	store.RenamedTeam: {why: true, team: true},
	store.ClosedTeam:  {why: true, team: true},
	store.Unsilenced:  {},
	store.Restored:    {},
}

func (s *routes) postDeed(ctx context.Context, in *struct{ Body NewDeed }) (*struct{}, error) {
	who := identity.Of(ctx)
	d := store.Deed{
		At: s.Now(), By: who.Player, Kind: store.DeedKind(in.Body.Kind), Report: int64(in.Body.Report), Line: int64(in.Body.Line),
		Why: identity.CleanText(in.Body.Why, maxText), Note: identity.CleanText(in.Body.Note, maxText),
	}
	target, err := s.targetOf(ctx, who, &d, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.checkDeed(who, d, target, in.Body); err != nil {
		return nil, err
	}
	change := s.changeBy(&d, in.Body.Hours)
	switch d.Kind {
	case store.Renamed:
		err = s.rename(ctx, d, change, target.Name)
	case store.RenamedTeam, store.ClosedTeam:
		err = s.changeTeam(ctx, d, change, in.Body.Team)
	default:
		_, err = s.Store.Act(ctx, d, change)
	}
	if kinds[d.Kind].board && errors.Is(err, store.ErrNotFound) {
		err = errNoBoard
	}
	if err != nil {
		return nil, reportError(err)
	}
	if in.Body.Team != "" {
		s.Teams.TeamChanged(ctx, in.Body.Team)
	}
	return nil, s.after(ctx, d)
}

// targetOf finds the target of an action, by its report, message, board or name, and completes the action.
func (s *routes) targetOf(ctx context.Context, who identity.Who, d *store.Deed, in NewDeed) (store.Player, error) {
	switch {
	case d.Report != 0:
		r, _, err := s.judgeable(ctx, who, d.Report, people{})
		if err != nil {
			return store.Player{}, err
		}
		if r.Moderator != "" && r.Moderator != who.Player && s.Now().Sub(r.Claimed) <= inHand {
			return store.Player{}, reportError(store.ErrTaken)
		}
		d.Target, d.Line, d.Board = r.Target, r.Line, r.Board
	case d.Line != 0:
		l, err := s.Talk.Line(ctx, d.Line)
		if errors.Is(err, store.ErrNotFound) {
			err = apierror.Say(apierror.NotFound, "chat.noLine", "This message does not exist.")
		}
		if err != nil {
			return store.Player{}, err
		}
		g, err := s.gameOf(ctx, l.Game)
		if err != nil {
			return store.Player{}, err
		}
		if plays(g, who.Player) {
			return store.Player{}, apierror.Say(apierror.Forbidden, "moderation.own",
				"This is one of your own games, so another moderator must decide. You can report it.")
		}
		d.Target = l.Player
	case in.Team != "":
		captain, err := s.Teams.CaptainOf(ctx, in.Team)
		if err != nil {
			return store.Player{}, err
		}
		if captain == "" {
			return store.Player{}, errNoTeam
		}
		d.Target = captain
	case in.Board != "":
		b, err := s.shared(ctx, in.Board)
		if err != nil {
			return store.Player{}, err
		}
		d.Target, d.Board = b.Owner, b.Hash
	default:
		p, err := s.account(ctx, in.Name)
		d.Target = p.ID
		return p, err
	}
	return s.player(ctx, d.Target, people{})
}

// checkDeed returns a refusal if the caller may not perform an action.
func (s *routes) checkDeed(who identity.Who, d store.Deed, target store.Player, in NewDeed) error {
	hours := in.Hours
	need, ok := kinds[d.Kind]
	bad := func(format string, args ...any) error { return apierror.New(apierror.BadRequest, format, args...) }
	switch {
	case !ok:
		return bad("Unknown action %.20q.", d.Kind)
	case target.ID == who.Player:
		return apierror.Say(apierror.Forbidden, "moderation.yourself", "You cannot act on yourself. Please ask another moderator.")
	case rank(target.Role) >= rank(who.Role):
		return apierror.Say(apierror.Forbidden, "moderation.rank",
			"Only administrators can act on moderators, and only the operator can act on administrators.")
	case need.why && d.Why == "":
		return bad("Please give a reason. The player will see it.")
	case need.report && d.Report == 0:
		return bad("Only a report can be dismissed.")
	case need.line && d.Line == 0:
		return bad("This action is not about a message.")
	case need.board && d.Board == "":
		return bad("This action is not about a board.")
	case need.team != (in.Team != ""):
		return bad("A team must be given exactly for actions on teams.")
	case need.name && target.Name == "":
		return bad("Guests have no account name to change.")
	case !need.closes && d.Report != 0:
		return bad("This action does not close a report.")
	case hours < 0 || hours > maxHours:
		return bad("hours %d: want 1 to %d, or 0 for permanently", hours, maxHours)
	}
	return nil
}

// changeBy returns the change that an action makes, and sets its end.
func (s *routes) changeBy(d *store.Deed, hours int) store.Change {
	until, never := s.Now().Add(time.Duration(hours)*time.Hour), time.Time{}
	if hours == 0 {
		until = access.Forever
	}
	c := store.Change{}
	switch d.Kind {
	case store.Silenced:
		d.Until, c.Silenced = until, &until
	case store.Suspended:
		d.Until, c.Suspended = until, &until
	case store.Unsilenced:
		c.Silenced = &never
	case store.Restored:
		c.Suspended = &never
	case store.RemovedLine:
		c.Also, c.Warning = append(c.Also, chat.Removing(d.Line)), true
	case store.HidBoard, store.ShowedBoard:
		hide := d.Kind == store.HidBoard
		c.Also, c.Warning = append(c.Also, boards.Hiding(d.Board, hide)), hide
	case store.Warned, store.Renamed, store.RenamedTeam, store.ClosedTeam:
		c.Warning = true
	}
	if d.Report != 0 {
		c.Also = append(c.Also, closing(*d))
	}
	return c
}

// rename performs an action that gives its target another name.
func (s *routes) rename(ctx context.Context, d store.Deed, c store.Change, old string) error {
	d.Note = fmt.Sprintf("was named %q. %s", old, d.Note)
	return s.withFreeName(ctx, d, "player", func(name, skeleton string) store.Change {
		c.Name, c.Skeleton = name, skeleton
		return c
	})
}

// withFreeName performs an action with a random name that is free.
func (s *routes) withFreeName(ctx context.Context, d store.Deed, what string, change func(name, skeleton string) store.Change) error {
	for range 20 { // one will be free
		name := fmt.Sprintf("%s-%d", what, 100_000+s.Random()%900_000)
		if _, err := s.Store.Act(ctx, d, change(name, s.Skeleton(name))); !errors.Is(err, store.ErrExists) {
			return err
		}
	}
	return errors.New("no random name is free")
}

// after notifies everyone affected by an action.
func (s *routes) after(ctx context.Context, d store.Deed) error {
	switch d.Kind {
	case store.Suspended, store.Restored, store.Renamed:
		s.Changed(d.Target)
	case store.RemovedLine:
		l, err := s.Talk.Line(ctx, d.Line)
		if err != nil {
			return err
		}
		return s.Talk.Removed(ctx, l)
	}
	return nil
}

type deedsInput struct {
	Name   string `query:"name" maxLength:"200" doc:"name of an account; empty for all"`
	Before int64  `query:"before" doc:"an id; 0 for the newest"`
}

func (s *routes) getDeeds(ctx context.Context, in *deedsInput) (*endpoint.Answer[*Deeds], error) {
	q := store.DeedQuery{Before: in.Before, Limit: pageSize + 1}
	if in.Name != "" {
		p, err := s.account(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		q.Target = p.ID
	}
	found, err := s.Store.Deeds(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &Deeds{More: len(found) > pageSize}
	out.Deeds, err = s.deeds(ctx, found[:min(pageSize, len(found))], people{})
	return endpoint.Reply(out), err
}

// deeds returns deeds as the wire has them.
func (s *routes) deeds(ctx context.Context, found []store.Deed, known people) ([]Deed, error) {
	out := []Deed{}
	for _, d := range found {
		by := store.Player{}
		if d.By != "" {
			var err error
			if by, err = s.player(ctx, d.By, known); err != nil {
				return nil, err
			}
		}
		target, err := s.player(ctx, d.Target, known)
		if err != nil {
			return nil, err
		}
		out = append(out, Deed{
			ID: int(d.ID), At: convert.Stamp(d.At), By: by.Name, Kind: string(d.Kind), Target: person(target, store.Game{}),
			Report: int(d.Report), Line: int(d.Line), Board: specOf(d.Board), Until: convert.Stamp(d.Until), Why: d.Why, Note: d.Note,
		})
	}
	return out, nil
}
