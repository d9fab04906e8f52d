package teams

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"moyo/catalog"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// listLength is how many teams, or matches of a team, a list shows.
const listLength = 50

// mustJSON returns plain data as JSON.
func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return text
}

// teamSetup returns a game by which the members of a team are ranked.
func teamSetup(rules string) match.Setup {
	g := catalog.GameOf(rules)
	return match.Setup{Board: g.Board, Rules: rules, Clock: usualClock}
}

// usualClock is a clock for which most players have a rating.
const usualClock = "fischer=10m+5s"

// ranked is a player with their strength.
type ranked struct {
	id, name, rank string
	points         float64
}

// rankedOf returns players by strength in games of a setup, the strongest first.
func (s *Service) rankedOf(ctx context.Context, ids []string, setup match.Setup) ([]ranked, error) {
	list := []ranked{}
	for _, id := range ids {
		name, err := s.names.Fresh(ctx, id)
		if err != nil {
			return nil, err
		}
		if name == "" {
			continue
		}
		r := ranked{id: id, name: name, rank: s.Strength(ctx, match.Seat{Kind: match.Human, Player: id}, setup), points: -1}
		if points, known := s.Terms.Points(ctx, id, setup); known {
			r.points = points
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.points, a.points) })
	return list, nil
}

// headOf returns a team's entry in a list.
func headOf(q *squad, me string) TeamHead {
	return TeamHead{
		ID: q.ID, Name: q.Name, About: q.About, Rules: q.Rules, Words: convert.Rules(catalog.Describe(q.Rules)),
		Entry: q.Entry, Members: len(q.mates()), Role: string(q.role(me)),
	}
}

// shown is what everyone may see of a team or a match. Building it looks up each name and rank.
type shown struct {
	members []TeamMember
	boards  []TeamMatchBoard
	sides   [2]TeamMatchSide
}

// viewedFor is the greatest age of names and ranks in views.
const viewedFor = time.Minute

// teamView returns a team as the user sees it.
func (s *Service) teamView(ctx context.Context, id string) (*Team, error) {
	q, err := s.squadOf(ctx, id)
	if err != nil {
		return nil, err
	}
	v, err := s.hub.View(ctx, id, q.Version, func(ctx context.Context) (v shown, err error) {
		v.members, err = s.membersOf(ctx, q, q.mates())
		return v, err
	})
	if err != nil {
		return nil, err
	}
	me := identity.Of(ctx)
	out := &Team{Version: q.Version, Head: headOf(q, me.Player), Members: v.members}
	if teamActs.Check("admit", me, q.captains[me.Player]) == nil {
		out.Code = q.Code
		asked := slices.DeleteFunc(slices.Clone(q.members), func(m member) bool { return m.Role != roleAsked })
		ids := []string{}
		for _, m := range asked {
			ids = append(ids, m.Player)
		}
		if out.Asked, err = s.membersOf(ctx, q, ids); err != nil {
			return nil, err
		}
	}
	out.Matches, err = s.heads(ctx, func() ([]contest, error) { return s.kept.matchesOf(ctx, id, listLength) })
	count(out)
	return out, err
}

// membersOf returns members of a team in wire format, the strongest first.
func (s *Service) membersOf(ctx context.Context, q *squad, ids []string) ([]TeamMember, error) {
	list, err := s.rankedOf(ctx, ids, teamSetup(q.Rules))
	if err != nil {
		return nil, err
	}
	since := map[string]time.Time{}
	for _, m := range q.members {
		since[m.Player] = m.Since
	}
	out := []TeamMember{}
	for _, r := range list {
		out = append(out, TeamMember{Name: r.name, Rank: r.rank, Captain: q.captains[r.id], Since: convert.Stamp(since[r.id])})
	}
	return out, nil
}

// count counts a team's won, drawn and lost matches.
func count(t *Team) {
	for _, m := range t.Matches {
		won := sideNames[home]
		if m.Guest.ID == t.Head.ID {
			won = sideNames[guest]
		}
		switch m.Winner {
		case "":
		case string(drawn):
			t.Drawn++
		case won:
			t.Won++
		default:
			t.Lost++
		}
	}
}

// heads returns the matches' entries in a list. It leaves out an unreadable match.
func (s *Service) heads(ctx context.Context, list func() ([]contest, error)) ([]TeamMatchHead, error) {
	matches, err := list()
	out := []TeamMatchHead{}
	names := map[string]string{}
	for _, m := range matches {
		b, err := bodyOf(m)
		if err != nil {
			s.Log.Error("a match of teams is not listed", "err", err)
			continue
		}
		h, err := s.matchHead(ctx, m, b, names)
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, err
}

// matchHead returns a match's entry in a list. names are the known names of teams.
func (s *Service) matchHead(ctx context.Context, m contest, b body, names map[string]string) (TeamMatchHead, error) {
	words := convert.ConditionsOf(ctx, s.Boards, b.Setup.Board, b.Setup.Rules, b.Setup.Clock)
	h := TeamMatchHead{
		ID: m.ID, Phase: m.Phase, Boards: b.Setup.Boards, Left: b.left(), Begins: convert.Stamp(b.Begins), Board: b.Setup.Board,
		BoardTitle: words.BoardTitle, GameTitle: words.GameTitle, RulesText: words.RulesText, Rules: b.Setup.Rules,
		Words: words.Words, Clock: b.Setup.Clock, ClockText: words.ClockText, Speed: words.Speed, Rated: b.Setup.Rated,
	}
	points := b.halves()
	for side, of := range []struct {
		id   string
		into *TeamMatchTeam
	}{{m.Home, &h.Home}, {m.Guest, &h.Guest}} {
		name, known := names[of.id]
		if !known && of.id != "" {
			t, err := s.kept.one(ctx, of.id)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return h, err
			}
			name = t.Name
			names[of.id] = name
		}
		*of.into = TeamMatchTeam{ID: of.id, Name: name, Points: float64(points[side]) / 2}
	}
	if m.Phase == over {
		h.Winner, h.By = b.verdict()
	}
	return h, nil
}

