package terminal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/board"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/match"
)

// plainGame plays in lines of text: it reads one command per line and answers in sentences.
type plainGame struct {
	*Table
	out  io.Writer
	quit bool
}

// maxTyped limits a typed line.
const maxTyped = 4096

// PlayPlain plays in lines of text, until the game is over and its result has been printed, or
// until quit, the end of in or of ctx.
func (t *Table) PlayPlain(ctx context.Context, in io.Reader, out io.Writer) error {
	return (&plainGame{Table: t, out: out}).run(ctx, in)
}

func (g *plainGame) run(ctx context.Context, in io.Reader) error {
	fmt.Fprintf(g.out, "%s, %s. %s against %s. Type help for the commands.\n",
		g.board.Title(), g.rulesText(), g.match.Seat(game.Black).Name, g.match.Seat(game.White).Name)
	g.draw()
	lines := typedLines(ctx, in)
	for !g.quit {
		if err := g.advance(ctx); err != nil {
			return err
		}
		if g.match.Phase() == match.Finished {
			g.finish()
			return nil
		}
		g.say("%s", g.stateText())
		if g.match.Clock().Counts() {
			g.say("%s", g.clocksText())
		}
		flag, stop := g.flag()
		select {
		case text, ok := <-lines:
			if !ok {
				return nil
			}
			if err := g.command(ctx, text); err != nil {
				g.say("%s", err)
			}
		case <-flag:
			g.fall()
		case <-ctx.Done():
			stop()
			return nil
		}
		stop()
	}
	return nil
}

// flag returns a channel that is ready when the flag of the player to move falls.
func (g *plainGame) flag() (fallen <-chan time.Time, stop func()) {
	left, ok := g.untilFlag()
	if !ok {
		return nil, func() {}
	}
	timer := time.NewTimer(max(left, 0))
	return timer.C, func() { timer.Stop() }
}

