package convert

import (
	"strings"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/server/base/wire"
)

// Engine returns an opponent for the catalog of the page.
func Engine(e catalog.EngineEntry) wire.EngineEntry {
	return wire.EngineEntry{ID: e.ID, Key: e.Key(), Title: e.Title, Text: e.Text, Level: e.Level, Games: e.Games, Strengths: strengths(e)}
}

// strengths returns the approximate strength of a level for each class of boards, nil for other engines.
func strengths(e catalog.EngineEntry) []wire.LevelStrength {
	all := []wire.LevelStrength{}
	for _, game := range e.Games {
		for _, pool := range rating.Pools(game) {
			r, ok := rating.OfLevel(pool, e.Level)
			_, class, speed := pool.Parts()
			if !ok || speed != "" && speed != rating.Speeds()[0] {
				continue
			}
			// In Go, a program of known strength has played on usual boards. On others, level 6 is assumed to be as
			// strong as on 9×9.
			rough := r.Provisional() || class == rating.ClassFlat || class == rating.ClassSolid
			all = append(all, wire.LevelStrength{Class: string(class), Strength: strings.TrimSuffix(r.Text(game), "?"), Rough: rough})
		}
	}
	return all
}
