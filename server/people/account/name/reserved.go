package name

import (
	"strings"

	"golang.org/x/text/cases"
)

// reserved are names that only the server and its team may use, also with a number at the end.
var reserved = skeletons(
	"admin", "administrator", "root", "system", "server", "operator", "owner", "staff", "team", "official",
	"mod", "mods", "moderator", "moderators", "support", "help", "security", "abuse", "contact", "info", "webmaster", "postmaster",
	"moyo", "computer", "engine", "bot", "robot", "level", "player", "black", "white", "opponent",
	"guest", "anonymous", "anonym", "nobody", "somebody", "everybody", "everyone", "all", "me", "you", "deleted", "suspended", "unknown",
	"null", "undefined", "none", "new", "api", "people", "account", "accounts", "settings", "signin", "signup", "login", "logout", "register",
)

// reservedBegin are prefixes that no name may have.
var reservedBegin = []string{skeleton("admin"), skeleton("moderator"), skeleton("moyoteam"), skeleton("deleted")}

func skeletons(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[skeleton(n)] = true
	}
	return m
}

// Reserved reports whether users cannot take the name.
func (n Name) Reserved() bool {
	if reserved[n.skeleton] {
		return true
	}
	for _, begin := range reservedBegin {
		if strings.HasPrefix(n.skeleton, begin) {
			return true
		}
	}
	// Strip the number before mapping look-alikes, since 1 and 0 look like letters.
	unnumbered := strings.TrimRight(cases.Fold().String(n.text), "0123456789"+separator)
	return reserved[skeleton(unnumbered)]
}
