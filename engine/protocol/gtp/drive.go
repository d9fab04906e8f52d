package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/protocol/internal/child"
	"moyo/game"
	"moyo/game/clock"
)

// sentGame is what the program knows of a game.
type sentGame struct {
	board string
	rules string
	start string // the stones before the first move, one "play" per line
	moves []string
}

// Search asks the program for a move. A resignation is Info.Resign with a legal
// move. Programs that can report during a search do so. When ctx ends, Search
// stops the program, which GTP cannot interrupt, and returns any legal move.
func (c *Client) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return engine.Info{}, errors.New("gtp engine: the game is over")
	}
	f := &follower{begun: time.Now(), report: report, last: engine.Info{Value: 0.5, Nodes: 1}}
	move, resign, err := c.move(ctx, pos, lim, f)
	info := f.last
	info.Resign, info.Elapsed = resign, time.Since(f.begun)
	switch {
	case ctx.Err() != nil && err != nil, resign:
		move = moves[0]
		if pos.Check(info.Move) == game.Legal && len(info.Candidates) > 0 {
			move = info.Move // its best move when it was stopped
		}
	case err != nil:
		return engine.Info{}, err
	}
	if info.Move != move || len(info.PV) == 0 {
		info.Move, info.PV = move, []game.Move{move}
	}
	return info, nil
}

// move sends the program the position and asks for a move.
func (c *Client) move(ctx context.Context, pos game.Position, lim engine.Limits, f *follower) (m game.Move, resign bool, err error) {
	if err := ctx.Err(); err != nil {
		return game.NoMove, false, err
	}
	if f.verts, err = c.sync(ctx, pos); err != nil {
		return game.NoMove, false, err
	}
	side := pos.ToPlay().String()
	if err := c.setTime(ctx, pos.ToPlay(), lim); err != nil {
		return game.NoMove, false, err
	}
	text, err := c.genmove(ctx, side, lim, f)
	if err != nil {
		return game.NoMove, false, err
	}
	if strings.EqualFold(text, "resign") {
		return game.NoMove, true, nil
	}
	m, err = f.verts.Parse(text)
	if err != nil {
		c.Close()
		return game.NoMove, false, c.failure(engine.Illegal,
			fmt.Errorf("plays %q, which is not a point of %s", child.Clip(text), pos.Board().Title()))
	}
	c.sent.moves = append(c.sent.moves, side+" "+f.verts.Format(m))
	if reason := pos.Check(m); reason != game.Legal {
		return game.NoMove, false, c.failure(engine.Illegal, fmt.Errorf("plays %s: %s", child.Clip(text), reason))
	}
	return m, false, nil
}

// genmove asks the program for a move, with reports if they are wanted and
// supported.
func (c *Client) genmove(ctx context.Context, side string, lim engine.Limits, f *follower) (string, error) {
	within := maxWait
	switch {
	case lim.Clock.Counts():
		within = lim.Clock.Left() + c.opt.Overtime
	case lim.Time > 0:
		within = lim.Time + c.opt.Overtime
	}
	for _, a := range analysisCommands {
		if f.report == nil || !c.known[a.name] {
			continue
		}
		f.full = a.full
		text, err := c.command(ctx, a.name+" "+side+" "+reportEvery, within, f.line)
		return strings.TrimPrefix(text[strings.LastIndexByte(text, '\n')+1:], "play "), err
	}
	text, err := c.command(ctx, "genmove "+side, within, nil)
	text, _, _ = strings.Cut(text, "\n")
	return text, err
}

// maxWait bounds a move without a time limit.
const maxWait = 10 * time.Minute

// Prepare sends the program the position, outside of its time.
func (c *Client) Prepare(ctx context.Context, pos game.Position) error {
	_, err := c.sync(ctx, pos)
	return err
}

// sync sends the program what it does not know of pos yet: it takes back moves
// and plays others if possible, and otherwise begins again.
func (c *Client) sync(ctx context.Context, pos game.Position) (*Vertices, error) {
	if c.proc == nil {
		if err := c.connect(ctx); err != nil {
			return nil, err
		}
	}
	verts := NewVertices(pos.Board())
	want := history(pos, verts)
	if want.board != c.sent.board || want.start != c.sent.start || !c.rewind(ctx, want.moves) {
		if err := c.begin(ctx, pos, want); err != nil {
			return nil, err
		}
	}
	if want.rules != c.sent.rules {
		if err := c.setRules(ctx, want.rules); err != nil {
			return nil, err
		}
	}
	for _, m := range want.moves[len(c.sent.moves):] {
		if _, err := c.Command(ctx, "play "+m); err != nil {
			return nil, err
		}
		c.sent.moves = append(c.sent.moves, m)
	}
	return verts, nil
}

