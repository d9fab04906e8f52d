package tables

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"moyo/game/match"
	"moyo/server/store"
)

// shelf is a set of games with an index in the order of lists. Its condition must be
// written in queries as in the index, or SQLite would not use the index;
// PUBLIC is [Dialect.Public].
type shelf struct {
	phases    []match.Phase
	condition string
	// people returns the arguments of the condition; nil for none.
	people func(q store.Query) []any
	teams  bool // whether it is about places in teams
}

// The shelves of all games, of one player's games, for each seat, of two players' games,
// and of games that wait for a player. A game only moves to a later shelf, so reading them
// in this order never misses it, but may see it twice.
var (
	everybodys = []shelf{
		{[]match.Phase{match.Waiting}, `phase = 'waiting' AND PUBLIC`, nil, false},
		{[]match.Phase{match.Playing, match.Counting}, `phase IN ('playing', 'scoring') AND PUBLIC`, nil, false},
		{[]match.Phase{match.Finished}, `phase = 'finished' AND PUBLIC`, nil, false},
	}
	ofPlayer = []shelf{
		{unfinishedPhases, `phase <> 'finished' AND black_player <> '' AND black_player = ?`, player, false},
		{unfinishedPhases, `phase <> 'finished' AND white_player <> '' AND white_player = ?`, player, false},
		{[]match.Phase{match.Finished}, `phase = 'finished' AND black_player <> '' AND black_player = ?`, player, false},
		{[]match.Phase{match.Finished}, `phase = 'finished' AND white_player <> '' AND white_player = ?`, player, false},
		{unfinishedPhases, `ended = 0 AND person = ?`, player, true},
		{[]match.Phase{match.Finished}, `ended = 1 AND person = ?`, player, true},
	}
	ofTwo = []shelf{
		ofPlayer[0], ofPlayer[1],
		{[]match.Phase{match.Finished}, between, func(q store.Query) []any { return []any{q.Player, q.Opponent} }, false},
		{[]match.Phase{match.Finished}, between, func(q store.Query) []any { return []any{q.Opponent, q.Player} }, false},
	}
	awaiting = []shelf{{everyPhase, `turn_player <> '' AND turn_player = ?`, func(q store.Query) []any { return []any{q.Awaits} }, false}}

	unfinishedPhases = []match.Phase{match.Waiting, match.Playing, match.Counting}
	everyPhase       = []match.Phase{match.Waiting, match.Playing, match.Counting, match.Finished}
)

// between is the condition for finished games of two players, by their seats.
const between = `phase = 'finished' AND black_player <> '' AND white_player <> '' AND black_player = ? AND white_player = ?`

// player returns the argument of a player's shelves.
func player(q store.Query) []any { return []any{q.Player} }