// typedLines sends the lines of in, until it ends or ctx does.
func typedLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		scan := bufio.NewScanner(in)
		scan.Buffer(make([]byte, 0, maxTyped), maxTyped)
		for scan.Scan() {
			select {
			case lines <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

func (g *plainGame) say(format string, args ...any) {
	fmt.Fprintf(g.out, format+"\n", args...)
}

// advance lets the engine move, or propose dead stones, if that is next.
func (g *plainGame) advance(ctx context.Context) error {
	for ctx.Err() == nil {
		switch {
		case g.foeToMove():
			player, side := g.match.Turn(), g.match.ToPlay()
			info, err := g.think(ctx, g.match.Position().Clone(), g.searchLimits(), nil)
			if err != nil {
				return err
			}
			if err := g.played(info); timeUp(err) {
				return nil
			} else if err != nil {
				return err
			}
			if info.Resign {
				g.say("%s resigns.", words.Side(side))
			} else {
				g.say("%s%s", g.moveReport(player, side, info.Move), g.captureText())
			}
		case g.match.WantsProposal():
			if err := g.proposed(g.propose(ctx, g.match.Position())); err != nil {
				return err
			}
			g.explain()
		default:
			return nil
		}
	}
	return nil
}

// captureText returns how many stones have been captured, if any.
func (g *plainGame) captureText() string {
	cap, ok := g.match.Position().(game.Capturer)
	if !ok || cap.Captures(game.Black)+cap.Captures(game.White) == 0 {
		return ""
	}
	return fmt.Sprintf(" Captured so far: Black %d, White %d.", cap.Captures(game.Black), cap.Captures(game.White))
}

// explain prints the count and how to change it.
func (g *plainGame) explain() {
	dead := "No stones are marked dead."
	if points := g.match.Dead(); len(points) > 0 {
		names := make([]string, len(points))
		for i, p := range points {
			names[i] = g.name(p)
		}
		dead = "Marked dead: " + strings.Join(names, " ") + "."
	}
	score := g.match.Score()
	g.say("%s\n%s\nResult: %s. Name a stone to change it, or type accept or resume.",
		dead, strings.Join(scoreLines(score), "\n"), score.Outcome())
}

func (g *plainGame) finish() {
	g.draw()
	g.say("%s", g.stateText())
	if g.match.Clock().Counts() {
		g.say("%s", g.clocksText())
	}
	if g.match.Outcome().How == "score" {
		g.say("%s", strings.Join(scoreLines(g.match.Score()), "\n"))
	}
}

const plainHelp = `A point such as D4 plays there; pass passes.
undo     take back your last move     hint     what the computer would play
resign   give up                      board    draw the board
draw     agree to a draw, in a game of two people without counting
list     the points, with neighbours  look D4  a point, its chain and neighbours
save F   write the game to F as SGF   clock    the time left for both players
quit     leave
In an opening, type one of the choices shown, such as "swap" or "black".
In Go, after two passes: a point toggles the stones there between dead and alive;
accept agrees with the count, resume continues play.`

// command runs one line.
func (g *plainGame) command(ctx context.Context, text string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "":
		return nil
	case "help", "?":
		g.say(plainHelp)
	case "quit", "exit":
		g.quit = true
	case "board":
		g.draw()
	case "clock":
		return g.sayClocks()
	case "list":
		g.list()
	case "look":
		p, err := g.point(rest)
		if err != nil {
			return err
		}
		g.say("%s.", g.pointText(p))
	case "save":
		if rest == "" {
			return sentence("Please name a file, as in: save game.sgf")
		}
		if err := g.Save(rest); err != nil {
			return err
		}
		g.say("Saved as %s.", rest)
	case "undo":
		if err := g.undo(); err != nil {
			return err
		}
		g.say("Taken back.")
	case "resign":
		return g.resign()
	case "hint":
		return g.sayHint(ctx)
	case "draw":
		return g.agreeDraw()
	case "accept":
		return g.accept()
	case "resume":
		return g.resume()
	case "pass":
		return g.play(game.Pass)
	default:
		return g.onPoint(strings.TrimSpace(text))
	}
	return nil
}

// onPoint plays on a point, or makes a choice; while counting it toggles the stones there.
func (g *plainGame) onPoint(text string) error {
	if g.match.Phase() != match.Counting {
		m, err := g.move(text)
		if err != nil {
			return err
		}
		return g.play(m)
	}
	p, err := g.point(text)
	if err != nil {
		return err
	}
	if err := g.toggle(p); err != nil {
		return err
	}
	g.explain()
	return nil
}

func (g *plainGame) sayHint(ctx context.Context) error {
	if g.match.Phase() != match.Playing {
		return sentence("There is no move to suggest now.")
	}
	info, err := g.hint(ctx, g.match.Position().Clone())
	if err != nil {
		return err
	}
	then := ""
	if len(info.PV) > 1 { // a book knows only one move
		then = ", then perhaps " + g.lineText(info.PV[1:], 4)
	}
	g.say("Hint: %s (win probability %.0f %%)%s.", g.moveText(info.Move), 100*info.Value, then)
	return nil
}

func (g *plainGame) sayClocks() error {
	if !g.match.Clock().Counts() {
		return sentence("This game has no clocks.")
	}
	return nil // they are printed before each line that is read
}

// list prints every point with its neighbours.
func (g *plainGame) list() {
	for p := range game.Point(g.board.Len()) {
		g.say("%s", g.pointText(p))
	}
}

// draw draws a board with columns and rows, and lists the stones of others.
func (g *plainGame) draw() {
	pos := g.match.Position()
	pic := picture.New(g.board, g.letters, picture.Size{}, picture.View{}, picture.ASCII)
	if !pic.IsCells() {
		g.say("%d points; type list to see them all. Black: %s. White: %s.", g.board.Len(), g.stones(game.Black), g.stones(game.White))
		return
	}
	pic.Place(pos, picture.ASCII, g.overlay(board.None, board.None))
	g.say("%s", strings.TrimRight(pic.Text(), "\n"))
}

// stones lists the points of a colour.
func (g *plainGame) stones(c game.Color) string {
	var names []string
	for p := range game.Point(g.board.Len()) {
		if g.match.Position().At(p) == c {
			names = append(names, g.name(p))
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
