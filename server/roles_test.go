package server

import (
	"net/http"
	"strings"
	"testing"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/club/ladders"
	"moyo/server/learn/classes"
	"moyo/server/share/studies"
	"moyo/server/store"
)

// private has what a member has made, private to them.
type private struct{ game, study, class, team, match, cup, simul, ladder string }

func newPrivate(t *testing.T, ada *person) (v private) {
	t.Helper()
	var list classes.ClassList
	ada.must(http.StatusCreated, "POST", "/api/classes", classes.NewClass{Title: "Year 3"}, nil)
	ada.must(http.StatusOK, "GET", "/api/classes", nil, &list)
	v.class = list.Classes[0].ID
	at := heldAt(ada, []string{
		"/api/studies/{id}", "/api/teams/{id}", "/api/team-matches/{id}", "/api/tournaments/{id}", "/api/simuls/{id}",
	}, "", "")
	v.study, v.team, v.match = at["/api/studies/{id}"], at["/api/teams/{id}"], at["/api/team-matches/{id}"]
	v.cup, v.simul = at["/api/tournaments/{id}"], at["/api/simuls/{id}"]
	hidden := clubLadder
	hidden.ByLink = true
	var ladder ladders.Ladder
	ada.must(http.StatusCreated, "POST", "/api/ladders", hidden, &ladder)
	v.ladder = ladder.Head.ID
	v.game = ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"}).ID
	return v
}

// TestRoles accesses what a member has made as another member, a moderator and an administrator. Roles are
// about people and talk: they give no access to classes, studies, teams and games.
func TestRoles(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := withRole(t, s, url, store.Member, false)
	v := newPrivate(t, ada)
	class := "/api/classes/" + v.class
	for _, role := range []store.Role{store.Member, store.Moderator, store.Administrator} {
		eve := withRole(t, s, url, role, false)
		for _, c := range []struct {
			method, path string
			in           any
			want         int
		}{
			{"GET", class, nil, 404},
			{"GET", class + "/events", nil, 404},
			{"GET", class + "/table", nil, 404},
			{"PATCH", class, classes.ClassChange{Title: "Mine"}, 404},
			{"POST", class + "/tasks", classes.NewClassTask{Kind: "lesson", Lesson: "capturefive"}, 404},
			{"DELETE", class + "/tasks/1", nil, 404},
			{"DELETE", class + "/pupils/1", nil, 404},
			{"POST", class + "/pupils/1/code", nil, 404},
			{"DELETE", class, nil, 404},
			{"PATCH", v.study, studies.StudyChange{Title: "Mine"}, 403},
			{"POST", v.study + "/chapters", studies.StudySource{Board: "grid:9", Rules: "weiqi"}, 403},
			{"DELETE", v.study, nil, 403},
		} {
			if status, body := eve.call(c.method, c.path, c.in, nil); status != c.want {
				t.Errorf("%s: %s %s: %d %.200s, want %d", role, c.method, c.path, status, body, c.want)
			}
		}
		for path, acts := range map[string]string{
			v.team + "/acts":  "admit refuse remove promote demote change link close",
			v.match + "/acts": "decline lineup",
			v.cup + "/acts":   "start halt continue remove result",
			v.simul + "/acts": "accept refuse start",
		} {
			for _, do := range strings.Fields(acts) {
				if status, body := eve.call("POST", path, map[string]string{"do": do}, nil); status != http.StatusForbidden {
					t.Errorf("%s: %s at %s: %d %.200s", role, do, path, status, body)
				}
			}
		}
		for _, list := range strings.Fields("games games/live games/search ladders studies classes library mistakes") {
			path := "/api/" + list
			status, body := eve.call("GET", path, nil, nil)
			for _, id := range []string{v.game, v.ladder, v.class, v.study[strings.LastIndex(v.study, "/")+1:]} {
				if status != http.StatusOK || strings.Contains(body, id) {
					t.Errorf("%s: %s: %d, and it lists %s", role, path, status, id)
				}
			}
		}
		study := eve.study(v.study[strings.LastIndex(v.study, "/")+1:])
		nodes := []studies.StudyNode{{Properties: [][]string{{"B", "ee"}}}}
		study.send(studies.StudyRequest{Type: "add", ID: "a", Chapter: 1, Parent: 1, At: -1, Nodes: nodes})
		m := study.until("the refusal", func(m studies.StudyMessage) bool { return m.Type == "error" || m.Type == "done" })
		if m.Error == nil || m.Error.Code != "not-for-you" {
			t.Errorf("%s: edits the study: %+v", role, m)
		}
	}
}
