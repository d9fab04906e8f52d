package gomoku

import (
	"errors"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku/pattern"
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// threats is the game of the proof-number search. The attacker makes a four or threatens a win by
// fours; the defender answers in one of the ways that may stop it. A position is won for the
// attacker when a win by fours is found; a move without a threat loses. It implements dfpn.Game.
// With a deeper search, wins by such threats take the place of wins by fours.
//
// The replies come from the judge of package proof, so the search considers exactly the replies
// that a proof must list.
type threats struct {
	b       *pattern.Board
	fours   *Fours
	judge   *proof.Judge
	me, you int
	attack  bool // the attacker is to move
	nodes   int  // limit of each search by fours
	wide    bool // try every point, not only points that make at least twos
	bounded bool // the attacker's moves are limited to left
	left    int
	passed  bool    // a candidate was skipped: a loss may be a win after all
	broken  bool    // the time ended the last expansion, which is invalid
	deeper  *deeper // nil if only wins by fours are threatened
	memo    map[uint64]expansion
	held    int64 // approximate bytes in memo
	most    int64
	points  []board.Point
}

// expansion is what is known of a position without further search.
type expansion struct {
	children []dfpn.Child
	value    dfpn.Value
	threat   []proof.Node // the win that the defender, to move, must stop
	cut      bool         // an inner search was cut short, or its win not understood
	deeper   bool         // won by threats
}

// size is the approximate number of bytes of e.
func (e *expansion) size() int64 {
	n := 200 + 24*len(e.children) + 40*len(e.threat)
	for i := range e.threat {
		n += 8 * len(e.threat[i].Replies)
	}
	return int64(n)
}

// leastThreat is the minimum number of moves of a win that starts without a four: the move, a four, and a
// five.
const leastThreat = 3

// outlook is the estimate for a move of the attacker's class: the defender's numbers after it. Win
// is the difficulty of escaping.
var outlook = [pattern.Classes]struct{ win, lose uint32 }{
	pattern.Dull: {1, 20}, pattern.TwoPlus: {1, 14}, pattern.TwoTwo: {1, 10},
	pattern.ThreePlain: {1, 10}, pattern.ThreePlain2: {2, 6},
	pattern.ThreeOpen: {3, 3}, pattern.ThreeOpen2: {4, 2}, pattern.ThreeThree: {6, 1},
	pattern.FourPlain: {1, 5}, pattern.FourPlus: {2, 3}, pattern.FourThree: {4, 2}, pattern.FourFour: {6, 1},
}

// deeperLose is the factor of the difficulty of a loss if threats of threats count, because they leave many more replies.
const deeperLose = 3

// newThreats returns the game from the position of b and judge, with colour me to move. It
// remembers expansions in about that many bytes.
func newThreats(b *pattern.Board, fours *Fours, judge *proof.Judge, me, nodes int, memory int64) *threats {
	return &threats{
		b: b, fours: fours, judge: judge, me: me, you: 3 - me, attack: true, nodes: nodes, memo: map[uint64]expansion{}, most: memory,
	}
}

// within limits the attacker to that many moves, 0 for no limit. The search treats positions with
// different limits as different.
func (t *threats) within(moves int) { t.bounded, t.left = moves > 0, moves }

// Key identifies the stones, the side to move, and the attacker's remaining moves.
func (t *threats) Key() uint64 { return t.b.Hash() ^ t.salt() ^ uint64(t.left)*0x9fb21c651e98df25 }

func (t *threats) salt() uint64 {
	if t.attack {
		return 0x2545f4914f6cdd1d
	}
	return 0
}

// Play places a stone of the side to move.
func (t *threats) Play(move int32) {
	if !t.judge.Place(game.Point(move)) {
		panic("solve: a move was listed that may not be played")
	}
	c := t.you
	if t.attack {
		c = t.me
	}
	t.b.Place(game.Point(move), c)
	t.turn()
}

// turn passes the turn to the other side.
func (t *threats) turn() {
	if t.bounded && t.attack {
		t.left--
	}
	t.attack = !t.attack
}

// turnBack undoes turn.
func (t *threats) turnBack() {
	t.attack = !t.attack
	if t.bounded && t.attack {
		t.left++
	}
}

// Undo takes the last stone back.
func (t *threats) Undo() {
	t.judge.Undo()
	t.b.Undo()
	t.turnBack()
}

// Expand lists the moves to search.
func (t *threats) Expand(buf []dfpn.Child) ([]dfpn.Child, dfpn.Value) {
	e := t.expand()
	return append(buf, e.children...), e.value
}

// expand returns the expansion of the position, from memory if possible.
func (t *threats) expand() expansion {
	key := t.Key()
	e, ok := t.memo[key]
	if ok {
		t.passed = t.passed || e.cut
		return e
	}
	t.broken = false
	if t.attack {
		e = t.attacks()
	} else {
		e = t.defences()
	}
	t.passed = t.passed || e.cut
	if t.broken {
		return e
	}
	if t.held += e.size(); t.held > t.most {
		t.memo, t.held = map[uint64]expansion{}, e.size()
	}
	t.memo[key] = e
	return e
}

// attacks lists the attacker's moves.
func (t *threats) attacks() (e expansion) {
	answer := t.byFours(t.me, t.nodes)
	e.cut = answer.Cut
	switch {
	case answer.Won:
		e.value = dfpn.Won
		return e
	case t.bounded && t.left < leastThreat:
		e.value = dfpn.Lost
		return e
	case t.deeper != nil && t.farther(winLooks) == dfpn.Won:
		e.value, e.deeper = dfpn.Won, true
		return e
	}
	if five, n := t.b.FivePoint(t.you); n > 0 {
		t.points = t.b.Blocks(five, t.you, t.points[:0])
		for _, p := range t.points {
			e.add(t, p, t.me, 1, 1)
		}
		return e
	}
	hard := uint32(1)
	if t.deeper != nil {
		hard = deeperLose
	}
	least := t.leastClass()
	for k := pattern.FourFour; k >= max(least, pattern.TwoPlus); k-- {
		t.points = t.b.Of(t.me, k, t.points[:0])
		for _, p := range t.points {
			e.add(t, p, t.me, outlook[k].win, outlook[k].lose*hard)
		}
	}
	if least == pattern.Dull {
		e.addDull(t)
	}
	return e
}

// byFours looks for a win by fours of colour c, to move.
func (t *threats) byFours(c, nodes int) Answer {
	answer := t.fours.Search(c, t.left, nodes)
	t.broken = t.broken || t.fours.broken
	return answer
}

// farther makes the deeper search look for a win, with that many times the visits for a threat.
func (t *threats) farther(times int64) dfpn.Value {
	value := t.deeper.find(times)
	t.broken = t.broken || t.deeper.broken
	return value
}

// leastClass returns the minimum class of moves to try. A move without a four that wins in three moves threatens a move that makes
// two fours. It must be part of one of the two rows, because otherwise they could be made without it. So it makes three stones of
// them.
func (t *threats) leastClass() pattern.Class {
	switch {
	case t.bounded && t.left == leastThreat && t.fours.plain:
		return pattern.ThreePlain
	case t.wide:
		return pattern.Dull
	}
	return pattern.TwoPlus
}

// addDull appends the moves that make no figure. Together with stones around them they may threaten a win by
// fours.
func (e *expansion) addDull(t *threats) {
	for p := range board.Point(t.b.Len()) {
		if t.b.At(p) == 0 && t.b.Class(p, t.me) == pattern.Dull {
			e.add(t, p, t.me, outlook[pattern.Dull].win, outlook[pattern.Dull].lose)
		}
	}
}

// add appends the position after the move p of colour c, if it is legal.
func (e *expansion) add(t *threats, p board.Point, c int, win, lose uint32) {
	if t.b.Banned(p, c) || !t.judge.Place(p) {
		return
	}
	t.judge.Undo()
	t.b.Place(p, c)
	t.turn()
	key := t.Key()
	t.turnBack()
	t.b.Undo()
	e.children = append(e.children, dfpn.Child{Move: int32(p), Key: key, Win: win, Lose: lose})
}

// defences lists the defender's replies to the move just played.
func (t *threats) defences() expansion {
	escaped := expansion{value: dfpn.Won}
	if t.b.Count(t.you, pattern.Win) > 0 {
		return escaped
	}
	if five, n := t.b.FivePoint(t.me); n > 0 {
		t.points = t.b.Blocks(five, t.me, t.points[:0])
		return t.replies(board.None, []proof.Node{{Move: five}})
	}
	threat, cut := t.threat()
	if threat == nil {
		escaped.cut = cut
		return escaped
	}
	var err error
	// package pattern can be wrong where lines cross themselves, or the time is up
	if t.points, err = t.judge.NeededAgainst(threat); err != nil {
		escaped.cut = true
		t.broken = t.broken || errors.Is(err, proof.ErrStopped)
		return escaped
	}
	return t.replies(threat[0].Move, threat)
}

// threat returns the win that follows the move just played if the defender passes, or nil if it does not exist or, with cut, was not
// found.
func (t *threats) threat() (nodes []proof.Node, cut bool) {
	answer := t.byFours(t.me, t.nodes)
	var err error
	switch {
	case answer.Won:
		nodes, err = t.fours.Proof(t.me, answer.Depth, 0)
		t.broken = t.broken || t.fours.broken
	case t.deeper == nil || t.byFours(t.you, foilNodes).Won: // only a four answers theirs
		return nil, answer.Cut
	default:
		if value := t.farther(1); value != dfpn.Won {
			return nil, answer.Cut || value == dfpn.Open || t.deeper.passed
		}
		nodes, err = t.deeper.proof()
		t.broken = t.broken || t.deeper.broken
		if len(nodes) > maxThreat {
			nodes = nil
		}
	}
	return nodes, err != nil || nodes == nil
}

// replies returns the replies in points to a threat. The attacker's own next point is the most
// promising.
func (t *threats) replies(first board.Point, threat []proof.Node) expansion {
	e := expansion{threat: threat}
	for _, p := range t.points {
		win := uint32(2)
		if p == first {
			win = 3
		}
		e.add(t, p, t.you, win, 2)
	}
	return e
}
