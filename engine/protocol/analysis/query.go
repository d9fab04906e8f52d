package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/engine/protocol/gtp"
	"moyo/game"
)

// Bounds of a query.
const (
	maxSide    = 100 // of boardXSize and boardYSize
	maxMoves   = 20_000
	maxChoices = 1000 // entries of avoidMoves
	maxKomi    = 400
	maxPlies   = 1_000_000_000
	// of a priority
	mostPriority = int64(1)<<62 - 1
)

// query is a client's request to analyze turns of a game.
type query struct {
	id         string
	size       int // bytes of its line
	open       int // jobs in the queue, which counts them
	at         *place
	rules      game.Rules
	stones     []game.Placed // before the first move
	first      game.Color    // the side that moves first
	moves      []turned
	turns      []int64         // to analyze, ascending
	priorities map[int64]int64 // by turn
	priority   int64           // of the other turns
	settings   Settings
	avoid      []engine.Avoided
	allow      []engine.Avoided // the sides avoid all moves but these; see avoided

	ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, policy, pvVisits, noResult bool

	every, firstAfter time.Duration // between reports during a search; 0: no reports
	warnings          []fault
}

// expected are the fields of queries.
var expected = strings.Fields(`id action terminateId turnNumbers boardXSize boardYSize initialStones moves initialPlayer
		analyzeTurns priorities rules komi whiteHandicapBonus overrideSettings maxVisits analysisPVLen rootFpuReductionMax
		rootPolicyTemperature includeMovesOwnership includeMovesOwnershipStdev includeOwnership includeOwnershipStdev includePolicy
		includePVVisits includeNoResultValue reportDuringSearchEvery firstReportDuringSearchAfter priority allowMoves avoidMoves
		board game`)

// parse reads the query of an object's fields, in KataGo's order of checks.
func (s *server) parse(id string, fields map[string]json.RawMessage) (*query, *fault) {
	d := &decoder{fields: fields}
	q := &query{id: id, settings: s.cfg.Settings, priorities: map[int64]int64{}}
	s.readBoard(d, q)
	s.readMoves(d, q)
	readTurns(d, q)
	s.readRules(d, q)
	s.readSettings(d, q)
	readReports(d, q)
	readChoices(d, q)
	if d.fault == nil && !s.cfg.Quiet {
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if !slices.Contains(expected, name) {
				q.warn(name, "Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)")
			}
		}
	}
	if d.fault == nil {
		q.check(d)
	}
	return q, d.fault
}

func (q *query) warn(field, format string, a ...any) {
	if len(q.warnings) == maxWarnings {
		return
	}
	q.warnings = append(q.warnings, fault{clip(field), fmt.Sprintf(format, a...)})
}

// readBoard reads the sizes of a grid or, beyond KataGo, the spec of any board.
func (s *server) readBoard(d *decoder, q *query) {
	var spec string
	if d.has("board") {
		var ok bool
		if spec, ok = d.text("board"); !ok {
			d.fail("board", `Must be the spec of a board, such as "torus:9x9"`)
			return
		}
	} else {
		text := "Must provide an integer from 2 to " + strconv.Itoa(maxSide)
		var size [2]int64
		for i, field := range []string{"boardXSize", "boardYSize"} {
			if !d.has(field) {
				d.fail(field, "%s", text)
			}
			d.integer(field, 2, maxSide, text, &size[i])
		}
		spec = fmt.Sprintf("grid:%dx%d", size[0], size[1])
	}
	if d.fault != nil {
		return
	}
	at, err := s.place(spec)
	if err != nil {
		d.fail("board", "%s", clip(err.Error()))
		return
	}
	q.at = at
}

// readMoves reads the stones, the moves and the side that moves first.
func (s *server) readMoves(d *decoder, q *query) {
	if d.fault != nil {
		return
	}
	placed := map[game.Point]game.Color{} // the last stone on a point counts
	for _, t := range d.moves("initialStones", q.at, false, false) {
		placed[t.move.Point()] = t.side
	}
	for _, p := range slices.Sorted(maps.Keys(placed)) {
		q.stones = append(q.stones, game.Placed{Point: p, Color: placed[p]})
	}
	if !d.has("moves") {
		d.fail("moves", "Must specify an array of [player,location] pairs")
	}
	q.moves = d.moves("moves", q.at, true, d.has("game"))
	d.player("initialPlayer", &q.first)
}

