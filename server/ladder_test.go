package server

import (
	"net/http"
	"path/filepath"
	"testing"

	"moyo/server/base/cluster"
	"moyo/server/base/wire"
	"moyo/server/club/ladders"
	"moyo/server/people/admin"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// clubLadder is a ladder of correspondence games.
var clubLadder = ladders.LadderSetup{
	Title: "Club", Board: "grid:5", Rules: "gomoku:n=4", Clock: "correspondence=3d", Reach: 3, Out: 2, In: 2, Days: 5, Pause: 7, Most: 20,
}

// newLadder returns the path of a ladder that the first person has made and all have joined, in order.
func newLadder(people ...*person) string {
	people[0].t.Helper()
	var v ladders.Ladder
	people[0].must(http.StatusCreated, "POST", "/api/ladders", clubLadder, &v)
	for _, p := range people {
		p.must(http.StatusOK, "POST", "/api/ladders/"+v.Head.ID+"/acts", ladders.LadderAct{Do: "join"}, nil)
	}
	return "/api/ladders/" + v.Head.ID
}

// mustStand waits until people are on a ladder in an order.
func mustStand(p *person, at string, names ...string) (v ladders.Ladder) {
	p.t.Helper()
	until(p.t, "the places", func() bool {
		p.must(http.StatusOK, "GET", at, nil, &v)
		if len(v.Players) != len(names) {
			return false
		}
		for i, name := range names {
			if v.Players[i].Name != name {
				return false
			}
		}
		return true
	})
	return v
}

// TestLadder plays a challenge over the network, with a kill -9 between its steps.
func TestLadder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	ada, bo, cy := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo"), newPerson(t, url).signUp("Cy")
	again := func() {
		t.Helper()
		kill()
		url, kill = startChild(t, dir)
		for _, p := range []*person{ada, bo, cy} {
			p.move(url)
		}
	}
	at := newLadder(ada, bo, cy)
	again()
	mustStand(ada, at, "Ada", "Bo", "Cy")
	var v ladders.Ladder
	cy.must(http.StatusOK, "POST", at+"/acts", ladders.LadderAct{Do: "challenge", Player: "Ada"}, &v)
	again()
	until(t, "the game", func() bool {
		cy.must(http.StatusOK, "GET", at, nil, &v)
		return len(v.Challenges) == 1 && v.Challenges[0].Game != ""
	})
	game := v.Challenges[0].Game
	cy.must(http.StatusBadRequest, "POST", at+"/acts", ladders.LadderAct{Do: "challenge", Player: "Ada"}, nil)
	black, white := cy.open(game), ada.open(game) // by the number of the challenge
	black.play("A1")
	white.untilState("a move", func(st wire.State) bool { return st.Ply == 1 })
	white.play("B1")
	white.must(wire.ClientMessage{Type: "resign", ID: "r"})
	again()
	v = mustStand(ada, at, "Cy", "Ada", "Bo")
	if len(v.Challenges) != 0 || v.Last[0].Kind != "won" {
		t.Errorf("%+v", v)
	}
	again()
	until(t, "Bo's notification", func() bool {
		var inbox notify.Inbox
		bo.must(http.StatusOK, "GET", "/api/me/inbox", nil, &inbox)
		said := 0
		for _, n := range inbox.Notifications {
			if n.Kind == "ladder" && n.Text == "Cy has passed you: you are now at place 3 on the ladder Club." {
				said++
			}
		}
		return said == 1
	})
}

