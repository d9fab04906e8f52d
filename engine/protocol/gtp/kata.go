package gtp

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

// WithOptions returns a rules id with options set, given as pairs of name and value. It is an error if the rules have no such option.
func WithOptions(id string, pairs ...string) (string, error) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if _, ok := option(id, pairs[i]); !ok {
			return "", errOption
		}
		id = withOption(id, pairs[i], pairs[i+1])
	}
	return id, nil
}
