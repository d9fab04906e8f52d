package bench

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// quickly is the divisor of all times in a quick measurement.
const quickly = 20

// Tables are the tables of all documents; those not requested are omitted.
type Tables struct {
	CaptureFive []RobogoRow  `json:"capturefive,omitempty"`
	Algorithms  []ContestRow `json:"algorithms,omitempty"`
	*Gomoku2023
}

// Print writes the tables as text.
func (t *Tables) Print(out io.Writer) error {
	if t.CaptureFive != nil {
		if err := printRobogo(out, t.CaptureFive); err != nil {
			return err
		}
		if err := printAlgorithms(out, t.Algorithms); err != nil {
			return err
		}
	}
	if t.Gomoku2023 == nil {
		return nil
	}
	return t.Gomoku2023.print(out)
}

// MostGames is the number of games with positions to search.
var MostGames = len(tableOpenings)

// GomokuOptions configure the measurement of the document of 2023.
type GomokuOptions struct {
	Engine   string   // an id of the catalog: the engine to compare with the document's own
	Games    int      // games whose positions are searched for the depths, 1 to MostGames
	Quick    bool     // a twentieth of the time; the results are not comparable with the document's
	Progress Progress // in seconds of searches
}

// MeasureGomoku2023 measures the tables of the document of 2023.
func MeasureGomoku2023(ctx context.Context, opt GomokuOptions) (*Gomoku2023, error) {
	m := &tableRun{ctx: ctx, engine: opt.Engine, scale: 1, bar: opt.Progress}
	if opt.Quick {
		m.scale = quickly
	}
	return m.measure(opt.Games)
}

// Gomoku2023 contains the measurements of "Artificial Intelligence for Gomoku" (2023) beside the
// document's numbers. After Ctrl-C it contains what was measured.
type Gomoku2023 struct {
	Engine  string       `json:"engine"`
	Scale   int          `json:"time_divided_by"`
	Depths  []depthRow   `json:"depths"`
	Nodes   []nodesRow   `json:"nodes"`
	Cutoffs []cutoffsRow `json:"cutoffs"`
	Methods []methodRow  `json:"methods"`
}

// depthRow is the mean depth reached within a time at a stage of the game.
// Searches that saw the end of the game do not count.
type depthRow struct {
	Seconds   float64 `json:"seconds"` // before division
	Moves     string  `json:"moves"`   // own moves, such as "5-8"
	Document  float64 `json:"document"`
	Negascout float64 `json:"negascout_2023"` // 0 if every search saw the end
	Engine    float64 `json:"engine"`
	Searches  [2]int  `json:"searches"` // that counted, of each
}

// nodesRow counts the work of the searches of 2 s, from the first own move of the game to this one.
type nodesRow struct {
	Move      int        `json:"move"`
	Document  nodeCounts `json:"document"`
	Negascout nodeCounts `json:"negascout_2023"`
	Engine    int64      `json:"engine_nodes"`
}

// nodeCounts are static evaluations, and positions that each of the tables answered.
type nodeCounts struct {
	Evaluated int64 `json:"evaluated"`
	TableHits int64 `json:"table_hits"`
	StateHits int64 `json:"state_hits"`
}

// share returns the hits per hundred evaluations.
func (n nodeCounts) share() float64 {
	return 100 * float64(n.TableHits+n.StateHits) / float64(max(n.Evaluated, 1))
}

// cutoffsRow counts the cut-offs of searches of 1 s from the first own move to
// this one, with moves in order and without.
type cutoffsRow struct {
	Move      int      `json:"move"`
	Document  [2]int64 `json:"document"`
	Negascout [2]int64 `json:"negascout_2023"`
}

// methodRow is the number of positions that each method needs for one depth.
type methodRow struct {
	Depth     int   `json:"depth"`
	Minimax   int64 `json:"minimax"`             // 0 if omitted
	AlphaBeta int64 `json:"alphabeta_unordered"` // without tables
	Ordered   int64 `json:"alphabeta_ordered"`   // without tables
	Scout     int64 `json:"negascout"`           // without tables
	Tables    int64 `json:"negascout_tables"`
	Engine    int64 `json:"engine"` // positions that the engine needs to report this depth
}

// The document's numbers.
var (
	documentDepths = map[int][4]float64{1: {6, 5.5, 4, 4}, 2: {6, 6, 4, 4}, 5: {6, 6, 5, 4}}
	documentNodes  = []nodeCounts{
		{404115, 31224, 3873}, {749718, 75822, 10867}, {1112458, 134075, 13991},
		{1470052, 190354, 22306}, {1852018, 265391, 29160}, {2383451, 418070, 31741},
	}
	documentCutoffs = [][2]int64{
		{1643, 382}, {2372, 1364}, {3583, 1928}, {4886, 2027},
		{6108, 2052}, {7610, 2244}, {9624, 2478}, {11485, 2773},
	}
)

// print writes the tables as text.
func (t *Gomoku2023) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	title := func(text string, head ...string) {
		fmt.Fprintf(w, "\n%s\n", text)
		fmt.Fprintln(w, strings.Join(head, "\t")+"\t")
	}
	if t.Scale > 1 {
		fmt.Fprintf(w, "All times are divided by %d, so these results are not comparable with the document's.\n", t.Scale)
	}
	title("Depth reached (mean, without searches that saw the end of the game)", "time", "moves", "document", "negascout-2023", t.Engine)
	for _, r := range t.Depths {
		fmt.Fprintf(w, "%v\t%s\t%.1f\t%s\t%s\t\n",
			time.Duration(r.Seconds*float64(time.Second))/time.Duration(t.Scale), r.Moves, r.Document, orDash(r.Negascout), orDash(r.Engine))
	}
	title("Evaluated positions, table hits, state hits, hits in %, summed over the moves, 2 s each",
		"move", "document", "", "", "%", "negascout-2023", "", "", "%", t.Engine+" nodes")
	for _, r := range t.Nodes {
		d, n := r.Document, r.Negascout
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%.1f\t%d\t%d\t%d\t%.1f\t%d\t\n",
			r.Move, d.Evaluated, d.TableHits, d.StateHits, d.share(), n.Evaluated, n.TableHits, n.StateHits, n.share(), r.Engine)
	}
	title("Cut-offs with moves in order and without, summed over the moves, 1 s each",
		"move", "document", "", "ratio", "negascout-2023", "", "ratio")
	for _, r := range t.Cutoffs {
		fmt.Fprintf(w, "%d\t%d\t%d\t%.1f\t%d\t%d\t%.1f\t\n",
			r.Move, r.Document[0], r.Document[1], ratio(r.Document), r.Negascout[0], r.Negascout[1], ratio(r.Negascout))
	}
	title("Positions searched to reach a depth, at move 4", "depth", "minimax", "alpha-beta", "in order", "negascout", "with tables", t.Engine)
	for _, r := range t.Methods {
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t%d\t\n", r.Depth, orDash(float64(r.Minimax)), r.AlphaBeta, r.Ordered, r.Scout, r.Tables, r.Engine)
	}
	return w.Flush()
}

func ratio(n [2]int64) float64 { return float64(n[0]) / float64(max(n[1], 1)) }

// orDash formats a number, "-" for 0.
func orDash(v float64) string {
	switch {
	case v == 0:
		return "-"
	case v == float64(int64(v)) && v > 100:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}
