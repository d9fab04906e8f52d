package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/fullwidth"
	"moyo/engine/baseline/robogo2022"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/capturefive/fast"
)

// robogoPlaces are the rows of Robogo's table: n in a row on a square board, the depth, and the
// seconds for the second reply on its author's machine. Over reports that it took longer than that.
var robogoPlaces = []struct {
	size, n, depth int
	seconds        float64
	over           bool
}{
	{4, 3, 8, 20, false}, {4, 3, 7, 8, false}, {4, 3, 6, 2, false}, {4, 4, 6, 38, false}, {4, 4, 5, 5, false},
	{5, 4, 5, 61, false}, {6, 4, 5, 128, false}, {7, 4, 5, 600, true}, {7, 4, 4, 150, false}, {8, 4, 4, 262, false},
	{9, 4, 4, 322, false}, {9, 5, 4, 331, false}, {9, 5, 5, 600, true},
}

// robogoFactor is the required speed-up over the document in every row.
const robogoFactor = 10_000

// RobogoRow is one measured row. The position is that of the second reply: Black starts at (3,3),
// counted from 0, White replies as robogo does at this depth, and Black continues at (1,1).
type RobogoRow struct {
	Board    string      `json:"board"`
	N        int         `json:"n"`
	Depth    int         `json:"depth"`
	Document float64     `json:"document_seconds"`
	Over     bool        `json:"document_over,omitempty"` // it took longer
	Robogo   RobogoSpeed `json:"robogo"`
	Plain    RobogoSpeed `json:"without_captures"`
	Captures RobogoSpeed `json:"with_captures"` // under simple ko
}

// RobogoSpeed is the result of one way to search. Seconds are processor time.
type RobogoSpeed struct {
	Seconds float64 `json:"seconds"`
	Nodes   int64   `json:"nodes"`
	Over    bool    `json:"over,omitempty"` // stopped before its end
	Move    string  `json:"move"`
	Score   int     `json:"score,omitempty"` // of the full width
	Factor  float64 `json:"factor"`          // speed-up over the document
}

func (s RobogoSpeed) perSecond() float64 { return float64(s.Nodes) / max(s.Seconds, 1e-9) }

