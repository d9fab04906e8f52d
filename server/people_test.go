package server

import (
	"net/http"
	"testing"

	"moyo/server/base/wire"
	"moyo/server/people/profile"
	"moyo/server/play/ratings"
)

// TestPeople makes two people with accounts play, and checks their profiles.
func TestPeople(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo, guest := member(t, s, url, "Ada"), member(t, s, url, "Bo_Ü"), newPerson(t, url)
	if status, body := guest.call("PUT", "/api/relations/follow/ada", nil, nil); status != http.StatusNoContent {
		t.Fatal(status, body)
	}
	events, err := ada.http.Get(url + "/api/me/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	g := ada.newGame(goGame("anyone"))
	if !g.Black.Registered || g.White.Registered {
		t.Errorf("%+v and %+v", g.Black, g.White)
	}
	tb := bo.open(g.ID)
	tb.must(wire.ClientMessage{Type: "join"})
	var following profile.Following
	if status, body := guest.call("GET", "/api/me/following", nil, &following); status != 200 || len(following.People) != 1 {
		t.Fatal(status, body)
	}
	if f := following.People[0]; f.Name != "Ada" || !f.Here || f.Playing == nil || f.Playing.ID != g.ID {
		t.Errorf("%+v", f)
	}
	at := ada.open(g.ID)
	for _, move := range []string{"C3", "G7"} {
		tables := map[string]*table{"black": at, "white": tb}
		of := tables[map[string]string{"C3": "black", "G7": "white"}[move]]
		of.untilState("my turn", func(st wire.State) bool { return st.ToPlay == of.you })
		of.play(move)
	}
	tb.must(wire.ClientMessage{Type: "resign"})
	var of profile.Profile
	if status, body := guest.call("GET", "/api/people/ADA", nil, &of); status != 200 ||
		of.Games.Won != 1 || !of.Follows || !of.Here || of.Playing != nil {
		t.Errorf("%d %s", status, body)
	}
	var meetings profile.Meetings
	status, body := guest.call("GET", "/api/people/bo_%C3%BC/against/Ada", nil, &meetings)
	if status != 200 || meetings.Games != (profile.Tally{Lost: 1}) || meetings.Name != "Bo_Ü" || len(meetings.Last) != 1 {
		t.Errorf("%d %s", status, body)
	}
	if status, body := guest.call("GET", "/api/people/Ada/against/level:3", nil, &meetings); status != 200 || meetings.Other != "level:3" {
		t.Errorf("%d %s", status, body)
	}
	if status, body := guest.call("GET", "/api/people/Stranger", nil, nil); status != http.StatusNotFound {
		t.Errorf("%d %s", status, body)
	}
	var ratings ratings.GameRatings
	if status, body := guest.call("GET", "/api/games/"+g.ID+"/ratings", nil, &ratings); status != 200 ||
		!ratings.Done || len(ratings.Seats) != 0 {
		t.Errorf("%d %s", status, body)
	}
}
