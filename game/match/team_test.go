package match

import (
	"encoding/json"
	"testing"
	"time"

	"moyo/game"
)

func partner(id string) Partner { return Partner{Name: "N" + id, Player: id} }

// teams returns the setup of a game between people, given by their ids, every second one on White's
// side; "" is a free place.
func teams(partners int, ids ...string) *Setup {
	s := &Setup{Board: "grid:5", Rules: "weiqi", Partners: partners}
	for i, id := range ids {
		seat := &s.Black
		if i%2 == 1 {
			seat = &s.White
		}
		if id != "" {
			seat.Team[i/2] = partner(id)
		}
	}
	return s
}

func beginTeams(t *testing.T, s *Setup) *Match {
	t.Helper()
	m, err := New(mustBoard(t, "grid:5"), mustRules(t, "komi=0.5"), Event{Kind: Created, At: start, Setup: s})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// at returns an event of the partner at a place.
func at(e Event, place int) Event {
	e.Place = place
	return e
}

// TestTurnsOfTeams: partners alternate, however many they are; a pass is a turn, and a move that
// was taken back is not. Seats describe the next partner.
func TestTurnsOfTeams(t *testing.T) {
	for partners := 2; partners <= MaxPartners; partners++ {
		ids := []string{"a", "b", "c", "d", "e", "f", "g", "h"}[:2*partners]
		m := beginTeams(t, teams(partners, ids...))
		if m.Phase() != Playing || m.Partners() != partners {
			t.Fatalf("%d: %s", partners, m.Phase())
		}
		for turn := range 3 * len(ids) {
			side, place := game.Color(1+turn%2), turn/2%partners
			if m.Turn() != side || m.Next(side) != place || m.Seat(side).Player != ids[turn%len(ids)] ||
				m.Seat(side).Name != "N"+ids[turn%len(ids)] {
				t.Fatalf("%d on a side, turn %d: %s at %d, %+v", partners, turn, m.Turn(), m.Next(side), m.Seat(side))
			}
			what := game.Move(turn % 20)
			if turn%5 == 4 {
				what = game.Pass
			}
			for other := range partners {
				if other != place {
					refused(t, m, CodeNotYourTurn, at(move(side, what), other))
				}
			}
			refused(t, m, CodeNotYourTurn, at(move(side.Other(), what), place))
			refused(t, m, CodeBadEvent, at(move(side, what), partners))
			refused(t, m, CodeBadEvent, at(move(side, what), -1))
			if turn < 20 {
				must(t, m, at(move(side, what), place))
				continue
			}
			break
		}
	}
	m := beginTeams(t, teams(2, "a", "b", "c", "d"))
	must(t, m, move(game.Black, 1), move(game.White, 2), at(move(game.Black, 3), 1), at(move(game.White, 4), 1), move(game.Black, 5))
	must(t, m, at(Event{Kind: Asked, At: start, By: game.White}, 0), at(Event{Kind: Granted, At: start, By: game.Black}, 1))
	if m.Ply() != 3 || m.Turn() != game.White || m.Next(game.White) != 1 || m.Next(game.Black) != 0 || m.Seat(game.White).Player != "d" {
		t.Errorf("after taking back %d: next %d and %d", m.Ply(), m.Next(game.Black), m.Next(game.White))
	}
	must(t, m, at(move(game.White, game.Pass), 1), move(game.Black, game.Pass))
	if m.Phase() != Counting {
		t.Fatal(m.Phase())
	}
	must(t, m, Event{Kind: Scoring, At: start}, at(Event{Kind: Resumed, At: start, By: game.White}, 1))
	refused(t, m, CodeNotYourTurn, at(move(game.White, 7), 1))
	must(t, m, move(game.White, 7), at(move(game.Black, game.Pass), 1), at(move(game.White, game.Pass), 1))
	must(t, m, Event{Kind: Scoring, At: start}, at(Event{Kind: Accepted, At: start, By: game.Black}, 1),
		at(Event{Kind: Accepted, At: start, By: game.White}, 1))
	if m.Phase() != Finished || m.Outcome().How != "score" {
		t.Errorf("one of each side has agreed: %s", m.Phase())
	}
}

// TestTeamsWithHandicap: handicap stones are not turns.
func TestTeamsWithHandicap(t *testing.T) {
	s := teams(2, "a", "b", "c", "d")
	s.Board = "grid:9"
	m, err := New(mustBoard(t, "grid:9"), mustRules(t, "komi=0.5,handicap=3"), Event{Kind: Created, At: start, Setup: s})
	if err != nil {
		t.Fatal(err)
	}
	refused(t, m, CodeNotYourTurn, at(move(game.White, 0), 1))
	must(t, m, move(game.White, 0), move(game.Black, 1))
	refused(t, m, CodeNotYourTurn, move(game.White, 2))
	must(t, m, at(move(game.White, 2), 1), at(move(game.Black, 3), 1), move(game.White, 4))
}

// TestOneForTheSide: any partner may do what is not a turn.
func TestOneForTheSide(t *testing.T) {
	five := func() *Match {
		m, err := New(mustBoard(t, "grid:15"), mustGomoku(t, "n=5"), Event{Kind: Created, At: start, Setup: teams(2, "a", "b", "c", "d")})
		if err != nil {
			t.Fatal(err)
		}
		must(t, m, move(game.Black, 1), move(game.White, 2), at(move(game.Black, 3), 1))
		return m
	}
	m := five()
	must(t, m, Event{Kind: Offered, At: start, By: game.Black}, at(Event{Kind: Agreed, At: start, By: game.White}, 1))
	if m.Result() != "0" {
		t.Error(m.Result())
	}
	m = five()
	must(t, m, at(Event{Kind: Offered, At: start, By: game.Black}, 1))
	refused(t, m, CodeNotNow, Event{Kind: Offered, At: start, By: game.Black}) // their partner has
	must(t, m, at(Event{Kind: Declined, At: start, By: game.White}, 1), at(Event{Kind: Resigned, At: start, By: game.White}, 1))
	if m.Result() != "B+R" || m.Winner() != game.Black {
		t.Error(m.Result())
	}
}

// TestPlacesAreTaken: the game waits for all players; places can be chosen and given back until then.
func TestPlacesAreTaken(t *testing.T) {
	join := func(side game.Color, place int, id string) Event {
		return Event{Kind: Joined, At: start, By: side, Place: place, Seat: &Seat{Kind: Human, Name: "N" + id, Player: id}}
	}
	m := beginTeams(t, teams(2, "", "b"))
	if m.Phase() != Waiting || m.Seat(game.Black).Kind != Open || m.Seat(game.White).Kind != Human {
		t.Fatalf("%s %+v", m.Phase(), m.Setup())
	}
	if side, place := m.Maker(); side != game.White || place != 0 {
		t.Errorf("made by %s %d", side, place)
	}
	if side, place, ok := m.Setup().FirstFree(game.Empty); !ok || side != game.Black || place != 0 {
		t.Error(side, place, ok)
	}
	if side, place, ok := m.Setup().FirstFree(game.White); !ok || side != game.White || place != 1 {
		t.Error(side, place, ok)
	}
	for _, c := range []struct {
		code string
		e    Event
	}{
		{CodeWaiting, move(game.Black, 1)},
		{CodeSeatTaken, join(game.White, 0, "x")},
		{CodeSeatTaken, join(game.Black, 0, "b")},
		{CodeBadEvent, join(game.Black, 2, "x")},
		{CodeBadEvent, join(game.Black, -1, "x")},
		{CodeBadEvent, join(game.Black, 0, "")},
		{CodeBadEvent, Event{Kind: Joined, At: start, By: game.Black, Seat: &Seat{Kind: Human, Player: "x"}, Setup: teams(2, "x", "b")}},
		{CodeBadEvent, Event{Kind: Freed, At: start, By: game.Black}},
		{CodeNotAllowed, Event{Kind: Freed, At: start, By: game.White}}, // the maker
	} {
		refused(t, m, c.code, c.e)
	}
	if fx := must(t, m, join(game.Black, 1, "c")); !fx.Players || fx.Phase {
		t.Errorf("%+v", fx)
	}
	refused(t, m, CodeNotAllowed, at(Event{Kind: Cancelled, At: start, By: game.Black}, 1))
	refused(t, m, CodeNotAllowed, at(Event{Kind: Resigned, At: start, By: game.Black}, 1))
	if fx := must(t, m, at(Event{Kind: Freed, At: start, By: game.Black}, 1)); !fx.Players || m.Seat(game.Black) != (Seat{Kind: Open}) {
		t.Errorf("%+v %+v", fx, m.Seat(game.Black))
	}
	must(t, m, join(game.Black, 0, "a"), join(game.White, 1, "d"))
	refused(t, m, CodeSeatTaken, join(game.White, 0, "x"))
	if fx := must(t, m, join(game.Black, 1, "c")); !fx.Phase || m.Phase() != Playing {
		t.Errorf("%+v %s", fx, m.Phase())
	}
	refused(t, m, CodeSeatTaken, join(game.Black, 1, "x"))
	refused(t, m, CodeNotNow, at(Event{Kind: Freed, At: start, By: game.Black}, 1))
	for _, id := range []string{"a", "b", "c", "d"} {
		if !m.Seat(game.Black).Has(id) && !m.Seat(game.White).Has(id) {
			t.Errorf("%s has no place", id)
		}
	}
	if len(m.Setup().Players()) != 4 || m.Seat(game.Black).Has("") {
		t.Errorf("%v", m.Setup().Players())
	}
	off := beginTeams(t, teams(2, "", "b"))
	must(t, off, Event{Kind: Cancelled, At: start, By: game.White})
	if off.Result() != "Void" {
		t.Error(off.Result())
	}
	refused(t, begin(t, ada, bo), CodeNotAllowed, Event{Kind: Freed, At: start, By: game.White})
	refused(t, begin(t, ada, bo), CodeBadEvent, at(move(game.Black, 1), 1))
}

// TestBadTeams: invalid games of several people on a side.
func TestBadTeams(t *testing.T) {
	for name, change := range map[string]func(*Setup){
		"one on a side": func(s *Setup) { s.Partners = 1 }, "too many": func(s *Setup) { s.Partners = MaxPartners + 1 },
		"fewer than none": func(s *Setup) { s.Partners = -2 },
		"rated":           func(s *Setup) { s.Rated = true }, "by lot": func(s *Setup) { s.Colors = ByChance },
		"twice":       func(s *Setup) { s.White.Team[1] = partner("a") },
		"at no place": func(s *Setup) { s.White.Team[2] = partner("x") }, "no id": func(s *Setup) { s.White.Team[1] = Partner{Name: "x"} },
		"no players": func(s *Setup) { s.Black, s.White = Seat{}, Seat{} },
		"an engine":  func(s *Setup) { s.White = bot }, "a host": func(s *Setup) { s.White.Host = true },
		"more time": func(s *Setup) { s.White.Extra = 5 }, "a team alone": func(s *Setup) { s.Partners = 0 },
	} {
		s := teams(2, "a", "b", "c", "d")
		change(s)
		if _, err := New(mustBoard(t, "grid:5"), mustRules(t, "komi=0.5"), Event{Kind: Created, At: start, Setup: s}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	for opening, want := range map[string]bool{"n=5": true, "n=5,opening=swap2": false, "n=5,opening=pro": false} {
		_, err := New(mustBoard(t, "grid:15"), mustGomoku(t, opening), Event{Kind: Created, At: start, Setup: teams(2, "a", "b", "c", "d")})
		if (err == nil) != want {
			t.Errorf("%s: %v", opening, err)
		}
	}
}

// TestTeamsReplayed: the log rebuilds everything, also after JSON encoding.
func TestTeamsReplayed(t *testing.T) {
	first := Event{Kind: Created, At: start, Setup: teams(2, "a", "b", "c")}
	log := []Event{
		first, {Kind: Joined, At: start, By: game.White, Place: 1, Seat: &Seat{Kind: Human, Name: "Nd", Player: "d", Rank: "5k"}},
		move(game.Black, 1), move(game.White, 2), at(move(game.Black, 3), 1), at(Event{Kind: Resigned, At: start, By: game.White}, 1),
	}
	body, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	var again []Event
	if err := json.Unmarshal(body, &again); err != nil {
		t.Fatal(err)
	}
	m, err := Replay(mustBoard(t, "grid:5"), mustRules(t, "komi=0.5"), again)
	if err != nil || m.Result() != "B+R" || m.Seat(game.White).Team[1].Rank != "5k" || m.Next(game.White) != 1 {
		t.Fatalf("%v: %+v", err, m)
	}
	if first.Setup.Black.Kind != "" || first.Setup.White.Team[1] != (Partner{}) {
		t.Errorf("the match has changed its log: %+v", first.Setup)
	}
	if next := teams(3, "a", "", "b", "", "c").Black.Team.Rotated(3); next != (Team{partner("c"), partner("a"), partner("b")}) {
		t.Errorf("rotated: %+v", next)
	}
	m.Call(game.Black, Seat{Name: "x", Team: Team{{Name: "x"}, {Name: "y", Rank: "1d"}}})
	if team := m.Seat(game.Black).Team; team[1] != (Partner{Name: "y", Player: "c", Rank: "1d"}) || team[0].Player != "a" {
		t.Errorf("called %+v", team)
	}
}

// TestTeamsClock: a side has one clock, and no vacation stops it.
func TestTeamsClock(t *testing.T) {
	s := teams(2, "a", "b", "c", "d")
	s.Clock = "correspondence=3d"
	m := beginTeams(t, s)
	if m.HasVacations() {
		t.Error("a vacation holds up three others")
	}
	must(t, m, move(game.Black, 1), move(game.White, 2), at(Event{Kind: Paused, At: start, By: game.Black}, 0))
	if !m.Paused(game.Black) {
		t.Error("not paused")
	}
	must(t, m, at(move(game.Black, 3), 1))
	if m.Paused(game.Black) {
		t.Error("their partner has moved")
	}
	used := 40 * 24 * time.Hour
	must(t, m, Event{Kind: Flagged, At: start, By: game.White, Elapsed: used.Milliseconds()})
	if m.Result() != "B+T" {
		t.Error(m.Result())
	}
}

// TestFreedInAFullLog: even in a nearly full log of a waiting game, a place can be given back and is counted; it
// cannot be taken again.
func TestFreedInAFullLog(t *testing.T) {
	m := beginTeams(t, teams(2, "a"))
	join := Event{Kind: Joined, At: start, By: game.White, Seat: &Seat{Kind: Human, Player: "b"}}
	for m.Version() < MaxEvents-4 {
		must(t, m, join, Event{Kind: Freed, At: start, By: game.White})
	}
	if m.Version() != MaxEvents-3 || m.Seat(game.White).Has("b") || m.Freed("b") != MaxEvents/2-2 || m.Freed("a") != 0 {
		t.Errorf("version %d, freed %d times", m.Version(), m.Freed("b"))
	}
	refused(t, m, CodeTooLong, join)
	must(t, m, Event{Kind: Cancelled, At: start, By: game.Black})
}
