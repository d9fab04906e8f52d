package capturefive

import (
	"embed"
	"fmt"

	"moyo/engine/internal/book"
	rules "moyo/game/rules/capturefive"
)

//go:embed book/*.txt
var books embed.FS

// shelf caches the books by rules and board.
var shelf = book.NewShelf(books)

// bookLevel is the lowest level that plays from the book.
const bookLevel = 6

// bookName returns the name of the book for rules. The rules of ko and passing
// hardly affect first moves, and have no books of their own.
func bookName(o rules.Options) string {
	name := fmt.Sprintf("%d-%s", o.N, o.Lines)
	if !o.Captures {
		name += "-uncaptured"
	}
	return name
}
