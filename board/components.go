package board

// components returns the points of each connected part, ascending, the parts in
// the order of their first points.
func (b *Board) components() [][]Point { return components(b.start, b.adj) }

// components works on compressed rows.
func components(start []int32, adj []Point) [][]Point {
	n := len(start) - 1
	part := make([]int32, n) // 0 for not seen, else 1 + the part's index
	sizes := []int(nil)
	queue := make([]Point, 0, n)
	for first := range Point(n) {
		if part[first] != 0 {
			continue
		}
		id := int32(len(sizes) + 1)
		part[first] = id
		queue = append(queue[:0], first)
		for i := 0; i < len(queue); i++ {
			p := queue[i]
			for _, q := range adj[start[p]:start[p+1]] {
				if part[q] == 0 {
					part[q] = id
					queue = append(queue, q)
				}
			}
		}
		sizes = append(sizes, len(queue))
	}
	parts := make([][]Point, len(sizes))
	for i, s := range sizes {
		parts[i] = make([]Point, 0, s)
	}
	for p := range Point(n) {
		parts[part[p]-1] = append(parts[part[p]-1], p)
	}
	return parts
}
