package gomocup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/internal/errtext"
)

// maxWait bounds a move without a time limit.
const maxWait = 10 * time.Minute

// stopWait is how long a stopped program may take to move.
const stopWait = time.Second

// Search asks the program for a move. When ctx ends, it stops the program, which
// has a second to name its move. After that it kills the program and returns any
// legal move.
func (c *Client) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return engine.Info{}, errors.New("gomocup engine: the game is over")
	}
	f := &follower{pos: pos, begun: time.Now(), report: report, last: engine.Info{Move: moves[0], Value: 0.5}}
	if ctx.Err() != nil {
		return f.last, nil
	}
	m, err := c.move(ctx, pos, lim, f)
	info := f.last
	info.Elapsed = time.Since(f.begun)
	switch {
	case err != nil && ctx.Err() != nil:
		return info, nil
	case err != nil:
		return engine.Info{}, err
	}
	if info.Move = m; len(info.PV) == 0 || info.PV[0] != m {
		info.PV = []game.Move{m}
	}
	return info, nil
}

// move sends the program the position and asks for a move.
func (c *Client) move(ctx context.Context, pos game.Position, lim engine.Limits, f *follower) (game.Move, error) {
	stones := history(pos)
	if err := c.ready(ctx, pos, stones); err != nil {
		return game.NoMove, err
	}
	infos := c.sent.pending
	c.sent.pending = ""
	if !c.sent.begun {
		infos += c.infos([][2]string{{"timeout_match", strconv.FormatInt(timesOf(lim).left.Milliseconds(), 10)}})
	}
	f.begun = time.Now()
	infos += c.infos(limitInfos(lim))
	text, err := c.await(ctx, infos+c.moveCommand(pos, stones), c.patience(lim), f)
	if err != nil {
		return game.NoMove, err
	}
	w, h, _ := pos.Board().Grid()
	at, ok := parseMove(text, w, h)
	m := game.Place(game.Point(at.y*w + at.x))
	if !ok {
		return game.NoMove, c.failure(engine.Illegal, fmt.Errorf("%q on %s", errtext.Clip(clean(text), maxQuoted), pos.Board().Title()))
	}
	if reason := pos.Check(m); reason != game.Legal {
		c.sent.board = "" // starts again if it is used again
		return game.NoMove, c.failure(engine.Illegal, fmt.Errorf("%v: %s", at, reason))
	}
	c.sent.begun = true
	c.sent.stones = append(stones, game.Placed{Point: m.Point(), Color: pos.ToPlay()})
	return m, nil
}

// Prepare starts a game, so that the time of the first move does not include it.
func (c *Client) Prepare(ctx context.Context, pos game.Position) error {
	return c.ready(ctx, pos, history(pos))
}

// ready starts the program and a game, unless pos continues the game that it knows.
func (c *Client) ready(ctx context.Context, pos game.Position, stones []game.Placed) error {
	if err := c.CanPlay(pos.Board()); err != nil {
		return err
	}
	rule, err := ruleOf(pos.Rules().ID())
	if o, ok := pos.(game.Opened); ok && err == nil && o.Phase().Text != "" {
		err = errors.New("it does not support openings")
	}
	if err != nil {
		return fmt.Errorf("gomocup engine %s: %w", c.name, err)
	}
	if c.proc == nil {
		if err := c.connect(ctx); err != nil {
			return err
		}
	}
	if c.follows(pos, rule, stones) {
		return nil
	}
	return c.begin(ctx, pos, rule)
}

// patience is how long to wait for a move.
func (c *Client) patience(lim engine.Limits) time.Duration {
	switch {
	case lim.Time > 0:
		return lim.Time + c.opt.Overtime
	case lim.Clock.Counts():
		return lim.Clock.Left() + c.opt.Overtime
	}
	return maxWait
}

