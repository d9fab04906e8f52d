package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/study/gameindex"
)

// findCmd finds a position in games.
type findCmd struct {
	Files    []string `arg:"" help:"Records of games in any format, recognized by their contents; folders, for all their files that end in .sgf, .lib, .psq, .gib, .ngf, .ugf or .ugi; patterns; - for standard input."`
	Position string   `short:"p" type:"path" placeholder:"FILE" help:"The position at the end of a record's main line, or after its move --move."`
	Move     int      `default:"-1" help:"Number of moves of --position; all by default."`
	Moves    string   `short:"m" placeholder:"\"D4 Q16\"" help:"Instead of --position: the moves that lead to the position."`
	Game     string   `default:"weiqi" help:"Game of --moves."`
	Board    string   `help:"Board of --moves; that of the first game in the files by default."`
	Corner   string   `enum:",top-left,top-right,bottom-left,bottom-right" default:"" help:"Only compare this corner: top-left, top-right, bottom-left or bottom-right."`
	Size     int      `enum:"6,9" default:"6" help:"Points along the corner's side: 6 or 9."`
	Most     int      `default:"10" help:"Largest number of games to list."`
	JSON     bool     `help:"Write the answer as JSON."`
}

// Help is shown below the flags.
func (*findCmd) Help() string {
	return "Lists the games that reached the position, also turned or mirrored as the board allows, " +
		"the moves played there, and their results. A corner is searched in all four corners, on grids of any size. " +
		"Duplicate games count once. Exit code 1: a file could not be read."
}

// cornerSides are the corners by the library's numbers.
var cornerSides = map[string]int{"top-left": 0, "top-right": 1, "bottom-left": 2, "bottom-right": 3}

// Run reads the games, continues after those that cannot be read, and searches them.
func (c *findCmd) Run(ctx context.Context, out io.Writer) error {
	open := game.Opener{Board: boardsOnce(), Rules: catalog.Rules}
	paths, err := recordPaths(c.Files)
	if err != nil {
		return wrongUse(err)
	}
	var pos game.Position
	early := c.Position != "" || c.Board != "" // else the games have the board
	if early {
		if pos, err = c.position(ctx, open, nil); err != nil {
			return wrongUse(err)
		}
	}
	in := searched{Collection: gameindex.NewCollection(open), bad: files.Bad{What: "games cannot be read"}}
	bar := newProgress("files")
	for i, path := range paths {
		if err := in.putAll(ctx, path); err != nil {
			in.bad.Add(err)
		}
		bar.Set(int64(i+1), int64(len(paths)))
	}
	bar.End()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if !early {
		if pos, err = c.position(ctx, open, in.first); err != nil {
			return wrongUse(err)
		}
	}
	q := gameindex.Query{Position: pos, Side: cornerSides[c.Corner], Most: min(max(c.Most, 1), 1000)}
	if c.Corner != "" {
		q.Corner = c.Size
	}
	found, err := in.Find(ctx, q)
	if err != nil {
		return wrongUse(err)
	}
	return cmp.Or(c.show(out, found, in.Len(), in.twice), in.bad.Err())
}

// searched are the games to search.
type searched struct {
	*gameindex.Collection
	first *board.Board // of the first game, nil without games
	twice int          // duplicates
	bad   files.Bad
}

// putAll adds the games of a file.
func (s *searched) putAll(ctx context.Context, path string) error {
	text, err := files.ReadBounded(path, os.Stdin, int64(sgf.DefaultLimits.Bytes))
	if err != nil {
		return err
	}
	for r, err := range gameindex.Files(text, sgf.DefaultLimits) {
		var added *gameindex.Game
		if err == nil {
			added, err = s.Put(ctx, path, r)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			s.bad.Add(fmt.Errorf("%s: %w", placeOf(path, r.Line), err))
		case added == nil:
			s.twice++
		default:
			if s.first == nil {
				s.first = added.Line.Board
			}
			warn(placeOf(path, r.Line), added.Repairs)
		}
	}
	return nil
}

// placeOf names a game of a file.
func placeOf(path string, line int) string {
	if line == 0 {
		return path
	}
	return fmt.Sprintf("%s: game on line %d", path, line)
}

// position returns the position to find. first is the board of the first game, or nil.
func (c *findCmd) position(ctx context.Context, open game.Opener, first *board.Board) (game.Position, error) {
	switch {
	case c.Position != "" && c.Moves != "":
		return nil, errors.New("give the position with either --position or --moves")
	case c.Position == "":
		return c.played(open, first)
	}
	games, err := readRecords(c.Position)
	if err != nil {
		return nil, err
	}
	line, err := record.Follow(ctx, games[0], open)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Position, err)
	}
	warn(c.Position, line.Repairs)
	pos := line.End
	if c.Move >= 0 {
		pos = line.After(c.Move)
	}
	if pos == nil {
		return nil, fmt.Errorf("%s: the rules do not allow the stones of the position", c.Position)
	}
	return pos, nil
}