// readTurns reads the turns to analyze and their priorities.
func readTurns(d *decoder, q *query) {
	last := int64(len(q.moves))
	turns := []int64{last}
	if d.has("analyzeTurns") {
		turns = d.integers("analyzeTurns", "Must specify an array of integers indicating turns to analyze")
	}
	for _, t := range turns {
		if t < 0 || t > last {
			d.fail("analyzeTurns", "Invalid turn number: %d", t)
			return
		}
	}
	if d.has("priorities") {
		list := d.integers("priorities", "Must specify an array of integers indicating priorities")
		switch {
		case !d.has("analyzeTurns"):
			d.fail("priorities", "Can only specify when also specifying analyzeTurns")
			return
		case len(list) != len(turns):
			d.fail("priorities", "Must be of matching length to analyzeTurns")
			return
		}
		for i, p := range list {
			if p < -mostPriority || p > mostPriority {
				d.fail("priorities", "Invalid priority: %d", p)
				return
			}
			q.priorities[turns[i]] = p
		}
	}
	slices.Sort(turns)
	q.turns = slices.Compact(turns)
}

// readSettings reads what bounds and shapes the search, and what answers contain.
func (s *server) readSettings(d *decoder, q *query) {
	readOverrides(d, q)
	d.integer("maxVisits", 1, maxVisits, "Must be an integer from 1 to 2^50", &q.settings.Visits)
	pv := int64(q.settings.PV)
	d.integer("analysisPVLen", 1, maxPV, "Must be an integer from 1 to 1000", &pv)
	q.settings.PV = int(pv)
	d.number("rootFpuReductionMax", 0, 2, "Must be a number from 0.0 to 2.0", new(float64))
	d.number("rootPolicyTemperature", 0.01, 100, "Must be a number from 0.01 to 100.0", &q.settings.Temper)
	d.boolean("includeMovesOwnership", &q.movesOwnership)
	d.boolean("includeMovesOwnershipStdev", &q.movesOwnershipStdev)
	d.boolean("includeOwnership", &q.ownership)
	d.boolean("includeOwnershipStdev", &q.ownershipStdev)
	d.boolean("includePolicy", &q.policy)
	d.boolean("includePVVisits", &q.pvVisits)
	d.boolean("includeNoResultValue", &q.noResult)
}

// readOverrides reads overrideSettings. Parameters that moyo does not have get a warning.
func readOverrides(d *decoder, q *query) {
	if !d.has("overrideSettings") {
		return
	}
	var all map[string]json.RawMessage
	if raw := d.fields["overrideSettings"]; json.Unmarshal(raw, &all) != nil || isNull(raw) {
		d.fail("overrideSettings", "Must be an object")
		return
	}
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		value := string(all[name])
		var text string
		if json.Unmarshal(all[name], &text) == nil {
			value = text
		}
		known, err := q.settings.Set(name, value)
		if err != nil {
			d.fail("overrideSettings", "Could not set settings: Could not parse config value for %s: %s", name, clip(value))
			return
		}
		if !known {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		q.warn("overrideSettings", "Unknown config params: %s", clip(strings.Join(unknown, ",")))
	}
}

// readReports reads the times of reports during the search, and the priority.
func readReports(d *decoder, q *query) {
	d.seconds("reportDuringSearchEvery", &q.every)
	q.firstAfter = q.every
	d.seconds("firstReportDuringSearchAfter", &q.firstAfter)
	if d.has("priority") {
		if d.has("priorities") {
			d.fail("priority", "Cannot specify both priority and priorities")
			return
		}
		d.integer("priority", -mostPriority, mostPriority, "Must be a number between -2^62 and 2^62", &q.priority)
	}
}

// readChoices reads the moves that a side may not play, or the only ones that it may.
func readChoices(d *decoder, q *query) {
	field := "avoidMoves"
	if d.has("allowMoves") {
		if d.has("avoidMoves") {
			d.fail("allowMoves", "Cannot specify both allowMoves and avoidMoves")
			return
		}
		field = "allowMoves"
	}
	if !d.has(field) {
		return
	}
	const text = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"
	var list []map[string]json.RawMessage
	switch raw := d.fields[field]; {
	case json.Unmarshal(raw, &list) != nil || isNull(raw):
		d.fail(field, text)
	case field == "allowMoves" && len(list) > 2:
		d.fail(field, "Currently allowMoves only allows at most one entry per player")
	case len(list) > maxChoices:
		d.fail(field, "At most %d entries are supported", maxChoices)
	}
	allowed := map[game.Color]bool{}
	for _, entry := range list {
		e := &decoder{fields: entry, fault: d.fault}
		if !e.has("moves") || !e.has("untilDepth") || !e.has("player") {
			e.fail(field, text)
		}
		var a engine.Avoided
		plies := int64(0)
		e.player("player", &a.Side)
		if e.fault == nil {
			a.Moves = e.vertices("moves", q.at)
		}
		e.integer("untilDepth", 1, maxPlies, "Must be a positive integer", &plies)
		if a.Plies = int(plies); field == "allowMoves" {
			if allowed[a.Side] {
				e.fail(field, "Cannot specify allowMoves more than once for the same player")
			}
			allowed[a.Side] = true
			q.allow = append(q.allow, a)
		} else {
			q.avoid = append(q.avoid, a)
		}
		if d.fault = e.fault; d.fault != nil {
			return
		}
	}
}

