package teams

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{
		"Keeps": testKeeps, "Bounds": testBounds, "Members": testMembers, "Matches": testMatches,
		"MatchBounds": testMatchBounds, "MatchLists": testMatchLists, "Unused": testUnused, "Deeds": testDeeds,
	})
}

// many are bounds that no test reaches.
var many = bounds{members: 99, asked: 99, each: 99}

// after returns a time some hours after noon.
func after(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }

// newTeam returns a new team.
func newTeam(id string) team {
	return team{
		ID: id, Name: "Team " + id, Skeleton: "team" + id, About: "From \"here\" <é>", Rules: "weiqi", Entry: "ask",
		Code: "code of " + id, Version: 1, Created: noon, Used: noon,
	}
}

// newMatch returns a new match.
func newMatch(id, home, guest string) contest {
	return contest{
		ID: id, Home: home, Guest: guest, Phase: "proposed", Version: 1,
		Created: noon, Changed: noon, Body: []byte(`{"x":1}`),
	}
}

func mustCreate(t *testing.T, all teams, id, captain string) team {
	t.Helper()
	v := newTeam(id)
	if err := all.create(context.Background(), v, captain, 99, 99); err != nil {
		t.Fatal(err)
	}
	return v
}

// wants checks for a particular error.
func wants(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// testKeeps changes teams, and finds them by every search key.
func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	a, b := mustCreate(t, all, "a", "ada"), mustCreate(t, all, "b", "bo")
	same := func(got team, err error, want team) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v\nwant %+v", got, err, want)
		}
	}
	got, err := all.one(ctx, "a")
	same(got, err, a)
	next := a
	next.Created = after(9) // never changes
	next.Name = "Other"
	next.Skeleton = "other"
	next.About = ""
	next.Rules = "gomoku"
	next.Entry = "open"
	next.Code = "new"
	next.Version = 2
	next.Used = after(2)
	next.Barred = after(1) // changed only by moderators
	wants(t, "saved", all.save(ctx, next), nil)
	next.Created, next.Barred = a.Created, a.Barred
	got, err = all.one(ctx, "a")
	same(got, err, next)
	var conflict *store.Conflict
	if err := all.save(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	for _, taken := range []team{{Skeleton: b.Skeleton, Code: "x"}, {Skeleton: "x", Code: b.Code}} {
		taken.ID, taken.Version = "a", 3
		wants(t, "with another team's keys", all.save(ctx, taken), store.ErrExists)
		taken.ID, taken.Version = "c", 1
		wants(t, "a new one with another team's keys", all.create(ctx, taken, "cy", 99, 99), store.ErrExists)
	}
	got, err = all.one(ctx, "a")
	same(got, err, next)
	none := newTeam("none")
	none.Version = 2
	wants(t, "none", all.save(ctx, none), store.ErrNotFound)
	wants(t, "none", all.remove(ctx, "none"), store.ErrNotFound)
	_, err = all.one(ctx, "none")
	wants(t, "none", err, store.ErrNotFound)

	for _, c := range []struct {
		text  string
		limit int
		want  []string
	}{{"", 9, []string{"a", "b"}}, {"", 1, []string{"a"}}, {"eamb", 9, []string{"b"}}, {"%", 9, nil}, {"_eamb", 9, nil}} {
		list, err := all.like(ctx, c.text, c.limit)
		if ids := idsOf(list); err != nil || !slices.Equal(ids, c.want) {
			t.Errorf("teams like %q: %v %v, want %v", c.text, ids, err, c.want)
		}
	}
	wants(t, "deleted", all.remove(ctx, "b"), nil)
	list, err := all.members(ctx, "b")
	if err != nil || len(list) > 0 {
		t.Errorf("of a deleted team: %v %v", list, err)
	}
}

func idsOf(list []team) (ids []string) {
	for _, v := range list {
		ids = append(ids, v.ID)
	}
	return ids
}