// history writes the game as commands.
func history(pos game.Position, verts *Vertices) sentGame {
	h := sentGame{board: pos.Board().Spec(), rules: pos.Rules().ID()}
	for _, t := range pos.Turns() {
		h.moves = append(h.moves, t.Color.String()+" "+verts.Format(t.Move))
	}
	var start strings.Builder
	stones, _ := game.Start(pos)
	for p, color := range stones {
		if color != game.Empty {
			fmt.Fprintf(&start, "%s %s\n", color, verts.names[p])
		}
	}
	h.start = start.String()
	return h
}

// maxUndo is the largest number of moves to take back one by one; beyond it the
// game begins again.
const maxUndo = 50

// rewind takes back the program's moves that are not wanted. It returns false
// if the game has to begin again.
func (c *Client) rewind(ctx context.Context, want []string) bool {
	same := 0
	for same < len(want) && same < len(c.sent.moves) && want[same] == c.sent.moves[same] {
		same++
	}
	extra := len(c.sent.moves) - same
	if extra > 0 && (!c.known["undo"] || extra > maxUndo) {
		return false
	}
	for range extra {
		if _, err := c.Command(ctx, "undo"); err != nil {
			return false
		}
		c.sent.moves = c.sent.moves[:len(c.sent.moves)-1]
	}
	return true
}

// begin sets up the board and the stones before the first move.
func (c *Client) begin(ctx context.Context, pos game.Position, want sentGame) error {
	command, err := c.boardCommand(pos.Board())
	if err != nil {
		return err
	}
	if c.sent.board != want.board {
		if _, err := c.Command(ctx, command); err != nil {
			return err
		}
	}
	if _, err := c.Command(ctx, "clear_board"); err != nil {
		return err
	}
	c.sent = sentGame{board: want.board, start: want.start}
	c.timed = clock.Spec{} // clocks are sent for each game
	for stone := range strings.Lines(want.start) {
		if _, err := c.Command(ctx, "play "+strings.TrimSpace(stone)); err != nil {
			return err
		}
	}
	return nil
}

// CanPlay returns an error if the program cannot play on a board.
func (c *Client) CanPlay(b *board.Board) error {
	_, err := c.boardCommand(b)
	return err
}

// boardCommand is the program's command for a board.
func (c *Client) boardCommand(b *board.Board) (string, error) {
	w, h, ok := b.Grid()
	switch {
	case ok && w == h:
		return "boardsize " + strconv.Itoa(w), nil
	case ok && c.known["rectangular_boardsize"]:
		return fmt.Sprintf("rectangular_boardsize %d %d", w, h), nil
	case c.known["moyo-board"]:
		return "moyo-board " + b.Spec(), nil
	}
	return "", fmt.Errorf("gtp engine %s plays on square grids only, not on %s", c.name, b.Title())
}

// setRules sends the program komi and, if it supports them, the other rules.
func (c *Client) setRules(ctx context.Context, id string) error {
	komi, ok := KomiOf(id)
	if !ok {
		return fmt.Errorf("gtp engine %s plays Go only, not %s", c.name, id)
	}
	if err := c.setKataRules(ctx, id, false); err != nil {
		return err
	}
	if _, err := c.Command(ctx, "komi "+strconv.FormatFloat(komi, 'g', -1, 64)); err != nil {
		return err
	}
	c.sent.rules = id
	return nil
}

// setKataRules sends a program with KataGo's rules those of an id. leave
// reports whether dead stones may stay on the board: not during play, since the
// referee may count the board as it is.
func (c *Client) setKataRules(ctx context.Context, id string, leave bool) error {
	k, err := kataRulesOf(id, "0")
	if err != nil || !c.known["kata-set-rules"] {
		return nil
	}
	k.FriendlyPassOk = leave
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if _, err := c.Command(ctx, "kata-set-rules "+string(text)); err != nil && !errors.As(err, new(*refusal)) {
		return err
	}
	return nil
}

// Dead asks the program for the dead stones of a finished position.
func (c *Client) Dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	verts, err := c.sync(ctx, pos)
	if err != nil {
		return nil, err
	}
	if c.known["kata-set-rules"] {
		c.sent.rules = "" // sent again before the next move
		if err := c.setKataRules(ctx, pos.Rules().ID(), true); err != nil {
			return nil, err
		}
	}
	text, err := c.Command(ctx, "final_status_list dead")
	if err != nil {
		return nil, err
	}
	var dead []game.Point
	for _, word := range strings.Fields(text) {
		m, err := verts.Parse(word)
		if err != nil || m < 0 || pos.At(m.Point()) == game.Empty {
			return nil, fmt.Errorf("gtp engine %s calls %q dead, but the point is empty", c.name, child.Clip(word))
		}
		dead = append(dead, m.Point())
	}
	slices.Sort(dead)
	return slices.Compact(dead), nil
}

var (
	_ engine.Engine     = (*Client)(nil)
	_ engine.DeadStones = (*Client)(nil)
	_ engine.Preparer   = (*Client)(nil)
)
