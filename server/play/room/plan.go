package room

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/play/correspondence"
	"moyo/server/store"
)

// The limits of a plan.
const (
	maxPlanLines = 50
	maxPlanMoves = 200 // in the tree that its lines make
	maxPlanDepth = 20  // moves of a line
)

// plan is what a player has decided before their turn in a correspondence game: lines that begin
// with a move of the other player, each with the answer to it. Which part of them is still to come
// follows from the moves since, and is not stored. So nothing can be played twice, whatever fails:
// as soon as a move of a line is in the log, the line is past it.
type plan struct {
	Ply     int        `json:"ply"` // number of moves before the first of each line
	Lines   [][]string `json:"lines,omitempty"`
	Dropped string     `json:"dropped,omitempty"` // the answer that was not allowed, after which nothing is played any more

	version int // of the game for which it was made
}

// plans are what the players of one game have planned, in memory and in the store. They belong
// to the room's goroutine.
type plans struct {
	*seats
	game      string // id
	stored    correspondence.Kept
	now       func() time.Time
	bySide    [3]*plan // nil for none
	takenBack int      // the version by which moves were taken back last, 0 for never
}

// correspondence returns what players of correspondence games have stored.
func (h *Hub) correspondence() correspondence.Kept { return correspondence.Kept{DB: h.Store} }

// allowed says whether the players of this game can plan ahead.
func (p *plans) allowed() bool {
	return p.m.Clock().Kind == clock.Correspondence && p.m.Partners() == 0 &&
		p.m.Seat(game.Black).Kind == match.Human && p.m.Seat(game.White).Kind == match.Human
}

// load reads the plans of a game that has just been loaded.
func (p *plans) load(ctx context.Context, takenBack int) error {
	p.bySide, p.takenBack = [3]*plan{}, takenBack
	if !p.allowed() {
		return nil
	}
	kept, err := p.stored.Plans(ctx, p.game)
	if err != nil {
		return err
	}
	for _, k := range kept {
		for _, side := range []game.Color{game.Black, game.White} {
			if p.m.Seat(side).Player != k.Player {
				continue
			}
			one := &plan{version: k.Version}
			if err := json.Unmarshal(k.Body, one); err != nil {
				return err
			}
			p.bySide[side] = one
		}
	}
	return nil
}

// keep writes a player's plan to the store, nil for none. It does not change what is in memory.
func (p *plans) keep(ctx context.Context, side game.Color, one *plan) error {
	kept := correspondence.Plan{Game: p.game, Player: p.m.Seat(side).Player, Changed: p.now()}
	if one != nil {
		body, err := json.Marshal(one)
		if err != nil {
			return err
		}
		kept.Version, kept.Body = one.version, body
	}
	return p.stored.SavePlan(ctx, kept)
}

// ahead returns what is still to come of a player's lines. After moves were taken back it is
// nothing: the player who took back did not mean what they had planned before.
func (p *plans) ahead(side game.Color) (lines [][]string) {
	one, pos := p.bySide[side], p.m.Position()
	if one == nil || one.Dropped != "" || one.version < p.takenBack || p.m.Phase() == match.Finished {
		return nil
	}
	moves := pos.Moves()
	if len(moves) < one.Ply || len(moves)-one.Ply > maxPlanDepth {
		return nil
	}
	played := make([]string, 0, len(moves)-one.Ply)
	for _, m := range moves[one.Ply:] {
		played = append(played, game.Format(pos, m))
	}
	for _, line := range one.Lines {
		if len(line) > len(played) && slices.Equal(line[:len(played)], played) {
			lines = append(lines, line[len(played):])
		}
	}
	return lines
}

// due returns whose plan has an answer to the game as it is, and which; Empty for no answer.
// While the other player's offer of a draw waits, the player has to say what they think of it.
func (p *plans) due() (side game.Color, move string) {
	side = p.m.Turn()
	if side == game.Empty || p.m.DrawOffer() == side.Other() {
		return game.Empty, ""
	}
	if lines := p.ahead(side); len(lines) > 0 {
		return side, lines[0][0]
	}
	return game.Empty, ""
}

// answers says whether a plan has an answer to the game as it is.
func (p *plans) answers() bool {
	side, _ := p.due()
	return side != game.Empty
}