// matchView returns a match as the user sees it.
func (s *Service) matchView(ctx context.Context, id string) (*TeamMatch, error) {
	m, b, err := s.match(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &TeamMatch{Version: m.Version, Setup: b.Setup, Why: b.Why}
	if m.Phase == proposed || m.Phase == lining && !b.bothReady() {
		out.Until = convert.Stamp(b.Until)
	}
	if out.Head, err = s.matchHead(ctx, m, b, map[string]string{}); err != nil {
		return nil, err
	}
	v, err := s.hub.View(ctx, id, m.Version, func(ctx context.Context) (shown, error) { return s.tables(ctx, id, b) })
	if err != nil {
		return nil, err
	}
	out.Home, out.Guest, out.Boards = v.sides[home], v.sides[guest], v.boards
	return out, s.forCaptains(ctx, m, b, out)
}

// tables returns what everyone may see of the players: line-ups only when both teams have given theirs.
func (s *Service) tables(ctx context.Context, id string, b body) (v shown, err error) {
	for side, l := range b.Sides {
		v.sides[side].Ready = l.ready()
		if b.bothReady() {
			if v.sides[side].Line, v.sides[side].Reserves, err = s.lineOf(ctx, l, b); err != nil {
				return v, err
			}
		}
	}
	setup := gameSetup(b.Setup)
	v.boards = []TeamMatchBoard{}
	for i, t := range b.Boards {
		w := TeamMatchBoard{Number: i + 1, Result: string(t.Result)}
		for side, into := range []*TeamMatchPlayer{&w.Home, &w.Guest} {
			if *into, err = s.playerOf(ctx, t.Players[side], setup); err != nil {
				return v, err
			}
		}
		if !b.Setup.Handicap {
			w.Black = sideNames[guest]
			if t.HomeBlack {
				w.Black = sideNames[home]
			}
		}
		if t.Game {
			w.Game = gameID(id, i+1)
		}
		v.boards = append(v.boards, w)
	}
	return v, nil
}

// playerOf returns a player in wire format.
func (s *Service) playerOf(ctx context.Context, id string, setup match.Setup) (TeamMatchPlayer, error) {
	if id == "" {
		return TeamMatchPlayer{}, nil
	}
	name, err := s.names.Fresh(ctx, id)
	return TeamMatchPlayer{Name: name, Rank: s.Strength(ctx, match.Seat{Kind: match.Human, Player: id}, setup)}, err
}

// lineOf returns a line-up in wire format.
func (s *Service) lineOf(ctx context.Context, l lineUp, b body) (line, reserves []TeamMatchPlayer, err error) {
	for _, part := range []struct {
		ids  []string
		into *[]TeamMatchPlayer
	}{{l.Line, &line}, {l.Reserves, &reserves}} {
		for _, id := range part.ids {
			p, err := s.playerOf(ctx, id, gameSetup(b.Setup))
			if err != nil {
				return nil, nil, err
			}
			*part.into = append(*part.into, p)
		}
	}
	return line, reserves, nil
}

// forCaptains adds what only a team's captains see: their line-up, and the players to choose from.
func (s *Service) forCaptains(ctx context.Context, m contest, b body, out *TeamMatch) error {
	me := identity.Of(ctx)
	if me.Player == "" || m.Phase == over || m.Phase == off {
		return nil
	}
	teams, err := s.teamsOf(ctx, m)
	if err != nil {
		return err
	}
	for side, into := range []*TeamMatchSide{&out.Home, &out.Guest} {
		q := teams[side]
		if q == nil || !q.captains[me.Player] {
			continue
		}
		into.Captain = true
		if m.Phase != lining {
			continue
		}
		if into.Line, into.Reserves, err = s.lineOf(ctx, b.Sides[side], b); err != nil {
			return err
		}
		list, err := s.rankedOf(ctx, q.mates(), gameSetup(b.Setup))
		if err != nil {
			return err
		}
		for _, r := range list {
			into.Roster = append(into.Roster, TeamMatchPlayer{Name: r.name, Rank: r.rank})
		}
	}
	return nil
}

// followed returns a stream of a view.
func followed[T any](s *Service, view func(ctx context.Context, id string) (T, error)) http.HandlerFunc {
	return document.Follow(s.ctx, s.hub, func(ctx context.Context, id string) (document.Shown[T], error) {
		return document.Show(view(ctx, id))
	})
}