// List implements store.Store.
func (s *Store) List(ctx context.Context, q store.Query) ([]store.Game, error) {
	if q.Limit == 0 {
		q.Limit = store.DefaultLimit
	}
	games := []store.Game{}
	if err := s.moment(ctx, func(tx *sql.Tx) (err error) {
		for _, sel := range s.dialect.Selects(q) {
			if games, err = sel.read(ctx, tx, games); err != nil {
				return s.orClosed(err)
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	slices.SortFunc(games, func(a, b store.Game) int { return store.Compare(store.CursorOf(a), store.CursorOf(b)) })
	games = slices.CompactFunc(games, func(a, b store.Game) bool { return a.ID == b.ID })
	return games[:min(q.Limit, len(games))], nil
}

// Selection is a query on one shelf.
type Selection struct {
	Text string
	Args []any
}

// Selects returns the queries whose combined results start the list.
func (d Dialect) Selects(q store.Query) []Selection {
	var all []Selection
	for _, sh := range shelvesOf(q) {
		wanted := q.Phases
		if len(wanted) == 0 {
			wanted = sh.phases
		}
		wanted = slices.DeleteFunc(slices.Clone(wanted), func(p match.Phase) bool { return !slices.Contains(sh.phases, p) })
		if len(wanted) > 0 {
			sel := sh.selection(q, wanted, d)
			sel.Text = d.Place(sel.Text)
			all = append(all, sel)
		}
	}
	return all
}

// shelvesOf returns the shelves that may have games of a list.
func shelvesOf(q store.Query) []shelf {
	switch {
	case q.Awaits != "":
		return awaiting
	case q.Player != "" && q.Opponent != "":
		return ofTwo
	case q.Player != "" && q.Engine != "":
		return ofPlayer[:4] // engines do not play in teams
	case q.Player != "":
		return ofPlayer
	}
	if !q.Private {
		return everybodys
	}
	return []shelf{{everyPhase, `true`, nil, false}} // slow, but only for operators' tools
}

// selection returns the query for the matching games of a shelf in the wanted
// phases.
func (sh shelf) selection(q store.Query, wanted []match.Phase, d Dialect) Selection {
	var c conditions
	c.Add(strings.ReplaceAll(sh.condition, "PUBLIC", d.Public))
	if sh.people != nil {
		c.Args = append(c.Args, sh.people(q)...)
	}
	from, at, id := `games`, `updated`, `id`
	if sh.teams {
		from, at, id = `games JOIN game_partners ON game_id = id`, `changed`, `game_id`
	}
	c.addPlace(q, at, id)
	var rest conditions
	rest.addFilters(q, d)
	if sh.teams {
		rest.addResult(q, `side`)
	} else {
		rest.addSeats(q)
	}
	if len(wanted) < len(sh.phases) {
		rest.Add(`phase IN (?`+strings.Repeat(`, ?`, len(wanted)-1)+`)`, anys(wanted)...)
	}
	order := ` ORDER BY ` + at + ` DESC, ` + id + ` LIMIT ?`
	if len(rest.Texts) == 0 || q.Awaits != "" { // few enough games wait for one player
		c.Add(rest.String(), rest.Args...)
		return Selection{`SELECT ` + header + ` FROM ` + from + ` WHERE ` + c.String() + order, append(c.Args, q.Limit)}
	}
	// The rows of the window are in its order.
	text := `SELECT ` + header + ` FROM (SELECT * FROM ` + from + ` WHERE ` + c.String() + order + `) AS page
		WHERE ` + rest.String() + ` LIMIT ?`
	return Selection{text, append(append(append(c.Args, store.Window), rest.Args...), q.Limit)}
}

// conditions are the conditions of a list of games.
type conditions struct{ store.Conditions }

// addPlace adds the cursor, which an index handles, by the columns in the index.
func (c *conditions) addPlace(q store.Query, changed, id string) {
	if !q.Since.IsZero() {
		c.Add(changed+` >= ?`, store.Milli(q.Since).UnixMilli())
	}
	if !q.Until.IsZero() {
		c.Add(changed+` < ?`, store.Milli(q.Until).UnixMilli())
	}
	if at := q.After; at != (store.Cursor{}) {
		c.Add(changed+` <= ? AND (`+changed+` < ? OR `+id+` > ?)`, at.Updated.UnixMilli(), at.Updated.UnixMilli(), at.ID)
	}
}

// addFilters adds the conditions without an index.
func (c *conditions) addFilters(q store.Query, d Dialect) {
	if !q.Private && q.Player != "" {
		c.Add(`NOT private`)
	}
	for _, f := range []struct{ text, value string }{
		{`game = ?`, q.Game}, {`board = ?`, q.Board}, {`speed = ?`, q.Speed}, {d.Find + `(names, ?) > 0`, strings.ToLower(q.Names)},
	} {
		if f.value != "" {
			c.Add(f.text, f.value)
		}
	}
	if q.Rated {
		c.Add(`rated`)
	}
	if q.Casual {
		c.Add(`NOT rated`)
	}
	if q.Shorter > 0 {
		c.Add(`ply < ? AND partners = 0 AND black_player <> '' AND white_player <> ''`, q.Shorter)
	}
	if q.Opponent != "" || q.Engine != "" {
		c.Add(`partners = 0`)
	}
}

// addSeats adds a query's conditions for the games in which its player has a seat.
func (c *conditions) addSeats(q store.Query) {
	if q.Player != "" && (q.Opponent != "" || q.Engine != "" || q.Result != "") {
		var black, white conditions
		black.addSeat(q, `black_player`, `white`, `1`)
		white.addSeat(q, `white_player`, `black`, `2`)
		c.Add(`(`+black.String()+` OR `+white.String()+`)`, append(black.Args, white.Args...)...)
	}
}

// addSeat adds a query's conditions for the games in which its player has the seat with
// that number.
func (c *conditions) addSeat(q store.Query, seat, other, number string) {
	c.Add(seat+` = ?`, q.Player)
	if q.Opponent != "" {
		c.Add(other+`_player = ?`, q.Opponent)
	}
	if q.Engine != "" {
		c.Add(other+` ->> 'engine' = ?`, q.Engine)
	}
	c.addResult(q, number)
}

// addResult adds the condition for the result of the seat with that number.
func (c *conditions) addResult(q store.Query, number string) {
	switch q.Result {
	case store.Won:
		c.Add(`winner = ` + number)
	case store.Lost:
		c.Add(`winner = 3 - ` + number)
	case store.Drawn:
		c.Add(`result = '0'`)
	}
}

func anys[T ~string](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// read appends the games of a selection to games.
func (sel Selection) read(ctx context.Context, tx *sql.Tx, games []store.Game) ([]store.Game, error) {
	rows, err := tx.QueryContext(ctx, sel.Text, sel.Args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		g, err := scanGame(rows)
		if isDamaged(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, rows.Err()
}