// TestLadderGuests lets everyone see a ladder. Guests may do nothing else; nor may suspended players, who cannot be challenged.
func TestLadderGuests(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	ada, bo, guest := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo"), newPerson(t, url)
	at := newLadder(ada, bo)
	guest.must(http.StatusOK, "GET", at, nil, nil)
	guest.must(http.StatusOK, "GET", at+"/history/Bo", nil, nil)
	guest.must(http.StatusUnauthorized, "POST", at+"/acts", ladders.LadderAct{Do: "join"}, nil)
	guest.must(http.StatusNotFound, "GET", "/api/ladders/none", nil, nil)
	guest.must(http.StatusNotFound, "GET", "/api/ladders/none/events", nil, nil)
	bo.must(http.StatusForbidden, "PUT", at, clubLadder, nil)
	bo.must(http.StatusForbidden, "POST", at+"/acts", ladders.LadderAct{Do: "remove", Player: "Ada"}, nil)
	bo.must(http.StatusBadRequest, "POST", at+"/acts", ladders.LadderAct{Do: "dance"}, nil)
	bo.must(http.StatusNotFound, "POST", at+"/acts", ladders.LadderAct{Do: "challenge", Player: "Stranger"}, nil)
	operate(s, admin.Request{Do: "suspend", Name: "Ada", Hours: 1, Why: "rude"})
	bo.must(http.StatusForbidden, "POST", at+"/acts", ladders.LadderAct{Do: "challenge", Player: "Ada"}, nil)
	ada.must(http.StatusForbidden, "POST", at+"/acts", ladders.LadderAct{Do: "leave"}, nil)
	mustStand(guest, at, "Ada", "Bo")
	operate(s, admin.Request{Do: "suspend", Name: "Ada", Hours: 24 * 14, Why: "rude"})
	mustStand(guest, at, "Bo")
	withRole(t, s, url, store.Moderator, false).must(http.StatusOK, "POST", at+"/acts", ladders.LadderAct{Do: "remove", Player: "Bo"}, nil)
	mustStand(guest, at)
}

// TestLadderBlocked checks that players who have blocked each other are not brought together.
func TestLadderBlocked(t *testing.T) {
	t.Parallel()
	url, _, _ := startAt(t, nil)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo")
	at := newLadder(ada, bo)
	ada.must(http.StatusNoContent, "PUT", "/api/relations/block/Bo", nil, nil)
	bo.must(http.StatusForbidden, "POST", at+"/acts", ladders.LadderAct{Do: "challenge", Player: "Ada"}, nil)
}

// TestLadderPrograms checks who may join a ladder for programs or people.
func TestLadderPrograms(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	ada, robo := newPerson(t, url).signUp("Ada"), withRole(t, s, url, store.Bot, false)
	for whom, want := range map[string][2]int{"": {200, 200}, "people": {200, 400}, "programs": {400, 200}} {
		setup := clubLadder
		setup.For = whom
		var v ladders.Ladder
		ada.must(http.StatusCreated, "POST", "/api/ladders", setup, &v)
		for i, p := range []*person{ada, robo} {
			p.must(want[i], "POST", "/api/ladders/"+v.Head.ID+"/acts", ladders.LadderAct{Do: "join"}, nil)
		}
	}
}

// TestLadderNodes acts on one node and reads on another.
func TestLadderNodes(t *testing.T) {
	t.Parallel()
	s := startSite(t, cluster.RoleAll, cluster.RoleAll)
	ada, bo := newPerson(t, s.nodes[0].url).signUp("Ada"), newPerson(t, s.nodes[1].url).signUp("Bo")
	at := newLadder(ada, bo)
	told := ada.hold(at + "/events")
	var v ladders.Ladder
	bo.must(http.StatusOK, "POST", at+"/acts", ladders.LadderAct{Do: "challenge", Player: "Ada"}, &v)
	if len(v.Challenges) != 1 || v.Challenges[0].Game == "" {
		t.Fatalf("%+v", v.Challenges)
	}
	ada.must(http.StatusOK, "GET", at, nil, &v)
	if len(v.Challenges) != 1 {
		t.Errorf("on the other node: %+v", v.Challenges)
	}
	tables := []*table{bo.open(v.Challenges[0].Game), ada.open(v.Challenges[0].Game)}
	tables[0].play("A1")
	tables[1].untilState("a move", func(st wire.State) bool { return st.Ply == 1 })
	tables[1].play("B1")
	tables[1].must(wire.ClientMessage{Type: "resign", ID: "r"})
	mustStand(ada, at, "Bo", "Ada")
	mustStand(bo, at, "Bo", "Ada")
	select {
	case <-told:
		t.Error("the stream has ended")
	default:
	}
}
