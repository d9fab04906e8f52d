package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"moyo/server/store"
)

var (
	manyTeams   = store.TeamBounds{Each: 99, All: 99}
	manyMembers = store.MemberBounds{Members: 99, Asked: 99, Each: 99}
)

// Team returns a new team.
func Team(id string) store.Team {
	return store.Team{
		ID: id, Name: "Team " + id, Skeleton: "team" + id, About: "From \"here\" <é>", Rules: "weiqi", Entry: "ask",
		Code: "code of " + id, Version: 1, Created: store.Milli(noon), Used: store.Milli(noon),
	}
}

// TeamMatch returns a new match.
func TeamMatch(id, home, guest string) store.TeamMatch {
	return store.TeamMatch{
		ID: id, Home: home, Guest: guest, Phase: "proposed", Version: 1,
		Created: store.Milli(noon), Changed: store.Milli(noon), Body: []byte(`{"x":1}`),
	}
}

func mustCreateTeam(t *testing.T, s store.Store, id, captain string) store.Team {
	t.Helper()
	v := Team(id)
	if err := s.CreateTeam(context.Background(), v, captain, manyTeams); err != nil {
		t.Fatal(err)
	}
	return v
}

// wants says where an error is not the one that is wanted.
func wants(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// testTeams changes teams, and finds them by everything by which they are looked for.
func testTeams(t *testing.T, s store.Store) {
	ctx := context.Background()
	a, b := mustCreateTeam(t, s, "a", "ada"), mustCreateTeam(t, s, "b", "bo")
	same := func(got store.Team, err error, want store.Team) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v\nwant %+v", got, err, want)
		}
	}
	got, err := s.Team(ctx, "a")
	same(got, err, a)
	next := a
	next.Created = later(9) // which does not change
	next.Name = "Other"
	next.Skeleton = "other"
	next.About = ""
	next.Rules = "gomoku"
	next.Entry = "open"
	next.Code = "new"
	next.Version = 2
	next.Used = later(2)
	wants(t, "saved", s.SaveTeam(ctx, next), nil)
	next.Created = a.Created
	got, err = s.TeamByCode(ctx, "new")
	same(got, err, next)
	_, err = s.TeamByCode(ctx, a.Code)
	wants(t, "by the code of before", err, store.ErrNotFound)
	var conflict *store.Conflict
	if err := s.SaveTeam(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	for _, taken := range []store.Team{{Skeleton: b.Skeleton, Code: "x"}, {Skeleton: "x", Code: b.Code}} {
		taken.ID, taken.Version = "a", 3
		wants(t, "with what another has", s.SaveTeam(ctx, taken), store.ErrExists)
		taken.ID, taken.Version = "c", 1
		wants(t, "a new one with what another has", s.CreateTeam(ctx, taken, "cy", manyTeams), store.ErrExists)
	}
	got, err = s.Team(ctx, "a")
	same(got, err, next)
	none := Team("none")
	none.Version = 2
	wants(t, "none", s.SaveTeam(ctx, none), store.ErrNotFound)
	wants(t, "none", s.DeleteTeam(ctx, "none"), store.ErrNotFound)
	_, err = s.Team(ctx, "none")
	wants(t, "none", err, store.ErrNotFound)

	for _, c := range []struct {
		text  string
		limit int
		want  []string
	}{{"", 9, []string{"a", "b"}}, {"", 1, []string{"a"}}, {"eamb", 9, []string{"b"}}, {"%", 9, nil}, {"_eamb", 9, nil}} {
		list, err := s.Teams(ctx, c.text, c.limit)
		if ids := teamIDs(list); err != nil || !slices.Equal(ids, c.want) {
			t.Errorf("teams like %q: %v %v, want %v", c.text, ids, err, c.want)
		}
	}
	wants(t, "deleted", s.DeleteTeam(ctx, "b"), nil)
	list, err := s.TeamMembers(ctx, "b")
	if err != nil || len(list) > 0 {
		t.Errorf("of a deleted team: %v %v", list, err)
	}
}

func teamIDs(list []store.Team) (ids []string) {
	for _, v := range list {
		ids = append(ids, v.ID)
	}
	return ids
}

