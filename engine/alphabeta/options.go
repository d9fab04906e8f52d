package alphabeta

// Options choose the method and switch its ideas. The zero Options is bare
// principal variation search with iterative deepening; see Default.
type Options struct {
	Method   Method
	Table    bool // transposition table: cut-offs and the best move
	Window   bool // aspiration windows
	Killers  bool // quiet moves that refuted a sibling first
	History  bool // quiet moves that refuted elsewhere before others
	Counter  bool // the reply that refuted the opponent's last move
	LMR      bool // late moves are searched less deeply
	LMP      bool // very late quiet moves near the leaves not at all
	Futility bool // positions far above beta are cut, moves far below alpha skipped
	Razor    bool // positions far below alpha are left to Quiesce
	NullMove bool // cut if giving the turn away is still good enough
	Singular bool // extend a move that is much better than all others
	Reduce   bool // search less deeply where no best move is known
	Forced   bool // a single answer costs no depth
	// Shift is by how much the numbers that the search rests on differ from those
	// that play best.
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

// Default returns the options that play best.
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

// Switch returns the switch of that name, nil if there is none.
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
