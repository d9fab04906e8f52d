package server

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/server/base/wire"
	"moyo/server/club/teams"
	"moyo/server/people/account"
	"moyo/server/people/moderation"
	"moyo/server/play/lobby"
	"moyo/server/store"
)

// meet is two teams of people who use only the public protocol.
type meet struct {
	t      *testing.T
	home   []*person // the first is the captain
	guest  []*person
	ours   string // ids of the teams
	theirs string
}

// newMeet returns two teams with a number of members, on a server.
func newMeet(t *testing.T, url string, members int) *meet {
	t.Helper()
	m := &meet{t: t}
	for _, side := range []struct {
		name   string
		people *[]*person
		id     *string
	}{{"North", &m.home, &m.ours}, {"South", &m.guest, &m.theirs}} {
		for i := range members {
			*side.people = append(*side.people, newPerson(t, url).signUp(fmt.Sprint(side.name, i+1)))
		}
		var v teams.Team
		(*side.people)[0].must(201, "POST", "/api/teams",
			teams.NewTeam{Name: "The " + side.name, About: "From there", Rules: "weiqi", Entry: "open"}, &v)
		*side.id = v.Head.ID
		for _, p := range (*side.people)[1:] {
			p.must(200, "POST", "/api/teams/"+v.Head.ID+"/acts", teams.TeamAct{Do: "join"}, nil)
		}
	}
	return m
}

// names are the names in a side's line-up.
func names(side string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(side, i+1))
	}
	return list
}

// begin makes the teams agree on a match, and returns it.
func (m *meet) begin(setup teams.TeamMatchSetup) (v teams.TeamMatch) {
	m.t.Helper()
	m.home[0].must(201, "POST", "/api/team-matches", teams.NewTeamMatch{Home: m.ours, Guest: m.theirs, Setup: setup}, &v)
	acts := "/api/team-matches/" + v.Head.ID + "/acts"
	m.guest[0].must(200, "POST", acts, teams.TeamMatchAct{Do: "accept"}, nil)
	m.home[0].must(200, "POST", acts, teams.TeamMatchAct{Do: "lineup", Side: "home", Line: names("North", setup.Boards)}, nil)
	m.guest[0].must(200, "POST", acts, teams.TeamMatchAct{Do: "lineup", Side: "guest", Line: names("South", setup.Boards)}, &v)
	return v
}

// until waits until a match is in a state.
func (m *meet) until(p *person, id, what string, is func(teams.TeamMatch) bool) (v teams.TeamMatch) {
	m.t.Helper()
	until(m.t, what, func() bool {
		status, _ := p.call("GET", "/api/team-matches/"+id, nil, &v)
		return status == 200 && is(v)
	})
	return v
}

var twoBoards = teams.TeamMatchSetup{Boards: 2, Board: "grid:9", Rules: "weiqi", Clock: "absolute=10m", NoShow: 600, Rated: true}

// TestTeamMatch plays a match over the network: captains agree on it, players play, everyone sees
// the score; people change their names, leave, and delete their accounts.
func TestTeamMatch(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		url, _, s := startAt(t, nil)
		m := newMeet(t, url, 3)
		watcher := newPerson(t, url)
		v := m.begin(twoBoards)
		v = m.until(watcher, v.Head.ID, "the games", func(v teams.TeamMatch) bool { return v.Head.Phase == "playing" })
		if v.Boards[0].Home.Name != "North1" || v.Boards[0].Black != "guest" || v.Boards[1].Black != "home" {
			t.Errorf("boards: %+v", v.Boards)
		}
		for _, b := range v.Boards {
			until(t, "the game", func() bool {
				status, _ := watcher.call("GET", "/api/games/"+b.Game, nil, nil)
				return status == 200
			})
		}
		m.home[1].open(v.Boards[1].Game).play("E5") // as Black
		m.guest[1].open(v.Boards[1].Game).play("C3")
		m.guest[1].open(v.Boards[1].Game).must(wire.ClientMessage{Type: "resign"})
		m.until(watcher, v.Head.ID, "the second board", func(v teams.TeamMatch) bool {
			return v.Boards[1].Result == "home" && v.Head.Home.Points == 1
		})
		m.home[0].open(v.Boards[0].Game).must(wire.ClientMessage{Type: "resign"}) // before both have moved
		v = m.until(watcher, v.Head.ID, "the end", func(v teams.TeamMatch) bool { return v.Head.Phase == "over" })
		if v.Boards[0].Result != "guest" && v.Boards[0].Result != "guest-forfeit" || v.Head.Winner != "draw" {
			t.Errorf("at the end: %+v", v)
		}
		var team teams.Team
		watcher.must(200, "GET", "/api/teams/"+m.ours, nil, &team)
		if team.Drawn != 1 || len(team.Members) != 3 || team.Code != "" {
			t.Errorf("the team: %+v", team)
		}
		if text := m.home[2].archive()["teams.json"]; !strings.Contains(text, `"name": "The North"`) ||
			!strings.Contains(text, `"role": "member"`) {
			t.Errorf("archive: %s", text)
		}
		m.home[0].must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "North1"}, nil)
		watcher.must(200, "GET", "/api/teams/"+m.ours, nil, &team)
		if len(team.Members) != 2 || !team.Members[0].Captain && !team.Members[1].Captain {
			t.Errorf("after its captain has left: %+v", team)
		}
		leads := m.home[1] // the member of longest standing leads it; by this clock both are
		if name := leads.me().Name; team.Members[0].Captain != (team.Members[0].Name == name) {
			leads = m.home[2]
		}
		leads.must(200, "POST", "/api/teams/"+m.ours+"/acts", teams.TeamAct{Do: "link"}, &team)
		if team.Code == "" {
			t.Error("who leads the team has no link")
		}
		for _, p := range m.home[1:] {
			p.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: p.me().Name}, nil)
		}
		if n, err := s.teams.CloseUnused(t.Context(), time.UnixMilli(1)); n != 1 || err != nil {
			t.Errorf("%d teams without anybody, %v", n, err)
		}
		watcher.must(404, "GET", "/api/teams/"+m.ours, nil, nil)
		watcher.must(200, "GET", "/api/team-matches/"+v.Head.ID, nil, &v)
		if v.Head.Home.Name != "" || v.Head.Guest.Name != "The South" {
			t.Errorf("without the team: %+v", v.Head)
		}
	})
}