// testTeamBounds fills what one captain and all have.
func testTeamBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	bounds := store.TeamBounds{Each: 2, All: 3}
	for _, c := range []struct {
		id, captain string
		want        error
	}{{"a", "ada", nil}, {"b", "ada", nil}, {"c", "ada", store.ErrFull}, {"d", "bo", nil}, {"e", "bo", store.ErrFull}} {
		wants(t, c.id, s.CreateTeam(ctx, Team(c.id), c.captain, bounds), c.want)
		_, err := s.Team(ctx, c.id)
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s is there: %v", c.id, err)
		}
	}
	wants(t, "erased", s.Erase(ctx, store.Player{ID: "cy", Role: store.Deleted}), nil)
	wants(t, "of nobody", s.CreateTeam(ctx, Team("f"), "cy", manyTeams), store.ErrNotFound)
	wants(t, "nobody", s.SetMember(ctx, store.TeamMember{Team: "a", Player: "cy", Role: store.TeamMate, Since: noon}, manyMembers),
		store.ErrNotFound)
}

// testTeamMembers brings people into teams, up to the bounds, and out of them again.
func testTeamMembers(t *testing.T, s store.Store) {
	ctx := context.Background()
	mustCreateTeam(t, s, "a", "ada")
	mustCreateTeam(t, s, "b", "ada")
	bounds := store.MemberBounds{Members: 3, Asked: 2, Each: 2}
	version := 1
	set := func(team, player string, role store.TeamRole, hour int, want error) {
		t.Helper()
		wants(t, fmt.Sprint(player, " as ", role, " of ", team),
			s.SetMember(ctx, store.TeamMember{Team: team, Player: player, Role: role, Since: later(hour)}, bounds), want)
		if want == nil && team == "a" {
			version++
		}
		if v, err := s.Team(ctx, "a"); err != nil || v.Version != version {
			t.Errorf("version %d %v, want %d", v.Version, err, version)
		}
	}
	has := func(want ...string) {
		t.Helper()
		list, err := s.TeamMembers(ctx, "a")
		var got []string
		for _, m := range list {
			got = append(got, fmt.Sprint(m.Player, " ", m.Role, " ", m.Since.Sub(later(0)).Hours()))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("members %q %v\nwant %q", got, err, want)
		}
	}
	set("a", "bo", store.TeamAsked, 2, nil)
	set("a", "cy", store.TeamAsked, 1, nil)
	set("a", "di", store.TeamAsked, 3, store.ErrFull)
	set("a", "bo", store.TeamAsked, 9, nil)
	set("a", "bo", store.TeamMate, 9, nil)
	set("a", "di", store.TeamMate, 3, nil)
	set("a", "cy", store.TeamMate, 9, store.ErrFull)
	set("a", "ada", store.TeamMate, 9, nil) // who is in it already
	set("b", "bo", store.TeamAsked, 4, nil)
	has("ada member 0", "cy asked 1", "bo member 2", "di member 3")
	mustCreateTeam(t, s, "c", "cy")
	set("c", "bo", store.TeamAsked, 5, store.ErrFull) // a third team
	set("none", "bo", store.TeamMate, 5, store.ErrNotFound)
	of, err := s.TeamsOf(ctx, "bo")
	if err != nil ||
		!reflect.DeepEqual(of, []store.TeamMember{
			{Team: "a", Player: "bo", Role: store.TeamMate, Since: later(2)}, {Team: "b", Player: "bo", Role: store.TeamAsked, Since: later(4)},
		}) {
		t.Errorf("teams of bo: %+v %v", of, err)
	}
	wants(t, "gone", s.RemoveMember(ctx, "a", "di"), nil)
	version++
	wants(t, "gone again", s.RemoveMember(ctx, "a", "di"), store.ErrNotFound)
	set("a", "ada", store.TeamCaptain, 9, nil)
	has("ada captain 0", "cy asked 1", "bo member 2")
}

