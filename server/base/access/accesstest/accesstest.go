// Package accesstest checks rules of package access.
package accesstest

import (
	"slices"
	"testing"

	"moyo/server/base/access"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Want says who may do which acts, by their names.
type Want struct {
	All      []string // everybody
	Seats    []string // of these, what the program of a person may not do
	Directed []string // a director alone
	Judged   []string // of these, what a moderator may do, too
}

// Acts has everybody do everything, with tokens of every scope and without. No other act has a rule.
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
