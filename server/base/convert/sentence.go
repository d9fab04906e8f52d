package convert

import (
	"moyo/internal/sentence"
	"moyo/server/base/wire"
)

// Sentence returns how the page finds its own words for a sentence, nil where it has
// none.
func Sentence(s sentence.Sentence) *wire.Sentence {
	if s.ID == "" {
		return nil
	}
	return &wire.Sentence{ID: s.ID, Places: s.Places}
}

// Sentences is [Sentence] of several that are said one after the other.
func Sentences(all []sentence.Sentence) []wire.Sentence {
	list := []wire.Sentence{}
	for _, s := range all {
		list = append(list, wire.Sentence{ID: s.ID, Places: s.Places})
	}
	return list
}