// avoided returns the moves that the search leaves out. Queries that wait do not hold these lists: a short line that allows one move
// avoids all others.
func (q *query) avoided() []engine.Avoided {
	list := slices.Clip(q.avoid)
	for _, a := range q.allow {
		a.Moves = q.at.allBut(a.Moves)
		list = append(list, a)
	}
	return list
}

// maxWarnings is the most warnings for a query: a line has room for thousands of unknown fields.
const maxWarnings = 20

// maxReset limits the points of all positions that begin anew after a repetition: a few bytes can make one.
const maxReset = 2_000_000

// check plays the game, so that the turns can be analyzed later.
func (q *query) check(d *decoder) {
	if _, err := q.rules.New(q.at.board); err != nil {
		d.fail("rules", "%s", clip(err.Error()))
		return
	}
	pos, err := q.start()
	if err != nil {
		d.fail("initialStones", "%s", clip(err.Error()))
		return
	}
	reset := 0
	for i := range q.moves {
		if q.play(pos, &q.moves[i]) != nil {
			text := q.moves[i].word
			if text == "" {
				text = q.at.verts.Format(q.moves[i].move)
			}
			d.fail("moves", "Illegal move %d: %s", i, clip(text))
			return
		}
		if i > 0 && len(pos.Moves()) == 1 {
			if reset += q.at.board.Len(); reset > maxReset {
				d.fail("moves", "Too many moves repeat positions on so large a board")
				return
			}
		}
	}
}

var errNoSetup = errors.New("stones cannot be set up in this game")

// start returns the position before the first move.
func (q *query) start() (game.Position, error) {
	pos, err := q.rules.New(q.at.board)
	if err != nil {
		return nil, err
	}
	first := q.first
	if first == game.Empty {
		first = pos.ToPlay()
		switch {
		case len(q.moves) > 0:
			first = q.moves[0].side
		case handicap(q.stones, nil) > 0:
			first = game.White
		}
	}
	if len(q.stones) == 0 {
		return pos, handTo(pos, first)
	}
	setter, ok := pos.(game.Setter)
	if !ok {
		return nil, errNoSetup
	}
	return pos, setter.Set(q.stones, first)
}

// handTo makes side the one to move, if it is not and the game continues.
func handTo(pos game.Position, side game.Color) error {
	if pos.ToPlay() == side {
		return nil
	}
	return gtp.HandTurn(pos, side)
}

// play plays a move. Like KataGo, it plays one that would repeat an earlier position: games are played by many rules. The history
// then starts again.
func (q *query) play(pos game.Position, t *turned) error {
	if err := handTo(pos, t.side); err != nil {
		return err
	}
	if t.word != "" {
		m, ok := pos.ParseChoice(t.word)
		if !ok {
			return errors.New("no such choice")
		}
		return pos.Play(m)
	}
	if setter, ok := pos.(game.Setter); ok && pos.Check(t.move) == game.Ko {
		var stones []game.Placed
		for p, c := range game.Stones(pos) {
			if c != game.Empty {
				stones = append(stones, game.Placed{Point: game.Point(p), Color: c})
			}
		}
		if err := setter.Set(stones, t.side); err != nil {
			return err
		}
	}
	return pos.Play(t.move)
}

// position returns the position at a turn.
func (q *query) position(turn int64) (game.Position, error) {
	pos, err := q.start()
	for i := int64(0); err == nil && i < turn; i++ {
		err = q.play(pos, &q.moves[i])
	}
	return pos, err
}

// allBut returns all moves except those given.
func (p *place) allBut(given []game.Move) (others []game.Move) {
	isGiven := make([]bool, 1+p.board.Len()) // the pass first
	for _, m := range given {
		isGiven[m+1] = true
	}
	for m := game.Pass; int(m) < p.board.Len(); m++ {
		if !isGiven[m+1] {
			others = append(others, m)
		}
	}
	return others
}

// handicap returns how many stones Black has as a handicap: those of a position without white stones, and moves at the start of
// the game that White does not answer. A single one is no handicap.
func handicap(stones []game.Placed, moves []turned) int {
	n := 0
	for _, st := range stones {
		if st.Color == game.White {
			return 0
		}
		n++
	}
	n += blackFirst(moves)
	if n <= 1 {
		return 0
	}
	return n
}

// blackFirst returns how many stones Black places before White's first. White may pass between them. If White then moves twice,
// the moves make up a position, not a handicap.
func blackFirst(moves []turned) (n int) {
	for i, t := range moves {
		switch {
		case t.side == game.Black && t.move >= 0:
			n++
		case t.side == game.White && i+1 < len(moves) && moves[i+1].side == game.White:
			return 0
		case t.side == game.White && t.move != game.Pass:
			return n
		}
	}
	return n
}
