package moderation

import (
	"context"
	"errors"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// inHand is how long a moderator's claim on a report lasts.
const inHand = 30 * time.Minute

type listInput struct {
	State  string `query:"state" enum:"open,closed" default:"open"`
	Before int64  `query:"before" doc:"an id; 0 for the newest"`
}

func (s *routes) getReports(ctx context.Context, in *listInput) (*endpoint.Answer[*Reports], error) {
	who := identity.Of(ctx)
	found, err := s.kept().list(ctx, reportQuery{State: reportState(in.State), Before: in.Before, Limit: pageSize + 1})
	if err != nil {
		return nil, err
	}
	out := &Reports{More: len(found) > pageSize}
	out.Reports, err = s.reports(ctx, who, found[:min(pageSize, len(found))], people{})
	return endpoint.Reply(out), err
}

// reports returns the reports that the caller may judge.
func (s *routes) reports(ctx context.Context, who identity.Who, found []keptReport, known people) ([]Report, error) {
	out := []Report{}
	for _, r := range found {
		g, err := s.gameOf(ctx, r.Game)
		if err != nil {
			return nil, err
		}
		barred, err := s.barred(ctx, who, r, g, known)
		if err != nil {
			return nil, err
		}
		if barred {
			continue
		}
		told, err := s.report(ctx, who, r, g, known)
		if err != nil {
			return nil, err
		}
		out = append(out, told)
	}
	return out, nil
}

// barred reports whether the caller must leave a report to other moderators.
func (s *routes) barred(ctx context.Context, who identity.Who, r keptReport, g store.Game, known people) (bool, error) {
	if r.Reporter == who.Player || r.Target == who.Player || plays(g, who.Player) {
		return true, nil
	}
	target, err := s.player(ctx, r.Target, known)
	return rank(target.Role) > 0 && who.Role != store.Administrator, err
}

// rank orders the roles: each role may act on those below.
func rank(role store.Role) int {
	return map[store.Role]int{store.Moderator: 1, store.Administrator: 2}[role]
}

// report converts a report to its wire form.
func (s *routes) report(ctx context.Context, who identity.Who, r keptReport, g store.Game, known people) (Report, error) {
	reporter, err1 := s.player(ctx, r.Reporter, known)
	target, err2 := s.player(ctx, r.Target, known)
	hand, err3 := s.player(ctx, r.Moderator, known)
	return Report{
		ID: int(r.ID), Kind: string(r.Kind), Reason: r.Reason, Text: r.Text, Created: convert.Stamp(r.Created),
		Reporter: person(reporter, g), Target: person(target, g), Game: r.Game, Line: int(r.Line), Board: specOf(r.Board),
		State: string(r.State), Hand: hand.Name, Yours: r.Moderator == who.Player, Outcome: string(r.Outcome),
	}, errors.Join(err1, err2, err3)
}

// specOf returns the spec of a shared board by its hash, or "".
func specOf(hash string) string {
	if hash == "" {
		return ""
	}
	return "id:" + hash
}

type reportInput struct {
	ID int64 `path:"id"`
}

func (s *routes) getReport(ctx context.Context, in *reportInput) (*endpoint.Answer[*ReportContext], error) {
	who := identity.Of(ctx)
	known := people{}
	r, g, err := s.judgeable(ctx, who, in.ID, known)
	if err != nil {
		return nil, err
	}
	out := &ReportContext{Lines: []wire.ChatLine{}}
	if out.Report, err = s.report(ctx, who, r, g, known); err != nil {
		return nil, err
	}
	if g.ID != "" {
		info := convert.Info(g, 0)
		out.Game = &info
	}
	if g.ID != "" || r.Line != 0 { // including a study
		if out.Lines, err = s.Talk.Around(ctx, g, r.Line); err != nil {
			return nil, err
		}
	}
	if r.Board != "" {
		b, err := s.shared(ctx, r.Board)
		if err != nil && !errors.Is(err, errNoBoard) {
			return nil, err
		}
		if told := convert.SharedBoard(b, who.Player); err == nil {
			out.Board = &told
		}
	}
	target, err := s.player(ctx, r.Target, known)
	if err != nil {
		return nil, err
	}
	out.Target, err = s.record(ctx, who, target, g, known)
	return endpoint.Reply(out), err
}

// judgeable returns a report with its game, if any. A report that the caller must not judge counts as missing.
func (s *routes) judgeable(ctx context.Context, who identity.Who, id int64, known people) (r keptReport, g store.Game, err error) {
	r, err = s.kept().one(ctx, id)
	if err == nil {
		g, err = s.gameOf(ctx, r.Game)
	}
	barred := false
	if err == nil {
		barred, err = s.barred(ctx, who, r, g, known)
	}
	if barred || errors.Is(err, store.ErrNotFound) {
		err = apierror.Say(apierror.NotFound, "moderation.noReport", "This report does not exist, or another moderator must handle it.")
	}
	return r, g, err
}

type claimInput struct {
	ID   int64 `path:"id"`
	Body ReportClaim
}

func (s *routes) postClaim(ctx context.Context, in *claimInput) (*struct{}, error) {
	who := identity.Of(ctx)
	r, _, err := s.judgeable(ctx, who, in.ID, people{})
	if err != nil {
		return nil, err
	}
	moderator := who.Player
	if !in.Body.Claim {
		if moderator = ""; r.Moderator != who.Player {
			return nil, nil // the caller did not hold it
		}
	}
	err = s.kept().claim(ctx, in.ID, moderator, s.Now(), s.Now().Add(-inHand))
	return nil, reportError(err)
}

// reportError returns the refusal for a moderator who was too late.
func reportError(err error) error {
	switch {
	case errors.Is(err, store.ErrDone):
		return apierror.Say(apierror.OutOfStep, "moderation.closed", "This report is already closed.")
	case errors.Is(err, store.ErrTaken):
		return apierror.Say(apierror.OutOfStep, "moderation.inHand", "Another moderator is already working on this report.")
	}
	return err
}

type recordInput struct {
	Name string `path:"name" maxLength:"200"`
}

func (s *routes) getRecord(ctx context.Context, in *recordInput) (*endpoint.Answer[*Record], error) {
	who := identity.Of(ctx)
	p, err := s.account(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	out, err := s.record(ctx, who, p, store.Game{}, people{})
	return endpoint.Reply(&out), err
}

// record returns the moderation record of a player, without reports that the caller must not judge.
func (s *routes) record(ctx context.Context, who identity.Who, p store.Player, g store.Game, known people) (Record, error) {
	out := Record{Person: person(p, g), Role: string(p.Role), Since: convert.Stamp(p.Created)}
	quiet, err := s.Store.Silence(ctx, p.ID)
	if err != nil {
		return out, err
	}
	now := s.Now()
	if now.Before(p.Suspended) {
		out.Suspended = convert.Stamp(p.Suspended)
	}
	if now.Before(quiet.Until) {
		out.Silenced = convert.Stamp(quiet.Until)
	}
	about, err := s.kept().list(ctx, reportQuery{Target: p.ID, Limit: pageSize})
	if err != nil {
		return out, err
	}
	if out.Reports, err = s.reports(ctx, who, about, known); err != nil {
		return out, err
	}
	deeds, err := s.Store.Deeds(ctx, store.DeedQuery{Target: p.ID, Limit: pageSize})
	if err != nil {
		return out, err
	}
	out.Deeds, err = s.deeds(ctx, deeds, known)
	return out, err
}