// await sends a command that makes the program search, and returns the answer.
// When ctx ends it stops the program.
func (c *Client) await(ctx context.Context, command string, within time.Duration, f *follower) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	text, err := c.proc.ask(ctx, command, within, f.handle)
	if err != nil && ctx.Err() != nil {
		text, err = c.proc.ask(context.WithoutCancel(ctx), "YXSTOP", stopWait, f.handle)
	}
	if at, ok := strings.CutPrefix(strings.ToUpper(text), "SUGGEST"); ok && err == nil {
		text, err = c.proc.ask(ctx, "PLAY "+strings.TrimSpace(at), within, f.handle)
	}
	if reason, ok := strings.CutPrefix(text, "ERROR"); ok && err == nil {
		err = fmt.Errorf("it says%s", errtext.Clip(clean(reason), maxQuoted))
	}
	if err != nil {
		return "", c.giveUp(err)
	}
	return text, nil
}

// history returns the stones in the order of play, after the setup stones.
func history(pos game.Position) []game.Placed {
	var set []game.Placed
	start, _ := game.Start(pos)
	for p, color := range start {
		if color != game.Empty {
			set = append(set, game.Placed{Point: game.Point(p), Color: color})
		}
	}
	stones := interleave(set)
	for _, t := range pos.Turns() {
		if t.Kind == game.TurnStone {
			stones = append(stones, game.Placed{Point: t.Move.Point(), Color: t.Color})
		}
	}
	return stones
}

// follows reports whether the program has just started this game, or knows the
// position except for one move of the opponent.
func (c *Client) follows(pos game.Position, rule int, stones []game.Placed) bool {
	n := len(stones) - 1
	if c.sent.board != pos.Board().Spec() || c.sent.rule != rule {
		return false
	}
	return !c.sent.begun || n >= 0 && slices.Equal(c.sent.stones, stones[:n]) && stones[n].Color != pos.ToPlay()
}

// begin starts a game on an empty board. The INFO lines about it come before its
// first move.
func (c *Client) begin(ctx context.Context, pos game.Position, rule int) error {
	w, h, _ := pos.Board().Grid()
	command := fmt.Sprintf("START %d", w)
	if w != h {
		command = fmt.Sprintf("RECTSTART %d,%d", w, h)
	}
	c.sent = sentGame{info: map[string]string{}}
	text, err := c.proc.ask(ctx, command, c.opt.Reply, func(text string) bool {
		return strings.EqualFold(text, "OK") || strings.HasPrefix(text, "ERROR") || strings.HasPrefix(text, "UNKNOWN")
	})
	if err == nil && !strings.EqualFold(text, "OK") {
		err = fmt.Errorf("it answers %s with %s", command, errtext.Clip(clean(text), maxQuoted))
	}
	if err != nil {
		return c.giveUp(err)
	}
	c.sent.board, c.sent.rule = pos.Board().Spec(), rule
	infos := [][2]string{
		{"rule", strconv.Itoa(rule)}, {"game_type", "1"}, {"max_memory", strconv.Itoa(c.opt.MemoryMB << 20)},
	}
	if c.opt.Threads > 0 {
		infos = append(infos, [2]string{"thread_num", strconv.Itoa(c.opt.Threads)})
	}
	for _, key := range slices.Sorted(maps.Keys(c.opt.Info)) {
		infos = append(infos, [2]string{key, c.opt.Info[key]})
	}
	c.sent.pending = c.infos(infos)
	return nil
}

// infos writes the INFO lines whose values are new.
func (c *Client) infos(list [][2]string) string {
	var b strings.Builder
	for _, kv := range list {
		if old, ok := c.sent.info[kv[0]]; ok && old == kv[1] && kv[0] != "time_left" {
			continue
		}
		c.sent.info[kv[0]] = kv[1]
		fmt.Fprintf(&b, "INFO %s %s\n", kv[0], kv[1])
	}
	return b.String()
}

// times are a move's limits in the terms of the protocol.
type times struct {
	turn time.Duration // at most for this move, 0 for no bound
	left time.Duration // of the game, 0 if each move has the same time again
	step time.Duration // added after each move
}

