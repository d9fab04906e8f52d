package proof

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// MaxOrder is the highest order of a threat that the checker follows.
const MaxOrder = 3

// findOrders returns the order of each node's win as a threat: the first if its move wins immediately, the second if each of its
// moves threatens one of the first, and so on. Nodes name only later ones.
func (j *Judge) findOrders() {
	j.order = make([]int32, len(j.nodes))
	for i := len(j.nodes) - 1; i >= 0; i-- {
		n := &j.nodes[i]
		j.order[i] = 1
		if n.Threat != 0 {
			j.order[i] = 1 + j.order[n.Threat]
			for _, r := range n.Replies {
				j.order[i] = max(j.order[i], j.order[r.Then])
			}
		}
	}
}

// ground is the points where more stones of the defender might change a win: directly, or by changing which points
// are forbidden.
type ground struct {
	// zones[k] contains every point on which a stone may matter that comes with k others, each of which is outside an
	// earlier zone. Its length is the number of requested zones.
	zones []set
	reach set          // nil if not requested
	seen  map[key]bool // visited nodes with several parents
}

// newGround returns a ground with that many zones, on a board of that many points.
func newGround(zones, points int) ground {
	g := ground{zones: make([]set, zones), reach: newSet(points), seen: map[key]bool{}}
	for k := range g.zones {
		g.zones[k] = newSet(points)
	}
	return g
}

// untold is a ground that is not requested.
func untold() ground { return ground{seen: map[key]bool{}} }

// add adds p to every zone.
func (g *ground) add(p game.Point) {
	for _, z := range g.zones {
		z.add(p)
	}
}

// addAll adds points to every zone.
func (g *ground) addAll(points set) {
	for _, z := range g.zones {
		z.addAll(points)
	}
}

// addDangers adds the empty points of the rows that the defender, to move, fills before the threat wins: with the given number of
// stones, and in each zone after the first with one more that is outside the tree.
func (j *Judge) addDangers(g ground, stones int) {
	for k, z := range g.zones {
		j.rows.dangers(j.pos, j.you, stones+k, z)
	}
}

// neededByZone follows a threat of the second order or higher with the defender, to move, passing. It stores the result in g,
// which must be empty with at least one zone.
func (j *Judge) neededByZone(t int32, g ground) (needed []game.Point, err error) {
	if j.order[t] > MaxOrder {
		return nil, j.flaw(t, "a threat of order %d; the highest supported one is %d", j.order[t], MaxOrder)
	}
	j.addDangers(g, 1) // the reply itself may make the five
	j.Turn(true)
	err = j.win(t, g)
	j.Turn(false)
	if err != nil {
		return nil, err
	}
	doubt := j.doubted(t, g)
	for p := range game.Point(j.b.Len()) {
		if j.ended != nil {
			break
		}
		if j.pos.At(p) != game.Empty {
			continue
		}
		if j.opt.Every || !g.zones[0].has(p) && doubt.has(p) {
			if j.survives(t, p) {
				needed = append(needed, p)
			}
		} else if g.zones[0].has(p) && !j.suicidal(p) {
			needed = append(needed, p)
		}
	}
	return needed, j.ended // an unfinished check does not mean that the win fails
}

// doubted returns the points where a reply must be played to decide whether the threat of node t, with ground g, still wins. A
// white stone only reduces what the rules read about forbidden points, so the points read without it suffice. A black one may add
// to it: if a threat of a higher order relies on a move forbidden to Black, every point is returned.
func (j *Judge) doubted(t int32, g ground) set {
	if j.you == game.Black && j.order[t] > 2 && !g.reach.empty() {
		g.reach.fill()
	}
	return g.reach
}

// suicidal reports whether p is illegal for the defender or loses immediately.
func (j *Judge) suicidal(p game.Point) bool {
	if !j.play(p) {
		return true
	}
	defer j.undo()
	return j.winner() == j.me
}

// survives reports whether the defender's reply p is legal and makes the threat of the second order
// or higher fail.
func (j *Judge) survives(t int32, p game.Point) bool {
	j.report.Replies++
	if !j.play(p) {
		return false
	}
	defer j.undo()
	switch {
	case j.pos.Outcome().Over:
		return j.winner() != j.me
	case j.opt.Every || j.me == game.White || j.order[t] > 2:
		return j.win(t, untold()) != nil
	}
	return !j.allowed(t, map[key]bool{})
}

// allowed reports whether Black may play the moves of a threat of the second order, which is all that a white stone outside
// its zone can change. seen contains the visited nodes with several parents; if one fails the whole result is false.
func (j *Judge) allowed(t int32, seen map[key]bool) bool {
	if j.visit() != nil {
		return false
	}
	if j.shared[t] {
		at := j.key(t)
		if seen[at] {
			return true
		}
		seen[at] = true
	}
	n := &j.nodes[t]
	if !j.play(n.Move) {
		return false
	}
	defer j.undo()
	if j.pos.Outcome().Over {
		return j.winner() == j.me
	}
	for _, r := range n.Replies {
		if !j.play(r.Move) {
			continue // the stone in question is on it: one reply fewer
		}
		ok := j.allowed(r.Then, seen)
		j.undo()
		if !ok {
			return false
		}
	}
	return true
}