// TestTeamLineUpsUnseen searches for the names of a line-up in everything that others see.
func TestTeamLineUpsUnseen(t *testing.T) {
	t.Parallel()
	m := newMeet(t, startMemory(t), 2)
	var v teams.TeamMatch
	m.home[0].must(201, "POST", "/api/team-matches", teams.NewTeamMatch{Home: m.ours, Guest: m.theirs, Setup: twoBoards}, &v)
	path := "/api/team-matches/" + v.Head.ID
	m.guest[0].must(200, "POST", path+"/acts", teams.TeamMatchAct{Do: "accept"}, nil)
	text := m.home[0].must(200, "POST", path+"/acts", teams.TeamMatchAct{Do: "lineup", Side: "home", Line: []string{"North2", "North1"}}, nil)
	if !strings.Contains(text, "North2") {
		t.Errorf("its captain sees %s", text)
	}
	for _, p := range []*person{m.home[1], m.guest[0], m.guest[1], newPerson(t, m.home[0].url)} {
		for _, at := range []string{path, "/api/teams", "/api/teams/" + m.theirs} {
			if text := p.must(200, "GET", at, nil, nil); strings.Contains(text, "North1") || strings.Contains(text, "North2") {
				t.Errorf("%s says %s", at, text)
			}
		}
	}
}

// TestTeamNames refuses names that look like others' or are reserved for operators, and lets moderators
// rename and close teams.
func TestTeamNames(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	m := newMeet(t, url, 2)
	for name, status := range map[string]int{
		"THE N0RTH": 409, "the-north": 409, "Thе North": 400, "": 400, "Moderators": 400, "12": 400, "The East": 201,
	} {
		m.home[1].must(status, "POST", "/api/teams", teams.NewTeam{Name: name, Rules: "weiqi", Entry: "open"}, nil)
	}
	mo := withRole(t, s, url, store.Moderator, false)
	m.guest[0].must(403, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "rename-team", Team: m.ours, Why: "rude"}, nil)
	mo.must(400, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "rename-team", Team: m.ours}, nil)
	mo.must(400, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "rename-team", Name: "North1", Why: "rude"}, nil)
	mo.must(400, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "warn", Team: m.ours, Why: "rude"}, nil)
	mo.must(404, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "close-team", Team: "none", Why: "rude"}, nil)
	mo.must(201, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "rename-team", Team: m.ours, Why: "rude"}, nil)
	var team teams.Team
	mo.must(200, "GET", "/api/teams/"+m.ours, nil, &team)
	if !strings.HasPrefix(team.Head.Name, "team-") || team.Head.About != "" {
		t.Errorf("renamed: %+v", team.Head)
	}
	m.home[0].must(403, "POST", "/api/teams/"+m.ours+"/acts",
		teams.TeamAct{Do: "change", Name: "The North", Rules: "weiqi", Entry: "open"}, nil)
	m.home[0].must(200, "POST", "/api/teams/"+m.ours+"/acts",
		teams.TeamAct{Do: "change", Name: team.Head.Name, Rules: "weiqi", Entry: "ask"}, nil)
	if text := m.home[0].must(200, "GET", "/api/standing", nil, nil); !strings.Contains(text, "rude") {
		t.Errorf("its captain receives %s", text)
	}
	var deeds moderation.Deeds
	mo.must(200, "GET", "/api/moderation/deeds?name=North1", nil, &deeds)
	if len(deeds.Deeds) != 1 || !strings.Contains(deeds.Deeds[0].Note, "The North") {
		t.Errorf("the log: %+v", deeds)
	}
	var v teams.TeamMatch
	m.guest[0].must(201, "POST", "/api/team-matches", teams.NewTeamMatch{Home: m.theirs, Guest: m.ours, Setup: twoBoards}, &v)
	mo.must(201, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "close-team", Team: m.ours, Why: "rude"}, nil)
	mo.must(404, "GET", "/api/teams/"+m.ours, nil, nil)
	v = m.until(mo, v.Head.ID, "the match of a closed team", func(v teams.TeamMatch) bool { return v.Head.Phase == "off" })
	if v.Why != "closed" {
		t.Errorf("it is off: %s", v.Why)
	}
	m.home[0].must(201, "POST", "/api/teams", teams.NewTeam{Name: "The North", Rules: "weiqi", Entry: "open"}, nil)
}

