// Package option reads the options in ids of rules, such as "gomoku:rule=renju,n=5". Ids are
// untrusted input: errors name the clipped input and the expected form.
package option

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/game"
)

// Read passes each option of id, with or without the game's name and colon in front, to set, which
// returns an error for unknown options. Repeated options are errors.
func Read(name, id string, set func(key, value string) error) error {
	params := strings.TrimPrefix(strings.TrimPrefix(id, name), ":")
	if params == "" {
		return nil
	}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(params, ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return fmt.Errorf("option %q: want name=value", Clip(part))
		}
		if seen[key] {
			return fmt.Errorf("option %q is given twice", Clip(key))
		}
		seen[key] = true
		if err := set(key, value); err != nil {
			return err
		}
	}
	return nil
}

// Parse returns the rules of an id: set reads its options, and build makes the rules. Errors name
// the id.
func Parse[R game.Rules](name, id string, set func(key, value string) error, build func() (R, error)) (game.Rules, error) {
	err := Read(name, id, set)
	if err == nil {
		var r R
		if r, err = build(); err == nil {
			return r, nil
		}
	}
	return nil, fmt.Errorf("rules %q: %w", Clip(id), err)
}

// Only returns the set function of [Read] for a game with one option, a number.
func Only(name string, n *int) func(key, value string) error {
	return func(key, value string) (err error) {
		if key != name {
			return fmt.Errorf("option %q: want %s", Clip(key), name)
		}
		*n, err = Number(key, value)
		return err
	}
}

// OneOf returns the index of value among names.
func OneOf(key, value string, names []string) (int, error) {
	for i, name := range names {
		if name == value {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s %q: want %s", key, Clip(value), strings.Join(names, ", "))
}

// YesNo reads "yes" or "no".
func YesNo(key, value string) (bool, error) {
	i, err := OneOf(key, value, []string{"no", "yes"})
	return i == 1, err
}

// WriteYesNo is the inverse of [YesNo].
func WriteYesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// Number reads a whole number. The rules check its range.
func Number(key, value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0, fmt.Errorf("%s %q: want a number", key, Clip(value))
	}
	return n, nil
}

// Clip shortens untrusted input for an error message.
func Clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