// testTeamMatches writes matches, and counts up the versions of their teams.
func testTeamMatches(t *testing.T, s store.Store) {
	ctx := context.Background()
	mustCreateTeam(t, s, "a", "ada")
	mustCreateTeam(t, s, "b", "bo")
	m := TeamMatch("m", "a", "")
	wants(t, "created", s.CreateTeamMatch(ctx, m, manyTeams), nil)
	wants(t, "a second time", s.CreateTeamMatch(ctx, m, manyTeams), store.ErrExists)
	next := m
	next.Home, next.Created = "c", later(9) // which do not change
	next.Guest, next.Phase, next.Version, next.Changed, next.Body = "b", "lineup", 2, later(1), []byte("two\x00")
	wants(t, "saved", s.SaveTeamMatch(ctx, next), nil)
	next.Home, next.Created = m.Home, m.Created
	got, err := s.TeamMatch(ctx, "m")
	if err != nil || !reflect.DeepEqual(got, next) {
		t.Errorf("%+v %v\nwant %+v", got, err, next)
	}
	var conflict *store.Conflict
	if err := s.SaveTeamMatch(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	for id, want := range map[string]int{"a": 3, "b": 2} {
		if v, err := s.Team(ctx, id); err != nil || v.Version != want {
			t.Errorf("team %s: version %d %v, want %d", id, v.Version, err, want)
		}
	}
	next.ID = "none"
	wants(t, "none", s.SaveTeamMatch(ctx, next), store.ErrNotFound)
	_, err = s.TeamMatch(ctx, "none")
	wants(t, "none", err, store.ErrNotFound)
}

// testTeamMatchBounds fills what one team and all have; those that are over do not count, and those
// that others propose to a team do so apart.
func testTeamMatchBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	bounds := store.TeamBounds{Each: 2, All: 6}
	create := func(id, home, guest string, want error) {
		t.Helper()
		m := TeamMatch(id, home, guest)
		m.Phase = store.TeamMatchProposed
		wants(t, id, s.CreateTeamMatch(ctx, m, bounds), want)
	}
	save := func(id, home, guest, phase string, version int) store.TeamMatch {
		m := TeamMatch(id, home, guest)
		m.Phase, m.Version, m.Changed = phase, version, later(version)
		return m
	}
	create("1", "a", "b", nil)
	create("2", "c", "a", nil)
	create("3", "d", "a", nil)
	create("4", "e", "a", store.ErrFull) // so many wait for an answer
	create("5", "a", "d", nil)
	create("6", "a", "", store.ErrFull)
	wants(t, "accepted", s.AcceptTeamMatch(ctx, save("2", "c", "a", "lineup", 2), 2), store.ErrFull)
	if m, err := s.TeamMatch(ctx, "2"); err != nil || m.Version != 1 || m.Phase != store.TeamMatchProposed {
		t.Errorf("refused: %+v %v", m, err)
	}
	wants(t, "over", s.SaveTeamMatch(ctx, save("1", "a", "b", store.TeamMatchOver, 2)), nil)
	wants(t, "accepted", s.AcceptTeamMatch(ctx, save("2", "c", "a", "lineup", 2), 2), nil)
	if _, late := errors.AsType[*store.Conflict](s.AcceptTeamMatch(ctx, save("2", "c", "a", "lineup", 2), 2)); !late {
		t.Error("a match is accepted twice")
	}
	wants(t, "one more", s.AcceptTeamMatch(ctx, save("3", "d", "a", "lineup", 2), 2), store.ErrFull)
	wants(t, "none", s.AcceptTeamMatch(ctx, save("none", "d", "a", "lineup", 2), 2), store.ErrNotFound)
	create("7", "a", "", store.ErrFull)
	create("8", "e", "a", nil) // only one waits now
	wants(t, "off", s.SaveTeamMatch(ctx, save("5", "a", "d", store.TeamMatchOff, 2)), nil)
	wants(t, "room again", s.AcceptTeamMatch(ctx, save("3", "d", "a", "lineup", 2), 2), nil)
	for _, id := range []string{"9", "10", "11"} {
		create(id, id, "", nil)
	}
	create("12", "x", "", store.ErrFull)
}

