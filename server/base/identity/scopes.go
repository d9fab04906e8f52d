package identity

import (
	"fmt"
	"slices"
	"strings"
)

// Scopes are what somebody's program may do with the access token that it has. The list
// is closed. Nothing allows what is about the account itself: ways in, tokens, deletion.
type Scopes uint16

// The scopes.
const (
	Read      Scopes = 1 << iota // see what its person sees but the talk; every token may
	Play                         // take seats, and play there
	Challenge                    // make games, and look for opponents
	Chat                         // read and write in the talk of games and studies
	Study                        // make and change studies
	Library                      // change the library, and one's boards
	Learn                        // try problems, puzzles and lessons
	Analyse                      // have positions, problems and records looked at
	Social                       // follow and block, and mark as read
)

// scopes are the names of all scopes, in the order in which they are written.
var scopes = []struct {
	name  string
	scope Scopes
}{
	{"read", Read}, {"play", Play}, {"challenge", Challenge}, {"chat", Chat}, {"study", Study},
	{"library", Library}, {"learn", Learn}, {"analyse", Analyse}, {"social", Social},
}

// ScopeNames returns the names of all scopes.
func ScopeNames() (names []string) {
	for _, s := range scopes {
		names = append(names, s.name)
	}
	return names
}

// Names returns the names of scopes.
func (s Scopes) Names() []string {
	names := []string{}
	for _, one := range scopes {
		if s&one.scope != 0 {
			names = append(names, one.name)
		}
	}
	return names
}

// String returns the names of scopes with spaces between them.
func (s Scopes) String() string { return strings.Join(s.Names(), " ") }

// ParseScopes returns the scopes of those names, and [Read].
func ParseScopes(names []string) (Scopes, error) {
	all := Read
	for _, name := range names {
		i := slices.Index(ScopeNames(), name)
		if i < 0 {
			return 0, fmt.Errorf("scope %.20q: there is none of that name; want some of %s", name, strings.Join(ScopeNames(), ", "))
		}
		all |= scopes[i].scope
	}
	return all, nil
}
