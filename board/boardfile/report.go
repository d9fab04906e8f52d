package boardfile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"moyo/board"
)

// Report describes the contents of a draft.
type Report struct {
	Format     string        `json:"format"` // of the file, such as "obj"
	Points     int           `json:"points"`
	Edges      int           `json:"edges"`
	Degrees    []DegreeCount `json:"degrees"`    // by degree, ascending
	Components []Component   `json:"components"` // in the order of their first points
	Coincident int           `json:"coincident"` // points that coincide with an earlier one
	Warnings   []string      `json:"warnings"`   // sentences
}

// DegreeCount is the number of points with a given number of neighbours.
type DegreeCount struct {
	Degree int `json:"degree"`
	Points int `json:"points"`
}

// Component is the size of one connected part.
type Component struct {
	Points int `json:"points"`
	Edges  int `json:"edges"`
}

// highDegree is the number of neighbours from which a report warns, because stones on such points
// are nearly impossible to capture.
const highDegree = 16

// Report describes the draft's contents and warns of unusual properties.
func (d *Draft) Report() Report {
	graph := board.NewGraph(d.points, d.edges)
	parts := graph.Components()
	r := Report{Format: d.format, Points: d.points, Edges: len(d.edges)}
	degrees := make(map[int]int)
	highest := board.Point(0)
	for p := range board.Point(d.points) {
		degrees[graph.Degree(p)]++
		if graph.Degree(p) > graph.Degree(highest) {
			highest = p
		}
	}
	for k, n := range degrees {
		r.Degrees = append(r.Degrees, DegreeCount{k, n})
	}
	slices.SortFunc(r.Degrees, func(a, b DegreeCount) int { return a.Degree - b.Degree })
	for _, part := range parts {
		c := Component{Points: len(part)}
		for _, p := range part {
			c.Edges += graph.Degree(p)
		}
		c.Edges /= 2
		r.Components = append(r.Components, c)
	}
	into := d.coincident()
	for p, q := range into {
		if q != board.Point(p) {
			r.Coincident++
		}
	}
	r.Warnings = d.warnings(&r, parts, into, highest)
	return r
}

// warnings returns the unusual properties of the draft as sentences.
func (d *Draft) warnings(r *Report, parts [][]board.Point, into []board.Point, highest board.Point) []string {
	warnings := slices.Clone(d.notes)
	warn := func(format string, a ...any) { warnings = append(warnings, fmt.Sprintf(format, a...)) }
	if len(parts) > 1 {
		warn("The board has %d parts that are not connected (%s). Choose the one to play on.", len(parts), d.partSizes(parts))
	}
	for _, k := range r.Degrees {
		if k.Degree == 0 && d.points > 1 {
			warn("%d %s no neighbour.", k.Points, plural(k.Points, "point has", "points have"))
		}
		if k.Degree > highDegree && k.Degree == r.Degrees[len(r.Degrees)-1].Degree {
			warn("Point %d has %d neighbours; stones there are hard to capture.", highest+1, k.Degree)
		}
	}
	switch twin, ok := twins(parts, into); {
	case ok:
		warn("Parts %d and %d have the same places, point by point: they look like copies of one board. Choose one, or merge them.",
			twin[0]+1, twin[1]+1)
	case r.Coincident > 0:
		first := 0
		for into[first] == board.Point(first) {
			first++
		}
		warn("%d %s upon another, such as point %d upon point %d. Merging makes one of each.",
			r.Coincident, plural(r.Coincident, "point lies", "points lie"), first+1, into[first]+1)
	}
	if d.points == 1 {
		warn("The board is a single point.")
	}
	return warnings
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// partSizes lists the sizes of the parts, for a sentence.
func (d *Draft) partSizes(parts [][]board.Point) string {
	var sizes []string
	for i, part := range parts {
		if i == 4 {
			sizes = append(sizes, "...")
			break
		}
		sizes = append(sizes, fmt.Sprint(len(part)))
	}
	return strings.Join(sizes, ", ") + " points"
}

// twins finds two parts with coincident points.
func twins(parts [][]board.Point, into []board.Point) (pair [2]int, ok bool) {
	part := make(map[board.Point]int)
	for i, points := range parts {
		for _, p := range points {
			part[p] = i
		}
	}
	for i, points := range parts {
		below := part[into[points[0]]]
		if below == i || len(parts[below]) != len(points) {
			continue
		}
		all := !slices.ContainsFunc(points, func(p board.Point) bool { return part[into[p]] != below })
		if all {
			return [2]int{below, i}, true
		}
	}
	return pair, false
}

// coincident returns for each point the first point in the same place, within a ten thousandth of
// an edge's length.
func (d *Draft) coincident() []board.Point {
	into := make([]board.Point, d.points)
	for p := range into {
		into[p] = board.Point(p)
	}
	if d.coords == nil {
		return into
	}
	joinNear(d.coords, d.edgeLength()*1e-4, func(p, q board.Point) {
		a, b := root(into, p), root(into, q)
		into[max(a, b)] = min(a, b)
	})
	for p := range into {
		into[p] = root(into, board.Point(p))
	}
	return into
}

// root follows into to the first point and shortens the path for the next call. In an uploaded file
// the path can be as long as the number of points.
func root(into []board.Point, p board.Point) board.Point {
	for into[p] != p {
		into[p] = into[into[p]]
		p = into[p]
	}
	return p
}

// edgeLength returns the mean length of the draft's edges.
func (d *Draft) edgeLength() float64 {
	sum := 0.0
	for _, e := range d.edges {
		sum += d.coords[e[0]].Distance(d.coords[e[1]])
	}
	return sum / math.Max(1, float64(len(d.edges)))
}
