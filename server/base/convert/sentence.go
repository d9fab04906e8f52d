package convert

import (
	"moyo/internal/sentence"
	"moyo/server/base/wire"
)

// Sentence returns the id and places with which the page finds its own text for a sentence, nil for a sentence
// without an id.
func Sentence(s sentence.Sentence) *wire.Sentence {
	if s.ID == "" {
		return nil
	}
	return &wire.Sentence{ID: s.ID, Places: s.Places}
}

// Sentences converts several consecutive sentences like [Sentence].
func Sentences(all []sentence.Sentence) []wire.Sentence {
	list := []wire.Sentence{}
	for _, s := range all {
		list = append(list, wire.Sentence{ID: s.ID, Places: s.Places})
	}
	return list
}
