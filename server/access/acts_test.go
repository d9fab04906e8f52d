package access_test

import (
	"testing"

	"moyo/server/access"
	"moyo/server/identity"
	"moyo/server/store"
)

// TestActs has everybody do everything in a tournament and an exhibition, with tokens of every scope
// and without.
func TestActs(t *testing.T) {
	everyAct(t, access.CheckAct, []string{"join", "withdraw", "pause", "resume"}, []string{"start", "halt", "continue", "remove", "result", "cancel"})
	everyAct(t, access.CheckSimulAct, []string{"ask", "withdraw"}, []string{"accept", "refuse", "start", "cancel"})
}

// everyAct is TestActs of what one does for oneself, and what only who directs does.
func everyAct(t *testing.T, check func(string, identity.Who, bool) error, ownActs, directed []string) {
	own := map[string]bool{}
	for _, name := range ownActs {
		own[name] = true
	}
	for _, name := range append(ownActs, directed...) {
		for _, scope := range append(identity.ScopeNames(), "") {
			who := identity.Who{Role: store.Member}
			if scope != "" {
				who.Scopes, _ = identity.ParseScopes([]string{scope})
			}
			enough := scope == "" || scope == "play" && own[name] || scope == "challenge" && !own[name]
			for _, role := range []store.Role{store.Member, store.Bot, store.Moderator, store.Administrator} {
				who.Role = role
				judges := (role == store.Moderator || role == store.Administrator) && name == "cancel" && scope == ""
				for _, directs := range []bool{false, true} {
					want := enough && (own[name] || directs || judges)
					if err := check(name, who, directs); (err == nil) != want {
						t.Errorf("%s by a %s with scope %q, who directs: %v: %v", name, role, scope, directs, err)
					}
				}
			}
		}
	}
	if check("dance", identity.Who{Role: store.Administrator}, true) == nil {
		t.Error("there is an act without a row")
	}
}
