package capturefive

import (
	"embed"
	"fmt"
	"io/fs"

	"moyo/engine"
	"moyo/engine/internal/book"
	"moyo/game"
	rules "moyo/rules/capturefive"
)

//go:embed book/*.txt
var books embed.FS

// shelf holds the books by rules and board.
var shelf = func() *book.Shelf {
	folder, err := fs.Sub(books, "book")
	if err != nil {
		panic(err) // embedded
	}
	return book.NewShelf(folder)
}()

// bookLevel is the lowest level that plays from the book.
const bookLevel = 6

// bookName returns the name of the book for rules. The rules of ko and passing
// hardly matter to first moves, and have no books of their own.
func bookName(o rules.Options) string {
	name := fmt.Sprintf("%d-%s", o.N, o.Lines)
	if !o.Captures {
		name += "-uncaptured"
	}
	return name
}

// fromBook returns the book's answer to the position, if it has a legal one and
// the engine is to play it.
func (e *Engine) fromBook(pos game.Position, lim engine.Limits) (engine.Info, bool) {
	p, ok := pos.(*rules.Position)
	if !ok || e.opt.NoBook || e.opt.Level > 0 && e.opt.Level < bookLevel || lim.Best > 1 {
		return engine.Info{}, false
	}
	return shelf.Book(bookName(p.Options()), pos.Board()).Answer(pos, lim.Exclude)
}