// timesOf turns a clock into the protocol's two times, those of a turn and of
// the game. Overtime becomes time of the turn: a period of byo-yomi, one stone's
// share of Canadian overtime.
func timesOf(lim engine.Limits) times {
	spec, own := lim.Clock.Spec, lim.Clock.Own
	t := times{turn: own.Main, left: own.Main}
	switch spec.Kind {
	case clock.Fischer:
		t.step = spec.Step
	case clock.Byoyomi:
		if own.Main <= spec.Step {
			t = times{turn: own.Main + own.Period}
		}
	case clock.Canadian:
		if each := own.Period / time.Duration(max(own.Stones, 1)); own.Main <= each {
			t = times{turn: own.Main + each}
		}
	case clock.PerMove, clock.Correspondence:
		t.left = 0
	}
	switch {
	case !spec.Counts():
		return times{turn: lim.Time}
	case lim.Time > 0:
		t.turn = min(t.turn, lim.Time)
	}
	t.turn = max(t.turn, time.Millisecond) // 0 would mean as fast as possible
	return t
}

// limitInfos are the limits of a move as INFO keys.
func limitInfos(lim engine.Limits) [][2]string {
	var list [][2]string
	add := func(key string, value int64) { list = append(list, [2]string{key, strconv.FormatInt(value, 10)}) }
	t := timesOf(lim)
	switch {
	case t.turn > 0:
		add("timeout_turn", t.turn.Milliseconds())
	case lim.Nodes > 0 || lim.Depth > 0:
		add("timeout_turn", maxWait.Milliseconds())
	}
	if lim.Nodes > 0 {
		add("max_node", lim.Nodes)
	}
	if lim.Depth > 0 {
		add("max_depth", int64(lim.Depth))
	}
	left := int64(unlimited)
	if t.left > 0 {
		left = min(t.left.Milliseconds(), unlimited-1)
	}
	add("time_left", left)
	if t.step > 0 {
		add("time_increment", t.step.Milliseconds())
	}
	return list
}

// moveCommand is the command for a move: TURN if the program knows all but the
// last stone, BEGIN on an empty board, otherwise BOARD.
func (c *Client) moveCommand(pos game.Position, stones []game.Placed) string {
	w, _, _ := pos.Board().Grid()
	at := func(st game.Placed) cell { return cell{int(st.Point) % w, int(st.Point) / w} }
	n := len(stones)
	switch {
	case n == 0:
		return "BEGIN"
	case len(c.sent.stones) == n-1 && stones[n-1].Color != pos.ToPlay():
		return "TURN " + at(stones[n-1]).String()
	}
	var b strings.Builder
	b.WriteString("BOARD\n")
	for _, st := range stones {
		field := fieldOwn
		if st.Color != pos.ToPlay() {
			field = fieldOpponent
		}
		fmt.Fprintf(&b, "%v,%d\n", at(st), field)
	}
	return b.String() + "DONE"
}

// ruleOf returns the bits of INFO rule for a rules id.
func ruleOf(id string) (int, error) {
	params, ok := strings.CutPrefix(id, "gomoku:")
	if !ok {
		return 0, fmt.Errorf("it plays Gomoku only, not %s", id)
	}
	bits := map[string]int{"freestyle": 0, "standard": bitExact, "renju": bitRenju, "caro8": bitCaro, "caro9": bitCaro | bitExact}
	rule := 0
	for option := range strings.SplitSeq(params, ",") {
		key, value, _ := strings.Cut(option, "=")
		switch key {
		case "rule":
			if rule, ok = bits[value]; !ok {
				return 0, fmt.Errorf("its protocol has no rule %s", value)
			}
		case "n":
			if value != "5" {
				return 0, fmt.Errorf("its protocol has no %s in a row", value)
			}
		}
	}
	return rule, nil
}

var (
	_ engine.Engine   = (*Client)(nil)
	_ engine.Preparer = (*Client)(nil)
)