// win checks the win of node t, within a threat, in the position with the attacker to move, and adds its ground to g.
func (j *Judge) win(t int32, g ground) error {
	if err := j.visit(); err != nil {
		return err
	}
	if j.shared[t] {
		at := j.key(t)
		if g.seen[at] {
			return nil
		}
		g.seen[at] = true // a flaw ends the check
	}
	n := &j.nodes[t]
	if j.bans && j.me == game.Black && j.pos.At(n.Move) == game.Empty && j.rows.crowded(j.b.Lines(), n.Move, j.me) >= 2 && !j.winsBy(n.Move) {
		j.rows.readFor(j.pos, n.Move, g.reach)
	}
	g.add(n.Move)
	if j.fence {
		for _, z := range g.zones {
			j.rows.fences(j.pos, n.Move, j.me, z)
		}
	}
	if !j.play(n.Move) {
		return j.flaw(t, "%s is not legal", j.b.Name(n.Move))
	}
	defer j.undo()
	switch {
	case j.pos.Outcome().Over && j.winner() != j.me:
		return j.flaw(t, "%s does not win", j.b.Name(n.Move))
	case j.pos.Outcome().Over:
		return nil
	case n.Threat == 0:
		return j.flaw(t, "%s neither wins nor threatens, in a threat", j.b.Name(n.Move))
	}
	j.addDangers(g, 2) // the reply and the five
	answers := j.answers
	if j.nodes[n.Threat].Threat != 0 {
		answers = j.quietAnswers
	}
	if err := answers(t, n, g); err != nil {
		return err
	}
	return j.winReplies(t, n, g)
}

// answers checks that the replies to a four within a threat are listed.
func (j *Judge) answers(t int32, n *Node, g ground) error {
	five := j.nodes[n.Threat].Move
	j.Turn(true)
	wins := j.winsBy(five)
	j.Turn(false)
	if !wins {
		return j.flaw(n.Threat, "%s does not win", j.b.Name(five))
	}
	near := newSet(j.b.Len())
	near.add(five)
	j.rows.dangers(j.pos, j.you, 1, near)
	if j.fence {
		j.rows.fences(j.pos, five, j.me, near)
	}
	g.addAll(near)
	for p := range game.Point(j.b.Len()) {
		if !near.has(p) || j.pos.At(p) != game.Empty {
			continue
		}
		if j.suicidal(p) {
			j.rows.readFor(j.pos, p, g.reach)
		} else if j.meets(p, five) && !n.lists(p) {
			return j.flaw(t, "the reply %s has no answer", j.b.Name(p))
		}
	}
	return nil
}

// quietAnswers checks that the replies to a move within a threat that threatens more than a five are listed. The reply is an
// extra stone of the defender for its own threat, so its zones allow one stone more.
func (j *Judge) quietAnswers(t int32, n *Node, g ground) error {
	inner := newGround(len(g.zones)+1, j.b.Len())
	needed, err := j.neededByZone(n.Threat, inner)
	if err != nil {
		return err
	}
	for _, p := range needed {
		if !n.lists(p) {
			return j.flaw(t, "the reply %s has no answer", j.b.Name(p))
		}
	}
	for k, z := range g.zones {
		z.addAll(inner.zones[k+1])
	}
	if g.reach == nil {
		return nil
	}
	g.reach.addAll(inner.reach)
	for p := range game.Point(j.b.Len()) {
		if j.bans && j.you == game.Black && inner.zones[0].has(p) && j.pos.At(p) == game.Empty && j.suicidal(p) {
			j.rows.readFor(j.pos, p, g.reach)
		}
	}
	return nil
}

// winReplies follows the replies listed to a move within a threat.
func (j *Judge) winReplies(t int32, n *Node, g ground) error {
	for _, r := range n.Replies {
		if !j.play(r.Move) {
			if j.bans && j.pos.At(r.Move) == game.Empty {
				j.rows.readFor(j.pos, r.Move, g.reach)
			}
			continue // now forbidden or occupied: one reply fewer
		}
		over, winner := j.pos.Outcome().Over, j.winner()
		var err error
		switch {
		case !over:
			err = j.win(r.Then, g)
		case winner != j.me:
			err = j.flaw(t, "the reply %s ends the game", j.b.Name(r.Move))
		}
		j.undo()
		if err != nil {
			return err
		}
	}
	return nil
}

// lists reports whether n has an answer to the reply p.
func (n *Node) lists(p board.Point) bool {
	return slices.ContainsFunc(n.Replies, func(r Reply) bool { return r.Move == p })
}