// testBounds reaches the limits of one captain and of all.
func testBounds(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	for _, c := range []struct {
		id, captain string
		want        error
	}{{"a", "ada", nil}, {"b", "ada", nil}, {"c", "ada", store.ErrFull}, {"d", "bo", nil}, {"e", "bo", store.ErrFull}} {
		wants(t, c.id, all.create(ctx, newTeam(c.id), c.captain, 2, 3), c.want)
		_, err := all.one(ctx, c.id)
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s exists: %v", c.id, err)
		}
	}
	wants(t, "erased", s.Erase(ctx, store.Player{ID: "cy", Role: store.Deleted}, Erasure...), nil)
	wants(t, "of a deleted captain", all.create(ctx, newTeam("f"), "cy", 99, 99), store.ErrNotFound)
	wants(t, "a deleted player", all.setMember(ctx, member{Team: "a", Player: "cy", Role: roleMate, Since: noon}, many),
		store.ErrNotFound)
}

// testMembers adds players to teams, up to the bounds, and removes them.
func testMembers(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	mustCreate(t, all, "a", "ada")
	mustCreate(t, all, "b", "ada")
	few := bounds{members: 3, asked: 2, each: 2}
	version := 1
	set := func(team, player string, role role, hour int, want error) {
		t.Helper()
		wants(t, fmt.Sprint(player, " as ", role, " of ", team),
			all.setMember(ctx, member{Team: team, Player: player, Role: role, Since: after(hour)}, few), want)
		if want == nil && team == "a" {
			version++
		}
		if v, err := all.one(ctx, "a"); err != nil || v.Version != version {
			t.Errorf("version %d %v, want %d", v.Version, err, version)
		}
	}
	has := func(want ...string) {
		t.Helper()
		list, err := all.members(ctx, "a")
		var got []string
		for _, m := range list {
			got = append(got, fmt.Sprint(m.Player, " ", m.Role, " ", m.Since.Sub(after(0)).Hours()))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("members %q %v\nwant %q", got, err, want)
		}
	}
	set("a", "bo", roleAsked, 2, nil)
	set("a", "cy", roleAsked, 1, nil)
	set("a", "di", roleAsked, 3, store.ErrFull)
	set("a", "bo", roleAsked, 9, nil)
	set("a", "bo", roleMate, 9, nil)
	set("a", "di", roleMate, 3, nil)
	set("a", "cy", roleMate, 9, store.ErrFull)
	set("a", "ada", roleMate, 9, nil) // already a member
	set("b", "bo", roleAsked, 4, nil)
	has("ada member 0", "cy asked 1", "bo member 2", "di member 3")
	mustCreate(t, all, "c", "cy")
	set("c", "bo", roleAsked, 5, store.ErrFull) // a third team
	set("none", "bo", roleMate, 5, store.ErrNotFound)
	of, err := all.of(ctx, "bo")
	if err != nil ||
		!reflect.DeepEqual(of, []member{
			{Team: "a", Player: "bo", Role: roleMate, Since: after(2)}, {Team: "b", Player: "bo", Role: roleAsked, Since: after(4)},
		}) {
		t.Errorf("teams of bo: %+v %v", of, err)
	}
	wants(t, "gone", all.removeMember(ctx, "a", "di"), nil)
	version++
	wants(t, "gone again", all.removeMember(ctx, "a", "di"), store.ErrNotFound)
	set("a", "ada", roleCaptain, 9, nil)
	has("ada captain 0", "cy asked 1", "bo member 2")
}

