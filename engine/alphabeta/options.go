package alphabeta

// Options choose the method and its ideas. The zero Options is bare principal
// variation search with iterative deepening; see Default.
type Options struct {
	Method   Method
	Table    bool // transposition table: cut-offs and the best move
	Window   bool // aspiration windows
	Killers  bool // first, quiet moves that refuted a sibling
	History  bool // earlier, quiet moves that refuted other positions
	Counter  bool // earlier, the reply that refuted the opponent's last move
	LMR      bool // search late moves less deeply
	LMP      bool // skip very late quiet moves near the leaves
	Futility bool // cut positions far above beta, skip moves far below alpha
	Razor    bool // leave positions far below alpha to Quiesce
	NullMove bool // cut if a pass is still good enough
	Singular bool // extend a move that is much better than all others
	Reduce   bool // search less deeply where no best move is known
	Forced   bool // a forced move costs no depth
	// Shift is added to the default parameters.
	Shift [Numbers]int16
}

// Method is the algorithm.
type Method uint8

// The methods.
const (
	PVS Method = iota
	AlphaBeta
	Minimax
	MTDF
)

// Methods are the methods by name.
var Methods = map[string]Method{"pvs": PVS, "alphabeta": AlphaBeta, "minimax": Minimax, "mtdf": MTDF}

// Default returns the options of the strongest play.
func Default() Options {
	var o Options
	for _, name := range Switches() {
		*o.Switch(name) = true
	}
	return o
}

// Switches returns the names of the ideas.
func Switches() []string {
	return []string{
		"table", "window", "killers", "history", "counter", "lmr", "lmp", "futility", "razor", "null", "singular", "reduce", "forced",
	}
}

// Switch returns the switch of that name, nil if it does not exist.
func (o *Options) Switch(name string) *bool {
	switch name {
	case "table":
		return &o.Table
	case "window":
		return &o.Window
	case "killers":
		return &o.Killers
	case "history":
		return &o.History
	case "counter":
		return &o.Counter
	case "lmr":
		return &o.LMR
	case "lmp":
		return &o.LMP
	case "futility":
		return &o.Futility
	case "razor":
		return &o.Razor
	case "null":
		return &o.NullMove
	case "singular":
		return &o.Singular
	case "reduce":
		return &o.Reduce
	case "forced":
		return &o.Forced
	}
	return nil
}
