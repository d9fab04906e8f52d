package tournaments

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"moyo/contest/tournament"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/wire"
)

// The age of what a view shows.
const (
	namesFor = 10 * time.Minute
	arenaOf  = 100 // games of an arena that are shown
)

// summary is what the store keeps for lists: ids, and no names, which change and are erased.
type summary struct {
	wire.TournamentHead
	Champion string `json:"champion,omitempty"` // id of the winner
}

// summaryOf returns the summary of a tournament as JSON.
func (s *Service) summaryOf(ctx context.Context, e *entry) []byte {
	data, err := json.Marshal(summary{s.headOf(ctx, e), winnerOf(e.t)})
	if err != nil {
		panic(err) // plain data
	}
	return data
}

// winnerOf returns the id of the only winner of a tournament, "" if there is no such player.
func winnerOf(t *tournament.Tournament) string {
	if i, ok := t.Winner(); ok {
		return t.Players()[i].ID
	}
	return ""
}

// headOf returns a tournament's entry in a list, without its title and winner.
func (s *Service) headOf(ctx context.Context, e *entry) wire.TournamentHead {
	t, setup := e.t, e.t.Setup()
	words := convert.ConditionsOf(ctx, s.Boards, setup.Board, setup.Rules, setup.Clock)
	h := wire.TournamentHead{
		ID: e.head.ID, Format: string(setup.Format), Phase: string(t.Phase()), Most: setup.Most,
		Round: len(t.Rounds()), Rounds: t.Of(), Begins: convert.Stamp(setup.Begins),
		Rules: setup.Rules, Words: words.Words, GameTitle: words.GameTitle, RulesText: words.RulesText,
		Board: setup.Board, BoardTitle: words.BoardTitle, Clock: setup.Clock, ClockText: words.ClockText, Speed: words.Speed,
		Rated: setup.Rated, Cancelled: t.WasCancelled(),
	}
	if setup.Format == tournament.Arena {
		h.Round = 0
	}
	for _, p := range t.Players() {
		if !p.Withdrawn {
			h.Players++
		}
	}
	return h
}

// show returns a tournament as everyone sees it.
func (s *Service) show(ctx context.Context, id string) (shown document.Shown[*wire.Tournament], err error) {
	err = s.with(ctx, id, func(e *entry) (err error) {
		shown, err = s.hub.View(ctx, id, e.head.Version, func(ctx context.Context) (document.Shown[*wire.Tournament], error) {
			return document.Show(s.viewOf(ctx, e), nil)
		})
		return err
	})
	return shown, err
}

func (s *Service) viewOf(ctx context.Context, e *entry) *wire.Tournament {
	t := e.t
	v := &wire.Tournament{
		Version: t.Version(), Head: s.headOf(ctx, e), Setup: wireSetup(t.Setup(), e.head.Title),
		Director: s.names.Of(ctx, e.head.Owner), Halted: t.Halted(), Why: string(t.Why()), Closes: convert.Stamp(t.Closes()),
		Players: []wire.TournamentPlayer{}, Standings: []wire.TournamentStanding{}, Rounds: roundsOf(e),
	}
	v.Head.Title = e.head.Title
	if id := winnerOf(t); id != "" {
		v.Head.Winner = s.names.Of(ctx, id)
	}
	if t.Phase() == tournament.Running && t.Setup().Format != tournament.Arena {
		v.Next = convert.Stamp(t.Resumes())
	}
	setup := match.Setup{Board: t.Setup().Board, Rules: t.Setup().Rules, Clock: t.Setup().Clock}
	for i, p := range t.Players() {
		seat := match.Seat{Kind: match.Human, Player: p.ID}
		v.Players = append(v.Players, wire.TournamentPlayer{
			Name: s.names.Of(ctx, p.ID), Rank: s.Strengths.Text(ctx, seat, setup), Grade: p.Grade,
			Number: p.Number, Paused: p.Paused, Withdrawn: p.Withdrawn, Game: t.Playing(i),
		})
	}
	for _, l := range t.Standings() {
		v.Standings = append(v.Standings, wire.TournamentStanding{
			Player: l.Player, Place: l.Place, Score: l.Score, Ties: append([]float64{}, l.Ties...), Games: l.Games, Wins: l.Wins, Streak: l.Streak,
		})
	}
	for _, m := range t.Bracket() {
		v.Bracket = append(v.Bracket, wire.TournamentMatch{
			Level: m.Level, Lower: m.Lower, Reset: m.Reset, Sides: m.Sides[:], Winner: m.Winner, Game: m.Game,
		})
	}
	for _, ev := range e.log {
		c := wire.TournamentCorrection{At: convert.Stamp(ev.At), Game: ev.Game, Result: string(ev.Result), Note: ev.Note}
		if ev.Kind == tournament.Withdrew {
			c.Player, c.Result = s.names.Of(ctx, ev.Player), ""
		}
		v.Notes = append(v.Notes, c)
	}
	return v
}

// roundsOf returns the rounds with their games; for an arena the last games, newest first.
func roundsOf(e *entry) []wire.TournamentRound {
	t := e.t
	show := func(g tournament.Game) wire.TournamentGame {
		w := wire.TournamentGame{Number: g.Number, Black: g.Black, White: g.White, Result: string(g.Result)}
		if g.Real {
			w.ID = gameID(e.head.ID, g.Number)
		}
		return w
	}
	rounds := []wire.TournamentRound{}
	if t.Setup().Format == tournament.Arena {
		r := wire.TournamentRound{Games: []wire.TournamentGame{}, Byes: []int{}}
		for _, g := range slices.Backward(t.Games()) {
			if len(r.Games) < arenaOf || g.Result == tournament.Open {
				r.Games = append(r.Games, show(g))
			}
		}
		return append(rounds, r)
	}
	for _, round := range t.Rounds() {
		r := wire.TournamentRound{Games: []wire.TournamentGame{}, Byes: append([]int{}, round.Byes...), Closed: round.Closed}
		for _, n := range round.Games {
			r.Games = append(r.Games, show(t.Games()[n-1]))
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// wireSetup returns a setup in wire format.
func wireSetup(s tournament.Setup, title string) wire.TournamentSetup {
	w := wire.TournamentSetup{
		Title: title, Format: string(s.Format), Rounds: s.Rounds, Minutes: s.Minutes, Bar: s.Bar, Floor: s.Floor,
		Most: s.Most, MinRating: s.MinRating, MaxRating: s.MaxRating, For: string(s.For),
		Late: s.Late, Begins: convert.Stamp(s.Begins), Break: s.Break, NoShow: s.NoShow, Board: s.Board, Rules: s.Rules,
		Clock: s.Clock, Rated: s.Rated, Handicap: s.Handicap, NoVacation: s.NoVacation,
	}
	for _, way := range s.TieBreaks {
		w.TieBreaks = append(w.TieBreaks, string(way))
	}
	return w
}