// played returns the position after --moves, on --board, else on b, else on the game's usual board.
func (c *findCmd) played(open game.Opener, b *board.Board) (game.Position, error) {
	rules, err := open.Rules(c.Game)
	if err != nil {
		return nil, err
	}
	if b == nil {
		if b, err = open.Board(cmp.Or(c.Board, catalog.GameOf(c.Game).Board)); err != nil {
			return nil, err
		}
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	for i, name := range strings.Fields(c.Moves) {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("--moves, move %d, %.40q: %w", i+1, name, err)
		}
	}
	return pos, nil
}

// boardsOnce opens each board only once: finding its symmetries takes time.
func boardsOnce() func(spec string) (*board.Board, error) {
	known := map[string]*board.Board{}
	return func(spec string) (*board.Board, error) {
		if b := known[spec]; b != nil {
			return b, nil
		}
		b, err := openBoard(spec)
		if err == nil {
			known[spec] = b
		}
		return b, err
	}
}

// The answer as JSON.
type (
	foundJSON struct {
		Games int             `json:"games"` // that were searched
		Twice int             `json:"twice"` // skipped as duplicates
		Times int             `json:"times"` // occurrences of the position
		Moves []foundMoveJSON `json:"moves"`
		Named []foundGameJSON `json:"named"`
	}
	foundMoveJSON struct {
		Move  string `json:"move"` // "" where the game ended
		Color string `json:"color,omitempty"`
		Times int    `json:"times"`
		Black int    `json:"black"` // won
		White int    `json:"white"`
		Draws int    `json:"draws"`
		Other int    `json:"other"` // unknown result
		Year  int    `json:"year,omitempty"`
	}
	foundGameJSON struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Ply    int    `json:"ply"`
		Black  string `json:"black"`
		White  string `json:"white"`
		Date   string `json:"date"`
		Result string `json:"result"`
	}
)

// show prints what was found.
func (c *findCmd) show(out io.Writer, found gameindex.Findings, games, twice int) error {
	answer := foundJSON{Games: games, Twice: twice, Times: found.Times, Moves: []foundMoveJSON{}, Named: []foundGameJSON{}}
	for _, m := range found.Moves {
		j := foundMoveJSON{Move: m.Move, Times: m.Times, Black: m.Black, White: m.White, Draws: m.Draws, Other: m.Other, Year: m.Year}
		if m.Move != "" {
			j.Color = m.Color.String()
		}
		answer.Moves = append(answer.Moves, j)
	}
	for _, g := range found.Seen {
		answer.Named = append(answer.Named, foundGameJSON{g.File, g.Line, g.Ply, g.Black, g.White, g.Date, g.Result})
	}
	if c.JSON {
		enc := json.NewEncoder(out)
		return enc.Encode(answer)
	}
	return answer.print(out)
}

// print prints the answer for people.
func (a foundJSON) print(out io.Writer) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "%s", words.Count(a.Games, "game"))
	if a.Twice > 0 {
		fmt.Fprintf(text, " (and %d duplicates)", a.Twice)
	}
	fmt.Fprintf(text, ": the position occurred %s.\n", words.Count(a.Times, "time"))
	if len(a.Moves) > 0 {
		fmt.Fprintf(text, "\n%-8s %-6s %6s  %-20s %5s %5s %5s %7s  %s\n", "move", "by", "times", "", "black", "white", "draw", "unknown", "last")
	}
	for _, m := range a.Moves {
		fmt.Fprintf(text, "%-8s %-6s %6d  %-20s %5d %5d %5d %7d  %s\n", cmp.Or(m.Move, "end"), m.Color, m.Times,
			strings.Repeat("█", (20*m.Times+a.Times-1)/a.Times), m.Black, m.White, m.Draws, m.Other, year(m.Year))
	}
	if len(a.Named) > 0 {
		fmt.Fprintln(text)
	}
	for _, g := range a.Named {
		place := g.File
		if g.Line > 0 { // else it is unknown
			place += ":" + strconv.Itoa(g.Line)
		}
		fmt.Fprintf(text, "%-10s  %s – %s  %s  after move %d  %s\n",
			cmp.Or(g.Date, "no date"), cmp.Or(g.Black, "?"), cmp.Or(g.White, "?"), cmp.Or(g.Result, "?"), g.Ply, place)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

func year(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
