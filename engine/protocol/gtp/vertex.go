package gtp

import (
	"strconv"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
)

// Vertices are the names of a board's points as GTP writes them. A name that is
// not a single word, or that has another meaning, is replaced by "@" and the
// number of the point, counted from 1.
type Vertices struct {
	names  []string
	byName map[string]game.Point // in lower case
}

// NewVertices returns the vertices of b.
func NewVertices(b *board.Board) *Vertices {
	v := &Vertices{names: make([]string, b.Len()), byName: make(map[string]game.Point, b.Len())}
	for p := range game.Point(b.Len()) {
		name := b.Name(p)
		if _, taken := v.byName[strings.ToLower(name)]; taken || !isVertex(name) {
			name = "@" + strconv.Itoa(int(p)+1)
		}
		v.names[p] = name
		v.byName[strings.ToLower(name)] = p
	}
	return v
}

// isVertex reports whether a name can be used in a command.
func isVertex(name string) bool {
	switch strings.ToLower(name) {
	case "", "pass", "resign":
		return false
	}
	return name[0] != '@' && !strings.ContainsFunc(name, func(r rune) bool {
		return r == '#' || r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r)
	})
}

// Format returns a move as a vertex.
func (v *Vertices) Format(m game.Move) string {
	if m < 0 || int(m) >= len(v.names) {
		return "pass"
	}
	return v.names[m]
}

// Parse parses a vertex.
func (v *Vertices) Parse(word string) (game.Move, error) {
	word = strings.ToLower(word)
	if word == "pass" {
		return game.Pass, nil
	}
	if p, ok := v.byName[word]; ok {
		return game.Place(p), nil
	}
	return game.NoMove, errVertex
}

// List formats points as vertices separated by sep.
func (v *Vertices) List(points []game.Point, sep string) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(v.names[p])
	}
	return b.String()
}
