package ladders

import (
	"context"
	"slices"
	"time"

	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/club/ladders/rungs"
)

// The age of what a view shows.
const (
	namesFor = time.Minute
	arrows   = 7 * 24 * time.Hour // period in which changes of places are shown
	lastOf   = 30                 // shown events
)

// shown is a ladder as everyone sees it, and what it was made from.
type shown struct {
	view Ladder // without the part for one user
	l    *rungs.Ladder
}

// show returns the current ladder as everyone sees it.
func (s *Service) show(ctx context.Context, id string) (shown, error) {
	head, l, err := s.read(ctx, id)
	if err != nil {
		return shown{}, err
	}
	return s.hub.View(ctx, id, head.Version, func(ctx context.Context) (shown, error) {
		events, err := s.eventsOf(ctx, id)
		if err != nil {
			return shown{}, err
		}
		return shown{s.viewOf(ctx, head, l, events), l}, nil
	})
}

// viewFor returns a ladder as a user sees it.
func (s *Service) viewFor(ctx context.Context, id, me string) (*Ladder, error) {
	all, err := s.show(ctx, id)
	if err != nil {
		return nil, err
	}
	v := all.view
	v.Head.Place, v.May = all.l.Place(me), []LadderMay{}
	if v.Head.Place > 0 && !v.Head.Closed {
		for _, m := range all.l.Order {
			why, until := all.l.MayChallenge(me, m.ID, s.Now())
			v.May = append(v.May, LadderMay{Why: string(why), Until: convert.Stamp(until)})
		}
	}
	return &v, nil
}

// headOf returns a ladder's entry in a list, for everyone.
func (s *Service) headOf(ctx context.Context, head ladder, l *rungs.Ladder) LadderHead {
	words := convert.ConditionsOf(ctx, s.Boards, l.Setup.Board, l.Setup.Rules, l.Setup.Clock)
	return LadderHead{
		ID: head.ID, Title: head.Title, Players: len(l.Order), Playing: len(l.Challenges),
		Closed: head.Closed, Board: l.Setup.Board, BoardTitle: words.BoardTitle,
		Rules: l.Setup.Rules, Words: words.Words, GameTitle: words.GameTitle, RulesText: words.RulesText,
		Clock: l.Setup.Clock, ClockText: words.ClockText, Speed: words.Speed, Rated: l.Setup.Rated,
	}
}

// viewOf returns a ladder as everyone sees it.
func (s *Service) viewOf(ctx context.Context, head ladder, l *rungs.Ladder, events []rungs.Event) Ladder {
	v := Ladder{
		Version: head.Version, Head: s.headOf(ctx, head, l), Maker: s.names.Of(ctx, head.Owner),
		Setup: LadderSetup{
			Title: head.Title, Board: l.Setup.Board, Rules: l.Setup.Rules, Clock: l.Setup.Clock,
			Rated: l.Setup.Rated, NoVacation: l.Setup.NoVacation,
			Reach: l.Setup.Reach, Out: l.Setup.Out, In: l.Setup.In, Days: l.Setup.Days, Pause: l.Setup.Pause,
			Most: l.Setup.Most, For: string(l.Setup.For), ByLink: !head.Listed,
		},
		Players: []LadderPlayer{}, Challenges: []LadderChallenge{}, Last: []LadderEvent{}, May: []LadderMay{},
	}
	before := l.Before(events, s.Now().Add(-arrows))
	for _, e := range events {
		if _, there := before[e.Player]; !there && e.Kind == rungs.Joined {
			before[e.Player] = e.To
		}
	}
	setup := plain(head, l)
	for _, m := range l.Order {
		seat := match.Seat{Kind: match.Human, Player: m.ID}
		v.Players = append(v.Players, LadderPlayer{
			Name: s.names.Of(ctx, m.ID), Rank: s.Strengths.Text(ctx, seat, setup), Program: m.Program, Before: before[m.ID],
		})
	}
	for _, c := range l.Challenges {
		v.Challenges = append(v.Challenges, s.challengeOf(ctx, head, c))
	}
	for _, e := range slices.Backward(events[max(0, len(events)-lastOf):]) {
		w := LadderEvent{At: convert.Stamp(e.At), Kind: string(e.Kind), Player: s.names.Of(ctx, e.Player), From: e.From, To: e.To}
		if e.Other != "" {
			w.Other = s.names.Of(ctx, e.Other)
		}
		switch e.Kind {
		case rungs.Won, rungs.Held, rungs.Drew:
			w.Game = gameID(head, e.Number)
		}
		v.Last = append(v.Last, w)
	}
	return v
}

func (s *Service) challengeOf(ctx context.Context, head ladder, c rungs.Challenge) LadderChallenge {
	w := LadderChallenge{
		Number: c.Number, By: s.names.Of(ctx, c.By), Of: s.names.Of(ctx, c.Of), At: convert.Stamp(c.At), Due: convert.Stamp(c.Due),
	}
	if !c.Playing {
		w.ByReady, w.OfReady = s.readyUntil(c.ByReady), s.readyUntil(c.OfReady)
	}
	if c.Made {
		w.Game = gameID(head, c.Number)
	}
	return w
}

// readyUntil returns until when a player counts as present, "" if not any more.
func (s *Service) readyUntil(at time.Time) string {
	if at.IsZero() || s.Now().Sub(at) >= rungs.ReadyFor {
		return ""
	}
	return convert.Stamp(at.Add(rungs.ReadyFor))
}

type historyInput struct {
	ID   string `path:"id"`
	Name string `path:"name"`
}

// history answers with a player's places over time.
func (s *Service) history(ctx context.Context, in *historyInput) (*endpoint.Answer[*LadderHistory], error) {
	_, l, err := s.read(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	events, err := s.eventsOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	out := &LadderHistory{Steps: []LadderStep{}}
	for _, step := range l.History(events, p.ID) {
		out.Steps = append(out.Steps, LadderStep{At: convert.Stamp(step.At), Place: step.Place})
	}
	return endpoint.Reply(out), nil
}
