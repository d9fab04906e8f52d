package proof

import (
	"fmt"
	"strconv"
	"strings"
)

// ruleset is the content of an id.
type ruleset struct {
	n         int
	diagonals bool
	superko   bool
	situation bool // superko also compares the side to move
	pass      bool
	captures  bool
}

const (
	gameName = "capturefive"
	minN     = 3
	maxN     = 8
)

// parseRules parses an id. Missing options have their defaults.
func parseRules(id string) (ruleset, error) {
	r := ruleset{n: 5, superko: true, captures: true}
	name, options, some := strings.Cut(id, ":")
	if name != gameName {
		return r, fmt.Errorf("rules %q: want %s", id, gameName)
	}
	if !some {
		return r, nil
	}
	seen := map[string]bool{}
	for option := range strings.SplitSeq(options, ",") {
		key, value, _ := strings.Cut(option, "=")
		if seen[key] || !r.set(key, value) {
			return r, fmt.Errorf("rules %q: option %q is unknown or repeated", id, option)
		}
		seen[key] = true
	}
	return r, nil
}

// set sets one option. ok is false for an unknown option or value.
func (r *ruleset) set(key, value string) (ok bool) {
	switch key {
	case "n":
		n, err := strconv.Atoi(value)
		r.n = n
		return err == nil && minN <= n && n <= maxN
	case "lines":
		r.diagonals = value == "all"
		return r.diagonals || value == "orthogonal"
	case "ko":
		r.superko, r.situation = value != "simple", value == "situational"
		return value == "simple" || value == "positional" || value == "situational"
	case "pass":
		return yes(&r.pass, value)
	case "captures":
		return yes(&r.captures, value)
	}
	return false
}

func yes(to *bool, value string) (ok bool) {
	*to = value == "yes"
	return *to || value == "no"
}
