package access_test

import (
	"slices"
	"testing"

	"moyo/server/base/access"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// TestActs has everybody do everything in a tournament, with tokens of every scope and without.
func TestActs(t *testing.T) {
	checkActs(t, access.CheckAct, []string{"join", "withdraw", "pause", "resume"}, []string{"start", "halt", "continue", "remove", "result", "cancel"}, "cancel")
}

// TestLadderActs does the same on a club ladder.
func TestLadderActs(t *testing.T) {
	checkActs(t, access.CheckLadderAct, []string{"join", "leave", "challenge", "ready", "yield"}, []string{"remove", "close"}, "remove", "close")
}

// TestSimulActs does the same in a simultaneous exhibition.
func TestSimulActs(t *testing.T) {
	checkActs(t, access.CheckSimulAct, []string{"ask", "withdraw"}, []string{"accept", "refuse", "start", "cancel"}, "cancel")
}

// checkActs has everybody do what all may do, and what who directs may do; judged is what moderators may do, too.
func checkActs(t *testing.T, check func(string, identity.Who, bool) error, all, directed []string, judged ...string) {
	t.Helper()
	own := map[string]bool{}
	for _, name := range all {
		own[name] = true
	}
	for _, name := range slices.Concat(all, directed) {
		for _, scope := range append(identity.ScopeNames(), "") {
			who := identity.Who{Role: store.Member}
			if scope != "" {
				who.Scopes, _ = identity.ParseScopes([]string{scope})
			}
			enough := scope == "" || scope == "play" && own[name] || scope == "challenge" && !own[name]
			for _, role := range []store.Role{store.Member, store.Bot, store.Moderator, store.Administrator} {
				who.Role = role
				judges := (role == store.Moderator || role == store.Administrator) && slices.Contains(judged, name) && scope == ""
				seats := role == store.Bot || scope == "" || !slices.Contains([]string{"join", "resume", "challenge", "ready", "ask"}, name)
				for _, directs := range []bool{false, true} {
					want := enough && seats && (own[name] || directs || judges)
					if err := check(name, who, directs); (err == nil) != want {
						t.Errorf("%s by a %s with scope %q, who directs: %v: %v", name, role, scope, directs, err)
					}
				}
			}
		}
	}
}

// TestUnknownAct refuses what is in no table.
func TestUnknownAct(t *testing.T) {
	if access.CheckLadderAct("dance", identity.Who{Role: store.Administrator}, true) == nil || access.CheckSimulAct("dance", identity.Who{Role: store.Administrator}, true) == nil {
		t.Error("there is an act without a row")
	}
	if access.CheckAct("dance", identity.Who{Role: store.Administrator}, true) == nil {
		t.Error("there is an act without a row")
	}
}

// TestTeamActs has everybody do everything in a team and in a match of teams, with tokens of every
// scope and without.
func TestTeamActs(t *testing.T) {
	own := map[string]bool{"join": true, "leave": true}
	inTeams := []string{"join", "leave", "admit", "refuse", "remove", "promote", "demote", "change", "link", "close"}
	inMatches := []string{"challenge", "accept", "decline", "lineup", "cancel"}
	for _, scope := range append(identity.ScopeNames(), "") {
		who := identity.Who{}
		if scope != "" {
			who.Scopes, _ = identity.ParseScopes([]string{scope})
		}
		for _, role := range []store.Role{store.Member, store.Bot, store.Moderator, store.Administrator} {
			who.Role = role
			for _, leads := range []bool{false, true} {
				for _, name := range inTeams {
					enough := scope == "" || scope == "play" && own[name] || scope == "challenge" && !own[name]
					if err := access.CheckTeamAct(name, who, leads); (err == nil) != (enough && (own[name] || leads)) {
						t.Errorf("%s by a %s with scope %q, a captain: %v: %v", name, role, scope, leads, err)
					}
				}
				for _, name := range inMatches {
					judges := (role == store.Moderator || role == store.Administrator) && name == "cancel" && scope == ""
					if err := access.CheckMatchAct(name, who, leads); (err == nil) != ((scope == "" || scope == "challenge") && (leads || judges)) {
						t.Errorf("%s by a %s with scope %q, a captain: %v: %v", name, role, scope, leads, err)
					}
				}
			}
		}
	}
	if access.CheckTeamAct("dance", identity.Who{Role: store.Administrator}, true) == nil || access.CheckMatchAct("dance", identity.Who{Role: store.Administrator}, true) == nil {
		t.Error("there is an act without a row")
	}
}