// MeasureRobogo measures the table, in a twentieth of the time if quick. Ctrl-C omits the remaining
// rows.
func MeasureRobogo(ctx context.Context, quick bool, bar Progress) ([]RobogoRow, error) {
	patience, length := 10*time.Second, 300*time.Millisecond // for robogo, and for each measurement of moyo
	if quick {
		patience, length = patience/quickly, length/quickly
	}
	rows := []RobogoRow{}
	for i, place := range robogoPlaces {
		row := RobogoRow{Board: fmt.Sprintf("grid:%d", place.size), N: place.n, Depth: place.depth, Document: place.seconds, Over: place.over}
		var err error
		if row.Plain, err = fullWidth(ctx, row, false, length); err == nil {
			row.Captures, err = fullWidth(ctx, row, true, length)
		}
		if err == nil {
			row.Robogo, err = oldRobogo(ctx, row, patience)
		}
		if ctx.Err() != nil {
			break // prints what has been measured so far
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
		bar.set(int64(i+1), int64(len(robogoPlaces)))
	}
	return rows, nil
}

// robogoPosition returns the position of a row, and a searcher for its game.
func robogoPosition(ctx context.Context, row RobogoRow, captures bool) (game.Position, *fullwidth.Searcher, error) {
	b, err := board.Parse(row.Board)
	if err != nil {
		return nil, nil, err
	}
	opt := capturefive.Options{N: row.N, Ko: capturefive.SimpleKo, Captures: captures}
	r, err := capturefive.New(opt)
	if err != nil {
		return nil, nil, err
	}
	pos, err := r.New(b)
	if err != nil {
		return nil, nil, err
	}
	s, err := fullwidth.New(b, fast.Options{N: opt.N, Captures: captures, Ko: fast.Simple})
	if err != nil {
		return nil, nil, err
	}
	for _, at := range []int{3, 1} {
		m := game.Place(game.Point(at*b.Len()/row.size() + at))
		if pos.Check(m) != game.Legal {
			m = robogo2022.Order(pos)[0] // the reply occupies that point
		}
		if err := pos.Play(m); err != nil {
			return nil, nil, err
		}
		if at == 3 {
			reply, err := s.Search(ctx, pos, robogo2022.Order(pos), row.Depth)
			if err != nil {
				return nil, nil, err
			}
			if err := pos.Play(reply.Move); err != nil {
				return nil, nil, err
			}
		}
	}
	return pos, s, nil
}

// size returns the width of the board.
func (r RobogoRow) size() (n int) {
	fmt.Sscanf(r.Board, "grid:%d", &n)
	return n
}

// fullWidth repeats the search of a row's position for the given time, each time with an empty
// table.
func fullWidth(ctx context.Context, row RobogoRow, captures bool, length time.Duration) (RobogoSpeed, error) {
	pos, s, err := robogoPosition(ctx, row, captures)
	if err != nil {
		return RobogoSpeed{}, err
	}
	order := robogo2022.Order(pos)
	clock := clockOrTime()
	var spent []time.Duration
	var r fullwidth.Result
	for began := time.Now(); len(spent) < 3 || time.Since(began) < length; {
		s.Forget()
		start := clock()
		if r, err = s.Search(ctx, pos, order, row.Depth); err != nil {
			return RobogoSpeed{}, err
		}
		spent = append(spent, clock()-start)
	}
	slices.Sort(spent)
	seconds := spent[len(spent)/2].Seconds()
	return RobogoSpeed{Seconds: seconds, Nodes: r.Nodes, Move: game.Format(pos, r.Move), Score: r.Score, Factor: row.Document / seconds}, nil
}

// clockOrTime returns the processor time clock, or the wall clock if the system has none.
func clockOrTime() func() time.Duration {
	if clock := CPUTime(); clock != nil {
		return clock
	}
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// oldRobogo searches the position of a row, without captures, with the original robogo, for at most
// the given time.
func oldRobogo(ctx context.Context, row RobogoRow, patience time.Duration) (RobogoSpeed, error) {
	pos, _, err := robogoPosition(ctx, row, false)
	if err != nil {
		return RobogoSpeed{}, err
	}
	clock := clockOrTime()
	start := clock()
	info, err := robogo2022.New(robogo2022.Options{}).Search(ctx, pos, engine.Limits{Depth: row.Depth, Time: patience}, nil)
	seconds := (clock() - start).Seconds()
	return RobogoSpeed{
		Seconds: seconds, Nodes: info.Nodes, Over: info.Depth < row.Depth, Move: game.Format(pos, info.Move), Factor: row.Document / seconds,
	}, err
}

// printRobogo writes the table as text, and lists the rows below the factor.
func printRobogo(out io.Writer, rows []RobogoRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "Robogo's second reply after (3,3), reply, (1,1): seconds, nodes and nodes per second, to the same depth")
	fmt.Fprintln(w,
		"board\tn\tdepth\tdocument\trobogo here\tnodes\tmoyo, no captures\tnodes\tM nodes/s\tfactor\tmoyo, captures\tnodes\tM nodes/s\tfactor\t")
	over := func(yes bool, text string) string {
		if yes {
			return "> " + text
		}
		return text
	}
	missed := []string{}
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%d\t",
			r.Board, r.N, r.Depth, over(r.Over, fmt.Sprint(r.Document)), over(r.Robogo.Over, fmt.Sprintf("%.3f", r.Robogo.Seconds)), r.Robogo.Nodes)
		for i, s := range []RobogoSpeed{r.Plain, r.Captures} {
			fmt.Fprintf(w, "%.6f\t%d\t%.1f\t%s\t", s.Seconds, s.Nodes, s.perSecond()/1e6, over(r.Over, fmt.Sprintf("%.0f", s.Factor)))
			if s.Factor < robogoFactor {
				missed = append(missed,
					fmt.Sprintf("%s, %d in a row, depth %d, %s captures: %.0f", r.Board, r.N, r.Depth, []string{"without", "with"}[i], s.Factor))
			}
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(missed) == 0 {
		_, err := fmt.Fprintf(out, "Every row is at least %d times as fast as the document's.\n", robogoFactor)
		return err
	}
	_, err := fmt.Fprintf(out, "Less than %d times as fast as the document's:\n", robogoFactor)
	for _, m := range missed {
		if err == nil {
			_, err = fmt.Fprintln(out, "  "+m)
		}
	}
	return err
}
