package convert

import (
	"slices"
	"testing"

	"moyo/board"
)

// TestBoard checks the points, edges and faces of boards on the wire.
func TestBoard(t *testing.T) {
	for _, spec := range []string{"grid:9", "grid:13x7", "torus:5x4", "cube:3", "hex:3", "star:9"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		w := Board(b)
		width, height, _ := b.Grid()
		if w.Spec != b.Spec() || w.Title != b.Title() || w.Flat != b.Flat() ||
			w.Width != width || w.Height != height || w.Lines != (b.Lines() != nil) {
			t.Errorf("%s: %+v", spec, w)
		}
		if len(w.Coords) != b.Len() || len(w.Names) != b.Len() || len(w.Stars) != len(b.Stars()) ||
			len(w.Edges) != b.EdgeCount() || len(w.Faces) != len(b.Faces()) {
			t.Fatalf("%s: %d points, %d names, %d stars, %d edges, %d faces",
				spec, len(w.Coords), len(w.Names), len(w.Stars), len(w.Edges), len(w.Faces))
		}
		near := make([][]board.Point, b.Len())
		for _, e := range w.Edges {
			near[e[0]], near[e[1]] = append(near[e[0]], board.Point(e[1])), append(near[e[1]], board.Point(e[0]))
		}
		for p := range board.Point(b.Len()) {
			if w.Names[p] != b.Name(p) || w.Coords[p] != b.Coord(p) {
				t.Errorf("%s: point %d is %s at %v", spec, p, w.Names[p], w.Coords[p])
			}
			slices.Sort(near[p])
			if want := slices.Sorted(slices.Values(b.Neighbors(p))); !slices.Equal(near[p], want) {
				t.Errorf("%s: %s is next to %v, want %v", spec, b.Name(p), near[p], want)
			}
		}
		for i, face := range b.Faces() {
			if !slices.Equal(w.Faces[i], Points(face)) {
				t.Errorf("%s: face %d is %v", spec, i, w.Faces[i])
			}
		}
		for i, p := range b.Stars() {
			if w.Stars[i] != int(p) {
				t.Errorf("%s: star %d is %d", spec, i, w.Stars[i])
			}
		}
	}
}
