package rating

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// levelsText holds the ratings of the levels; its head describes their origin.
//
//go:embed levels.txt
var levelsText string

// levelKey names a level in a pool, for every speed: a level's limit is a number of positions, not
// time.
type levelKey struct {
	game  string
	class Class // "" if the game has one pool
	level int
}

// levels are the ratings by key.
var levels = sync.OnceValue(func() map[levelKey]Rating {
	all := map[levelKey]Rating{}
	for line := range strings.Lines(levelsText) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		if line == "" {
			continue
		}
		var k levelKey
		var r Rating
		if n, err := fmt.Sscan(line, &k.game, &k.class, &k.level, &r.Points, &r.Deviation); err != nil {
			panic(fmt.Sprintf("rating: levels.txt: %q: field %d: %v", line, n+1, err))
		}
		if k.class == "any" {
			k.class = ""
		}
		r.Deviation, r.Volatility = max(r.Deviation, minDeviation), 0.06
		all[k] = r
	}
	return all
})

// OfLevel returns the rating of a level of the engine in a pool. It is fixed: ratings of people
// depend on it.
func OfLevel(p Pool, level int) (Rating, bool) {
	game, class, _ := p.Parts()
	r, ok := levels()[levelKey{game, class, level}]
	return r, ok
}
