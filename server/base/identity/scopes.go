package identity

import (
	"fmt"
	"slices"
	"strings"
)

// Scopes are permissions of an access token. The list is closed. No scope allows changes of the account itself:
// sign-in methods, tokens, deletion.
type Scopes uint16

// The scopes.
const (
	Read      Scopes = 1 << iota // see what the account sees except chat; every token has it
	Play                         // take seats, and play there
	Challenge                    // create games, and find opponents
	Chat                         // read and write in the chat of games and studies
	Study                        // create and change studies
	Library                      // change the library, and the account's boards
	Learn                        // try problems, puzzles and lessons
	Analyse                      // analyse positions, problems and records
	Social                       // follow and block, and mark as read
)

// scopes has all scopes and their names, in the order in which they are written.
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

// Names returns the names of the scopes in s.
func (s Scopes) Names() []string {
	names := []string{}
	for _, one := range scopes {
		if s&one.scope != 0 {
			names = append(names, one.name)
		}
	}
	return names
}

// String returns the names of the scopes in s, separated by spaces.
func (s Scopes) String() string { return strings.Join(s.Names(), " ") }

// ParseScopes returns the scopes with those names, and [Read].
func ParseScopes(names []string) (Scopes, error) {
	all := Read
	for _, name := range names {
		i := slices.Index(ScopeNames(), name)
		if i < 0 {
			return 0, fmt.Errorf("scope %.20q: unknown; want some of %s", name, strings.Join(ScopeNames(), ", "))
		}
		all |= scopes[i].scope
	}
	return all, nil
}