// past says whether the game has gone past a player's plan.
func (p *plans) past(side game.Color) bool {
	one := p.bySide[side]
	return p.m.Phase() == match.Finished || one.Dropped == "" && len(p.ahead(side)) == 0 || one.Dropped != "" && p.m.Ply() > one.Ply
}

// message says how a player's plan stands. It is for them alone.
func (p *plans) message(side game.Color) []byte {
	told := wire.Plan{Ply: p.m.Ply(), Lines: p.ahead(side)}
	if told.Lines == nil {
		told.Lines = [][]string{}
	}
	if one := p.bySide[side]; one != nil {
		told.Dropped = one.Dropped
	}
	return encoded(wire.ServerMessage{Type: "plan", Plan: &told})
}

// asked returns the plan that a player asks for, nil for none, or why there can be no such plan.
func (p *plans) asked(side game.Color, msg wire.ClientMessage) (*plan, error) {
	switch {
	case !p.allowed():
		return nil, apierror.Say(match.CodeNotAllowed, "plan.clock",
			"Answers can be planned ahead only in correspondence games between two people.")
	case len(msg.Lines) == 0:
		return nil, nil
	case p.m.Phase() != match.Playing || p.m.Turn() != side.Other():
		return nil, apierror.Say(match.CodeNotNow, "plan.turn", "Answers can be planned ahead while it is the other player's turn.")
	case msg.Ply != p.m.Ply():
		return nil, apierror.Say(apierror.OutOfStep, "plan.moved",
			"The other player has just moved. Look at the game again before you plan ahead.")
	}
	lines, err := checkedLines(p.m.Position().Clone(), side, msg.Lines)
	if err != nil {
		return nil, err
	}
	return &plan{Ply: p.m.Ply(), Lines: lines, version: p.m.Version()}, nil
}

// answer plays what a player has planned, if it is time, and says whether the room has gone
// on with that. If the answer is not allowed, it drops the plan.
func (r *room) answer() bool {
	side, name := r.plans.due()
	if side == game.Empty {
		return false
	}
	move, err := game.ParseMove(r.m.Position(), name)
	if err == nil {
		err = r.record(planCommand+strconv.Itoa(r.m.Version()), match.Event{Kind: match.Moved, By: side, Move: move, Planned: true})
	}
	if err == nil || errors.Is(err, errStore) || timeUp(err) {
		return true
	}
	r.h.Log.Warn("a planned answer was refused", "game", r.id, "err", err)
	r.setPlan(side, &plan{Ply: r.m.Ply(), Dropped: name, version: r.m.Version()})
	header := convert.Header(r.id, r.m)
	// they have not been told that it is their turn
	r.h.Recorded(Change{Game: header, Event: match.Event{Kind: match.Moved, By: side.Other()}, Turn: true})
	return false
}

// planCommand begins the ids of commands that plans give; those of players begin with their own.
const planCommand = "plan/"

// tidyPlans forgets plans that the game has gone past, and tells players how the others stand.
func (r *room) tidyPlans() {
	for _, side := range []game.Color{game.Black, game.White} {
		switch {
		case r.plans.bySide[side] == nil:
		case r.plans.past(side):
			r.setPlan(side, nil)
		default:
			r.tellPlan(side)
		}
	}
}

// setPlan puts a plan, nil for none, in place of a player's. If the store fails, this room
// has it all the same; one that the game has gone past does no harm.
func (r *room) setPlan(side game.Color, p *plan) {
	if err := r.keepPlan(side, p); err != nil {
		r.h.Log.Error("a plan was not kept", "game", r.id, "err", err)
	}
	r.plans.bySide[side] = p
	r.tellPlan(side)
}

func (r *room) keepPlan(side game.Color, p *plan) error {
	err := r.plans.keep(r.ctx, side, p)
	if _, other := errors.AsType[*store.Fenced](err); other {
		r.fail(err) // another node has the game: members come back and find it there
		return errStore
	}
	return err
}

// tellPlan tells a player how their plan stands, wherever they have the game open.
func (r *room) tellPlan(side game.Color) {
	data := r.plans.message(side)
	for m := range r.members {
		if r.sideOf(m) == side {
			m.Send(data)
		}
	}
}

