package alphabeta

import (
	"math"
	"sync"
)

// Number is a parameter of the search.
type Number int

// The parameters: margins in units of the evaluation, depths in plies, bonuses in those of Move.Score.
const (
	LMPDepth      Number = iota // late moves are skipped up to this depth
	LMPBase                     // hundredths of moves that are always tried,
	LMPScale                    // plus this times the square of the depth,
	LMPImproving                // plus this where the position improves
	LMRBase                     // hundredths of a ply by which late moves are reduced,
	LMRDivisor                  // and the divisor of the product of the logarithms of depth and number, in hundredths
	RazorDepth                  // positions far below alpha go to Quiesce up to this depth
	RazorBase                   // margin,
	RazorScale                  // and its growth per ply
	FutilityDepth               // positions far above beta are cut up to this depth
	FutilityScale               // margin per ply
	ChildDepth                  // moves of positions far below alpha are skipped up to this depth
	ChildBase                   // margin,
	ChildScale                  // and its growth per ply
	NullDepth                   // the search passes from this depth on
	NullMargin                  // where the position is this far above beta
	SingularDepth               // a move much better than all others is extended from this depth on
	SingularScale               // tenths by which it has to be better, per ply
	KillerBonus                 // of the last move that refuted a sibling; the one before has half
	CounterBonus                // of the reply that refuted the opponent's move
	HistoryShare                // divisor of the history, which is between ±8192
	Numbers                     // the number of parameters
)

// NumberInfo describes a parameter: its name, its default, and its bounds.
type NumberInfo struct {
	Name               string
	Value, Least, Most int
}

var numberTable = [Numbers]NumberInfo{
	LMPDepth:      {"lmp-depth", 8, 0, 40},
	LMPBase:       {"lmp-base", 320, 0, 2000},
	LMPScale:      {"lmp-scale", 33, 0, 400},
	LMPImproving:  {"lmp-improving", 50, 0, 400},
	LMRBase:       {"lmr-base", 30, -200, 300},
	LMRDivisor:    {"lmr-divisor", 120, 40, 500},
	RazorDepth:    {"razor-depth", 4, 0, 20},
	RazorBase:     {"razor-base", 120, 0, 2000},
	RazorScale:    {"razor-scale", 100, 0, 1000},
	FutilityDepth: {"futility-depth", 8, 0, 40},
	FutilityScale: {"futility-scale", 110, 0, 1000},
	ChildDepth:    {"child-depth", 5, 0, 20},
	ChildBase:     {"child-base", 90, 0, 2000},
	ChildScale:    {"child-scale", 90, 0, 1000},
	NullDepth:     {"null-depth", 5, 4, 40},
	NullMargin:    {"null-margin", 60, -200, 2000},
	SingularDepth: {"singular-depth", 7, 4, 40},
	SingularScale: {"singular-scale", 30, 1, 300},
	KillerBonus:   {"killer-bonus", 300, 0, 3000},
	CounterBonus:  {"counter-bonus", 200, 0, 3000},
	HistoryShare:  {"history-share", 24, 4, 1000},
}

// NumberTable describes the parameters in their order.
func NumberTable() []NumberInfo { return numberTable[:] }

// NumberOf returns the parameter of that name; ok is false if it does not exist.
func NumberOf(name string) (n Number, ok bool) {
	for i := range numberTable {
		if numberTable[i].Name == name {
			return Number(i), true
		}
	}
	return 0, false
}

// Get returns a parameter of the options.
func (o *Options) Get(n Number) int { return numberTable[n].Value + int(o.Shift[n]) }

// numbers are the parameters of a search, and tables derived from them.
type numbers struct {
	at    [Numbers]int
	most  [64][2]int   // quiet moves to try by depth, in positions that do not improve and in positions that do
	lower [64][128]int // plies of reduction, by depth and the move's place in the order
}

// numbers returns the parameters of the options. Those without a shift are computed once.
func (o *Options) numbers() *numbers {
	if o.Shift == (Options{}).Shift {
		return unshifted()
	}
	return o.follow()
}

var unshifted = sync.OnceValue(func() *numbers { return new(Options).follow() })

// follow computes the derived tables.
func (o *Options) follow() *numbers {
	n := &numbers{}
	for i := range n.at {
		n.at[i] = o.Get(Number(i))
	}
	for d := range n.most {
		n.most[d][0] = (n.at[LMPBase] + n.at[LMPScale]*d*d) / 100
		n.most[d][1] = n.most[d][0] + n.at[LMPImproving]*d*d/100
	}
	for d := 1; d < len(n.lower); d++ {
		for i := 1; i < len(n.lower[d]); i++ {
			n.lower[d][i] = int(float64(n.at[LMRBase])/100 + math.Log(float64(d))*math.Log(float64(i))/(float64(n.at[LMRDivisor])/100))
		}
	}
	return n
}