// testMatches writes matches, and increments the versions of their teams.
func testMatches(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	mustCreate(t, all, "a", "ada")
	mustCreate(t, all, "b", "bo")
	m := newMatch("m", "a", "")
	wants(t, "created", all.createMatch(ctx, m, 99, 99), nil)
	wants(t, "a second time", all.createMatch(ctx, m, 99, 99), store.ErrExists)
	next := m
	next.Home, next.Created = "c", after(9) // never change
	next.Guest, next.Phase, next.Version, next.Changed, next.Body = "b", "lineup", 2, after(1), []byte("two\x00")
	wants(t, "saved", all.saveMatch(ctx, next), nil)
	next.Home, next.Created = m.Home, m.Created
	got, err := all.match(ctx, "m")
	if err != nil || !reflect.DeepEqual(got, next) {
		t.Errorf("%+v %v\nwant %+v", got, err, next)
	}
	var conflict *store.Conflict
	if err := all.saveMatch(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	for id, want := range map[string]int{"a": 3, "b": 2} {
		if v, err := all.one(ctx, id); err != nil || v.Version != want {
			t.Errorf("team %s: version %d %v, want %d", id, v.Version, err, want)
		}
	}
	next.ID = "none"
	wants(t, "none", all.saveMatch(ctx, next), store.ErrNotFound)
	_, err = all.match(ctx, "none")
	wants(t, "none", err, store.ErrNotFound)
}

// testMatchBounds reaches the limits of one team and of all; finished matches do not count, and others'
// challenges to a team count separately.
func testMatchBounds(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	create := func(id, home, guest string, want error) {
		t.Helper()
		m := newMatch(id, home, guest)
		m.Phase = proposed
		wants(t, id, all.createMatch(ctx, m, 2, 6), want)
	}
	save := func(id, home, guest, phase string, version int) contest {
		m := newMatch(id, home, guest)
		m.Phase, m.Version, m.Changed = phase, version, after(version)
		return m
	}
	create("1", "a", "b", nil)
	create("2", "c", "a", nil)
	create("3", "d", "a", nil)
	create("4", "e", "a", store.ErrFull) // too many wait for an answer
	create("5", "a", "d", nil)
	create("6", "a", "", store.ErrFull)
	wants(t, "accepted", all.acceptMatch(ctx, save("2", "c", "a", "lineup", 2), 2), store.ErrFull)
	if m, err := all.match(ctx, "2"); err != nil || m.Version != 1 || m.Phase != proposed {
		t.Errorf("refused: %+v %v", m, err)
	}
	wants(t, "over", all.saveMatch(ctx, save("1", "a", "b", over, 2)), nil)
	wants(t, "accepted", all.acceptMatch(ctx, save("2", "c", "a", "lineup", 2), 2), nil)
	if _, late := errors.AsType[*store.Conflict](all.acceptMatch(ctx, save("2", "c", "a", "lineup", 2), 2)); !late {
		t.Error("a match is accepted twice")
	}
	wants(t, "one more", all.acceptMatch(ctx, save("3", "d", "a", "lineup", 2), 2), store.ErrFull)
	wants(t, "none", all.acceptMatch(ctx, save("none", "d", "a", "lineup", 2), 2), store.ErrNotFound)
	create("7", "a", "", store.ErrFull)
	create("8", "e", "a", nil) // only one waits now
	wants(t, "off", all.saveMatch(ctx, save("5", "a", "d", off, 2)), nil)
	wants(t, "room again", all.acceptMatch(ctx, save("3", "d", "a", "lineup", 2), 2), nil)
	for _, id := range []string{"9", "10", "11"} {
		create(id, id, "", nil)
	}
	create("12", "x", "", store.ErrFull)
}

// testMatchLists lists matches of a team and in a phase, and deletes called-off ones.
func testMatchLists(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	for i, teams := range [][2]string{{"a", "b"}, {"b", "a"}, {"c", "a"}, {"c", "b"}} {
		m := newMatch(fmt.Sprint("m", i), teams[0], teams[1])
		m.Created, m.Changed = after(i), after(9-i)
		if i >= 2 {
			m.Phase = off
		}
		wants(t, m.ID, all.createMatch(ctx, m, 99, 99), nil)
	}
	is := func(what string, list []contest, err error, want ...string) {
		t.Helper()
		var got []string
		for _, m := range list {
			got = append(got, m.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v %v, want %v", what, got, err, want)
		}
	}
	list, err := all.matchesOf(ctx, "a", 9)
	is("of a", list, err, "m2", "m1", "m0")
	list, err = all.matchesOf(ctx, "a", 2)
	is("two of a", list, err, "m2", "m1")
	list, err = all.matchesIn(ctx, "proposed", 9)
	is("proposed", list, err, "m0", "m1")
	if n, err := all.forgetMatches(ctx, after(7), 9); err != nil || n != 1 { // m3 is of 6, m2 of 7
		t.Errorf("%d forgotten, %v", n, err)
	}
	if n, err := all.forgetMatches(ctx, after(99), 0); err != nil || n != 0 {
		t.Errorf("%d forgotten of none, %v", n, err)
	}
	list, err = all.matchesIn(ctx, off, 9)
	is("off", list, err, "m2")
}

// testUnused finds unused teams, and teams without members.
func testUnused(t *testing.T, s store.Store) {
	ctx, all := context.Background(), teams{s}
	for i, id := range []string{"a", "b", "c"} {
		v := mustCreate(t, all, id, "ada"+id)
		v.Version, v.Used = 2, after(i)
		wants(t, id, all.save(ctx, v), nil)
	}
	wants(t, "asked", all.setMember(ctx, member{Team: "c", Player: "bo", Role: roleAsked, Since: noon}, many), nil)
	find := func(hour, limit int, want ...string) {
		t.Helper()
		list, err := all.unused(ctx, after(hour), limit)
		if ids := idsOf(list); err != nil || !slices.Equal(ids, want) {
			t.Errorf("unused since %d: %v %v, want %v", hour, ids, err, want)
		}
	}
	find(1, 9, "a")
	find(9, 2, "a", "b")
	wants(t, "erased", s.Erase(ctx, store.Player{ID: "adac", Role: store.Deleted}, Erasure...), nil)
	find(1, 9, "a", "c")
}

// testDeeds lets moderators rename and close teams.
func testDeeds(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		err1 := storetest.Insert(ctx, s, `INSERT INTO teams (id, name, skeleton, about, rules, entry, code, version, created, used)
			VALUES (?1, 'Team', ?1, 'About', 'weiqi', 'ask', ?1, 1, 0, 0)`, id)
		err2 := storetest.Insert(ctx, s, `INSERT INTO team_members (team, player, role, since) VALUES (?, 'ada', 'captain', 0)`, id)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
	type row struct {
		id, name, skeleton, about string
		version                   int
		barred                    int64
	}
	has := func(want ...row) {
		t.Helper()
		got, err := store.List(ctx, s, func(r store.Row) (v row, err error) {
			err = r.Scan(&v.id, &v.name, &v.skeleton, &v.about, &v.version, &v.barred)
			return v, err
		}, `SELECT id, name, skeleton, about, version, coalesce(barred, 0) FROM teams ORDER BY id`)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("teams %+v %v\nwant %+v", got, err, want)
		}
	}
	do := func(what string, change store.Also, want error) {
		t.Helper()
		_, err := s.Act(ctx, store.Deed{At: noon, By: "mo", Kind: store.RenamedTeam, Target: "ada", Why: "rude", Note: "was called so"},
			store.Change{Also: []store.Also{change}, Warning: true})
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	service, barred := &Service{}, noon.Add(9*time.Hour)
	b := row{"b", "Team", "b", "About", 1, 0}
	do("the name of another", service.Renaming("a", "Other", "b", barred), store.ErrExists)
	do("no team renamed", service.Renaming("none", "Other", "other", barred), store.ErrNotFound)
	do("no team closed", service.Closing("none"), store.ErrNotFound)
	has(row{"a", "Team", "a", "About", 1, 0}, b)
	if deeds, err := s.Deeds(ctx, store.DeedQuery{Limit: 9}); err != nil || len(deeds) > 0 {
		t.Errorf("refused deeds in the log: %v %v", deeds, err)
	}
	do("renamed", service.Renaming("a", "Other", "other", barred), nil)
	has(row{"a", "Other", "other", "", 2, barred.UnixMilli()}, b)
	do("closed", service.Closing("a"), nil)
	has(b)
	in, err := store.List(ctx, s, store.Value[string], `SELECT team FROM team_members`)
	if err != nil || !slices.Equal(in, []string{"b"}) {
		t.Errorf("the team still has members: %v %v", in, err)
	}
	if warnings, err := s.Warnings(ctx, "ada"); err != nil || len(warnings) != 2 {
		t.Errorf("warnings %v %v", warnings, err)
	}
}