// planAhead carries out "plan".
func (r *room) planAhead(m *socket.Conn, msg wire.ClientMessage) {
	side := r.sideOf(m)
	p, err := r.plans.asked(side, msg)
	if err == nil {
		err = r.keepPlan(side, p)
	}
	if r.failed {
		return // the member comes back and sends the plan again
	}
	if err == nil {
		r.plans.bySide[side] = p
	}
	if r.reply(m, msg.ID, err) {
		r.tellPlan(side)
	}
}

// checkedLines returns lines with their moves in canonical form, or what is wrong with
// them. It plays each one on pos, and leaves pos in any state.
func checkedLines(pos game.Position, side game.Color, lines [][]string) ([][]string, error) {
	if len(lines) > maxPlanLines {
		return nil, apierror.Say(apierror.BadRequest, "plan.lines", "There is room for %d lines, and these are %d.", maxPlanLines, len(lines))
	}
	w := walker{pos: pos, side: side, answers: map[string]string{}}
	checked := make([][]string, len(lines))
	for _, i := range inOrder(lines) { // so a common beginning is played once
		line, err := w.walk(i+1, lines[i])
		if err != nil {
			return nil, err
		}
		checked[i] = line
	}
	return checked, nil
}

// inOrder returns the indexes of lines in the order of their moves.
func inOrder(lines [][]string) []int {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(lines[a], lines[b]) })
	return order
}

// walker plays lines through, one after the other.
type walker struct {
	pos     game.Position
	side    game.Color
	on      []string          // the moves played since the beginning of the lines
	owns    []bool            // whether each of them is the player's own
	answers map[string]string // by the moves before them
	moves   int               // in the tree of all lines
}

// walk plays the line of that number.
func (w *walker) walk(number int, line []string) ([]string, error) {
	if len(line) > maxPlanDepth {
		return nil, apierror.Say(apierror.BadRequest, "plan.depth", "Line %d has %d moves; there is room for %d.",
			number, len(line), maxPlanDepth)
	}
	common := 0
	for common < min(len(w.on), len(line)) && w.on[common] == line[common] {
		common++
	}
	for len(w.on) > common {
		w.pos.Undo()
		w.on, w.owns = w.on[:len(w.on)-1], w.owns[:len(w.on)-1]
	}
	for ply := common; ply < len(line); ply++ {
		if err := w.play(number, ply+1, line[ply]); err != nil {
			return nil, err
		}
	}
	if len(line) == 0 || !w.owns[len(line)-1] {
		return nil, apierror.Say(apierror.BadRequest, "plan.end", "Line %d ends with a move of the other player's: add your answer.", number)
	}
	return slices.Clone(w.on), nil
}

// play plays a move of a line, both counted from 1.
func (w *walker) play(number, ply int, name string) error {
	if w.moves++; w.moves > maxPlanMoves {
		return apierror.Say(apierror.BadRequest, "plan.moves", "There is room for %d moves, and these are more.", maxPlanMoves)
	}
	if len(name) > convert.MaxMove {
		return apierror.Say(apierror.BadRequest, "game.noMove", "That is no move.")
	}
	move, err := game.ParseMove(w.pos, name)
	if err != nil {
		return apierror.Say(apierror.Code(game.OffBoard.Code()), "plan.noPoint", "Line %d, move %d: "+
			"there is no point %q on this board.", number, ply, name)
	}
	own := game.Player(w.pos) == w.side
	if written := game.Format(w.pos, move); written != name {
		return apierror.Say(apierror.BadRequest, "plan.written", "Line %d, move %d: %q is written %q.", number, ply, name, written)
	}
	if w.pos.Outcome().Over {
		return apierror.Say(apierror.BadRequest, "plan.over", "Line %d, move %d: the game is over before.", number, ply)
	}
	if err := w.pos.Play(move); err != nil {
		return apierror.Say(apierror.Of(err).Code, "plan.illegal", "Line %d, move %d: %s is not allowed there.", number, ply, name)
	}
	if own {
		before := linePrefix(w.on)
		if other, known := w.answers[before]; known && other != name {
			return apierror.Say(apierror.BadRequest, "plan.twice", "Line %d, move %d: another line answers the same with %s.", number, ply, other)
		}
		w.answers[before] = name
	}
	w.on, w.owns = append(w.on, name), append(w.owns, own)
	return nil
}

// linePrefix returns moves as one text, different for different moves.
func linePrefix(moves []string) string {
	text, _ := json.Marshal(moves) // texts never fail
	return string(text)
}