// testTeamMatchLists lists matches of a team and in a phase, and forgets those that came to nothing.
func testTeamMatchLists(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, teams := range [][2]string{{"a", "b"}, {"b", "a"}, {"c", "a"}, {"c", "b"}} {
		m := TeamMatch(fmt.Sprint("m", i), teams[0], teams[1])
		m.Created, m.Changed = later(i), later(9-i)
		if i >= 2 {
			m.Phase = store.TeamMatchOff
		}
		wants(t, m.ID, s.CreateTeamMatch(ctx, m, manyTeams), nil)
	}
	is := func(what string, list []store.TeamMatch, err error, want ...string) {
		t.Helper()
		var got []string
		for _, m := range list {
			got = append(got, m.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v %v, want %v", what, got, err, want)
		}
	}
	list, err := s.TeamMatchesOf(ctx, "a", 9)
	is("of a", list, err, "m2", "m1", "m0")
	list, err = s.TeamMatchesOf(ctx, "a", 2)
	is("two of a", list, err, "m2", "m1")
	list, err = s.TeamMatchesIn(ctx, "proposed", 9)
	is("proposed", list, err, "m0", "m1")
	if n, err := s.ForgetTeamMatches(ctx, later(7), 9); err != nil || n != 1 { // m3 is of 6, m2 of 7
		t.Errorf("%d forgotten, %v", n, err)
	}
	if n, err := s.ForgetTeamMatches(ctx, later(99), 0); err != nil || n != 0 {
		t.Errorf("%d forgotten of none, %v", n, err)
	}
	list, err = s.TeamMatchesIn(ctx, store.TeamMatchOff, 9)
	is("off", list, err, "m2")
}

// testUnusedTeams finds teams that nobody uses, or that nobody is in.
func testUnusedTeams(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, id := range []string{"a", "b", "c"} {
		v := mustCreateTeam(t, s, id, "ada"+id)
		v.Version, v.Used = 2, later(i)
		wants(t, id, s.SaveTeam(ctx, v), nil)
	}
	wants(t, "asked", s.SetMember(ctx, store.TeamMember{Team: "c", Player: "bo", Role: store.TeamAsked, Since: noon}, manyMembers), nil)
	find := func(hour, limit int, want ...string) {
		t.Helper()
		list, err := s.UnusedTeams(ctx, later(hour), limit)
		if ids := teamIDs(list); err != nil || !slices.Equal(ids, want) {
			t.Errorf("unused since %d: %v %v, want %v", hour, ids, err, want)
		}
	}
	find(1, 9, "a")
	find(9, 2, "a", "b")
	wants(t, "erased", s.Erase(ctx, store.Player{ID: "adac", Role: store.Deleted}), nil)
	find(1, 9, "a", "c")
}

// testTeamDeeds has moderators rename and close teams.
func testTeamDeeds(t *testing.T, s store.Store) {
	ctx := context.Background()
	a, b := mustCreateTeam(t, s, "a", "ada"), mustCreateTeam(t, s, "b", "bo")
	do := func(c store.TeamChange, want error) {
		t.Helper()
		_, err := s.Act(ctx, store.Deed{At: noon, By: "mo", Kind: store.RenamedTeam, Target: "ada", Why: "rude", Note: "was called so"},
			store.Change{Team: &c, Warning: true})
		wants(t, fmt.Sprint(c), err, want)
	}
	do(store.TeamChange{ID: "a", Name: "Other", Skeleton: b.Skeleton}, store.ErrExists)
	do(store.TeamChange{ID: "none", Name: "Other", Skeleton: "other"}, store.ErrNotFound)
	do(store.TeamChange{ID: "none"}, store.ErrNotFound)
	if deeds, err := s.Deeds(ctx, store.DeedQuery{Limit: 9}); err != nil || len(deeds) > 0 {
		t.Errorf("deeds that were not done: %v %v", deeds, err)
	}
	do(store.TeamChange{ID: "a", Name: "Other", Skeleton: "other", Barred: later(9)}, nil)
	a.Name, a.Skeleton, a.About, a.Version, a.Barred = "Other", "other", "", 2, later(9)
	if got, err := s.Team(ctx, "a"); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("%+v %v\nwant %+v", got, err, a)
	}
	next := a
	next.Version, next.Barred = 3, later(1)
	wants(t, "saved", s.SaveTeam(ctx, next), nil)
	a.Version = 3 // and nothing else: only moderators change that
	if got, err := s.Team(ctx, "a"); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("%+v %v\nwant %+v", got, err, a)
	}
	do(store.TeamChange{ID: "b"}, nil)
	_, err := s.Team(ctx, "b")
	wants(t, "closed", err, store.ErrNotFound)
	if members, err := s.TeamMembers(ctx, "b"); err != nil || len(members) > 0 {
		t.Errorf("of a closed team: %v %v", members, err)
	}
	if warnings, err := s.Warnings(ctx, "ada"); err != nil || len(warnings) != 2 {
		t.Errorf("warnings %v %v", warnings, err)
	}
}