// TestTeamNews notifies captains of a challenge, and players of the start of their match.
func TestTeamNews(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		m := newMeet(t, startMemory(t), 2)
		v := m.begin(twoBoards)
		has := func(p *person, text string) {
			t.Helper()
			settled(t, text, func() bool { return strings.Contains(p.must(200, "GET", "/api/me/inbox", nil, nil), text) })
		}
		has(m.guest[0], "The North has challenged The South to a match.")
		has(m.home[0], "The South has accepted the challenge of The North.")
		has(m.guest[1], "Your team match has begun. You play on board 2 for The South against The North.")
		if v.Head.ID == "" {
			t.Error("there is no match")
		}
	})
}

// nextOf returns the next message of a stream.
func nextOf[T any](t *testing.T, events <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-events:
	case <-time.After(testTime):
		t.Fatal("nothing is sent")
	}
	return v
}

// TestTeamStream sends changes of a match and a team, with a growing version.
func TestTeamStream(t *testing.T) {
	t.Parallel()
	m := newMeet(t, startMemory(t), 2)
	var v teams.TeamMatch
	m.home[0].must(201, "POST", "/api/team-matches", teams.NewTeamMatch{Home: m.ours, Guest: m.theirs, Setup: twoBoards}, &v)
	matches := eventsOf[teams.TeamMatch](m.home[1], "/api/team-matches/"+v.Head.ID+"/events")
	guests := eventsOf[teams.Team](m.home[1], "/api/teams/"+m.theirs+"/events")
	one, first := nextOf(t, matches), nextOf(t, guests)
	m.guest[0].must(200, "POST", "/api/team-matches/"+v.Head.ID+"/acts", teams.TeamMatchAct{Do: "accept"}, nil)
	two, second := nextOf(t, matches), nextOf(t, guests)
	if one.Head.Phase != "proposed" || two.Head.Phase != "lineup" || two.Version <= one.Version {
		t.Errorf("a match: %+v, then %+v", one.Head, two.Head)
	}
	if first.Matches[0].Phase != "proposed" || second.Matches[0].Phase != "lineup" || second.Version <= first.Version {
		t.Errorf("a team: %+v, then %+v", first, second)
	}
}

// TestTeamMatchKilled repeatedly kills a server while all games of a match begin: none is created twice,
// and none is missing.
func TestTeamMatchKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	m := newMeet(t, url, 4)
	again := func() {
		kill()
		url, kill = startChild(t, dir)
		for _, p := range append(m.home, m.guest...) {
			p.move(url)
		}
	}
	setup := twoBoards
	setup.Boards, setup.Rated = 4, false
	v := m.begin(setup)
	again() // during, before or after the creation of games
	v = m.until(m.home[0], v.Head.ID, "the games", func(v teams.TeamMatch) bool { return v.Head.Phase == "playing" })
	again()
	for i, b := range v.Boards {
		until(t, "a game", func() bool {
			status, _ := m.home[0].call("GET", "/api/games/"+b.Game, nil, nil)
			return status == 200
		})
		m.guest[i].open(b.Game).must(wire.ClientMessage{Type: "resign"})
		if i == 1 {
			again()
		}
	}
	v = m.until(m.home[0], v.Head.ID, "the end", func(v teams.TeamMatch) bool { return v.Head.Phase == "over" })
	if v.Head.Home.Points != 4 || v.Head.Winner != "home" {
		t.Errorf("at the end: %+v", v)
	}
	for _, p := range append(m.home, m.guest...) {
		var page lobby.GamePage
		p.must(200, "GET", "/api/me/games", nil, &page)
		if len(page.Games) != 1 {
			t.Errorf("%s has %d games", p.me().Name, len(page.Games))
		}
	}
}
