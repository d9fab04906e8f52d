// Package accesstest checks rules of package access.
package accesstest

import (
	"slices"
	"testing"

	"moyo/server/base/access"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Want lists the expected permissions of actions by name.
type Want struct {
	All      []string // everyone may do these
	Seats    []string // of these, what a person's program may not do
	Directed []string // only a director may do these
	Judged   []string // of these, what a moderator may do too
}

// Acts tries every action as every kind of caller, with tokens of every scope and without. It fails if another action
// has a rule.
func Acts(t *testing.T, acts access.Acts, want Want) {
	t.Helper()
	for _, name := range slices.Concat(want.All, want.Directed) {
		own := slices.Contains(want.All, name)
		for _, scope := range append(identity.ScopeNames(), "") {
			who := identity.Who{}
			if scope != "" {
				who.Scopes, _ = identity.ParseScopes([]string{scope})
			}
			enough := scope == "" || scope == "play" && own || scope == "challenge" && !own
			for _, role := range []store.Role{store.Member, store.Bot, store.Moderator, store.Administrator} {
				who.Role = role
				judges := (role == store.Moderator || role == store.Administrator) && slices.Contains(want.Judged, name) && scope == ""
				seats := role == store.Bot || scope == "" || !slices.Contains(want.Seats, name)
				for _, directs := range []bool{false, true} {
					may := enough && seats && (own || directs || judges)
					if err := acts.Check(name, who, directs); (err == nil) != may {
						t.Errorf("%s by a %s with scope %q, who directs: %v: %v", name, role, scope, directs, err)
					}
				}
			}
		}
	}
	if len(acts.Rules) != len(want.All)+len(want.Directed) {
		t.Errorf("%d rules for %d acts", len(acts.Rules), len(want.All)+len(want.Directed))
	}
	if acts.Check("dance", identity.Who{Role: store.Administrator}, true) == nil {
		t.Error("there is an act without a rule")
	}
}
