package gomoku

import (
	"errors"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku/pattern"
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// threats is the game that the proof-number search plays: the attacker makes a
// four or threatens a victory by fours, the defender answers in one of the ways
// that may stop it. A position is won for the attacker when a victory by fours
// is found, and lost for a move that threatens nothing. It implements dfpn.Game.
// With a deeper search in it a victory by such threats does what one by fours does.
//
// The replies come from the judge of package proof, so that the search looks at
// the very replies that a proof has to list.
type threats struct {
	b       *pattern.Board
	fours   *Fours
	judge   *proof.Judge
	me, you int
	attack  bool // the attacker is to move
	nodes   int  // limit of each search by fours
	wide    bool // every point is tried, not only those that make at least twos
	bounded bool // the attacker has so many moves left as left says
	left    int
	passed  bool    // something was passed over: what is lost may be won after all
	broken  bool    // the clock ended what the last expansion looks at: it does not hold
	deeper  *deeper // nil where victories by fours are all that is threatened
	memo    map[uint64]expansion
	held    int64 // bytes that memo holds, about
	most    int64
	points  []board.Point
}

// expansion is what is known of a position without searching on.
type expansion struct {
	children []dfpn.Child
	value    dfpn.Value
	threat   []proof.Node // the victory that the defender, to move, has to stop
	cut      bool         // a search below was cut short, or its win not understood
	deeper   bool         // won, and by threats
}

// size is about how many bytes the memory of e takes.
func (e *expansion) size() int64 {
	n := 200 + 24*len(e.children) + 40*len(e.threat)
	for i := range e.threat {
		n += 8 * len(e.threat[i].Replies)
	}
	return int64(n)
}

// leastThreat is the fewest moves in which a move that is no four wins: it, a four, and a five.
const leastThreat = 3

// outlook is how hard a move of the attacker's class looks: the defender's
// numbers after it. Win is how hard it is for the defender to get away.
var outlook = [pattern.Classes]struct{ win, lose uint32 }{
	pattern.Dull: {1, 20}, pattern.TwoPlus: {1, 14}, pattern.TwoTwo: {1, 10},
	pattern.ThreePlain: {1, 10}, pattern.ThreePlain2: {2, 6},
	pattern.ThreeOpen: {3, 3}, pattern.ThreeOpen2: {4, 2}, pattern.ThreeThree: {6, 1},
	pattern.FourPlain: {1, 5}, pattern.FourPlus: {2, 3}, pattern.FourThree: {4, 2}, pattern.FourFour: {6, 1},
}

// deeperLose is how many times harder it looks to lose after a move where threats of threats count, as they leave so many more replies.
const deeperLose = 3

// newThreats returns the game from the position of b and judge, with colour me to
// move. It remembers expansions in about so many bytes.
func newThreats(b *pattern.Board, fours *Fours, judge *proof.Judge, me, nodes int, memory int64) *threats {
	return &threats{
		b: b, fours: fours, judge: judge, me: me, you: 3 - me, attack: true, nodes: nodes, memo: map[uint64]expansion{}, most: memory,
	}
}

// within lets the attacker have so many moves and no more, or any number for 0. Positions with another
// number are others to the search.
func (t *threats) within(moves int) { t.bounded, t.left = moves > 0, moves }

// Key identifies the stones, the side to move, and the moves that the attacker has left.
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

// turn has the other side to move.
func (t *threats) turn() {
	if t.bounded && t.attack {
		t.left--
	}
	t.attack = !t.attack
}

// turnBack is turn taken back.
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

// Expand lists the moves worth a look.
func (t *threats) Expand(buf []dfpn.Child) ([]dfpn.Child, dfpn.Value) {
	e := t.expand()
	return append(buf, e.children...), e.value
}

// expand returns the expansion of the position, from memory if it has been here.
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

// byFours looks for a victory by fours of colour c, who is to move.
func (t *threats) byFours(c, nodes int) Answer {
	answer := t.fours.Search(c, t.left, nodes)
	t.broken = t.broken || t.fours.broken
	return answer
}

// farther has the deeper search look for a win, with so many times the visits for a threat.
func (t *threats) farther(times int64) dfpn.Value {
	value := t.deeper.look(times)
	t.broken = t.broken || t.deeper.broken
	return value
}

// leastClass returns what a move has to make to be tried. One that is to win in three moves, and makes no four, threatens one that
// makes two fours at once; in one of the two rows it is itself, as otherwise they could be made without it. So it makes three of
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

// addDull appends the moves that make nothing worth a name. They may threaten a victory by fours by what lies
// around them.
func (e *expansion) addDull(t *threats) {
	for p := range board.Point(t.b.Len()) {
		if t.b.At(p) == 0 && t.b.Class(p, t.me) == pattern.Dull {
			e.add(t, p, t.me, outlook[pattern.Dull].win, outlook[pattern.Dull].lose)
		}
	}
}

// add appends the position after the move p of colour c, unless it may not be
// played.
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
	// the kernel does not see everything where lines cross themselves, or time is up
	if t.points, err = t.judge.NeededAgainst(threat); err != nil {
		escaped.cut = true
		t.broken = t.broken || errors.Is(err, proof.ErrStopped)
		return escaped
	}
	return t.replies(threat[0].Move, threat)
}

// threat returns the victory that follows the move just played if the defender passes, nil where there is none or, cut, none was found.
func (t *threats) threat() (nodes []proof.Node, cut bool) {
	answer := t.byFours(t.me, t.nodes)
	var err error
	switch {
	case answer.Won:
		nodes, err = t.fours.Proof(t.me, answer.Depth, 0)
		t.broken = t.broken || t.fours.broken
	case t.deeper == nil || t.byFours(t.you, foilNodes).Won: // against theirs nothing but a four helps
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

// replies returns the replies in points to a threat. That where the attacker
// would play next looks best.
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
