package gtp

import "strings"

// Bonus returns White's points for a number of handicap stones by a rule: "0", "N" or "N-1".
func Bonus(bonus string, stones int) float64 {
	switch {
	case stones > 0 && bonus == "N":
		return float64(stones)
	case stones > 0 && bonus == "N-1":
		return float64(stones - 1)
	}
	return 0
}

// WithOptions returns a rules id with options set, each given as "name=value". It is an error if the rules have no such option.
func WithOptions(id string, options ...string) (string, error) {
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		if _, ok := option(id, name); !ok {
			return "", errOption
		}
		id = withOption(id, name, value)
	}
	return id, nil
}
