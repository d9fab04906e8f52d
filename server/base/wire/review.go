package wire

// Reviews of finished games.

// Review is the current state of a review. Until it is Ended, later ones may differ, except for what is Solved or
// Proven.
type Review struct {
	Positions []ReviewPosition `json:"positions"` // before the first move, and after each
	Moves     []ReviewMove     `json:"moves"`
	Black     ReviewSide       `json:"black"`
	White     ReviewSide       `json:"white"`
	Turning   int              `json:"turning"` // number of the move that turned the game, from 1; 0 without such a move
	Says      []Saying         `json:"says"`    // about the whole game
	Counted   bool             `json:"counted"` // the game counts points
	Opening   int              `json:"opening"` // moves of the opening
	Middle    int              `json:"middle"`  // moves before the end
	Whole     bool             `json:"whole"`   // every position was evaluated
	Settled   bool             `json:"settled"` // and no move is left in doubt
	Ended     bool             `json:"ended"`   // the review is finished
	Looked    int              `json:"looked"`  // evaluated positions
	Spent     float64          `json:"spent"`   // used part of the time, 0 to 1
	Nodes     int64            `json:"nodes"`
}

// ReviewPosition is the evaluation of a position.
type ReviewPosition struct {
	Looks  int     `json:"looks"`  // number of searches, each longer than the one before; 0 without a result
	Black  float64 `json:"black"`  // Black's win probability, 0 to 1
	Solved bool    `json:"solved"` // Black is exact
	Mate   int     `json:"mate"`   // plies until Black (above 0) or White (below 0) certainly wins, 0 if unknown
	Over   bool    `json:"over"`   // the game has ended at this position
	Lead   float64 `json:"lead"`   // estimated lead of Black in points; see Counts
	Counts bool    `json:"counts"` // Lead is known
	Best   string  `json:"best"`   // the best move found, "" for none
}

// ReviewMove is a move with its loss. Class is "best", "good", "inaccuracy", "mistake", "blunder", or "" if unknown.
// If it is not Sure, it is based on one short search.
type ReviewMove struct {
	Move     string   `json:"move"`
	Color    string   `json:"color"`
	Class    string   `json:"class"`
	Sure     bool     `json:"sure"`
	Loss     float64  `json:"loss"`     // of Color's win probability, 0 to 1
	Points   float64  `json:"points"`   // that Color lost; see Counts
	Counts   bool     `json:"counts"`   // Points is known
	Accuracy float64  `json:"accuracy"` // 0 to 100
	Better   string   `json:"better"`   // a better move, "" without one
	Line     []string `json:"line"`     // the continuation, from Better; of the worst moves
	Proven   bool     `json:"proven"`   // the result of Better is certain
	Says     []Saying `json:"says"`     // about this move, if it was certainly bad
}

// ReviewSide sums up the play of one side.
type ReviewSide struct {
	All          ReviewPart   `json:"all"`
	Best         int          `json:"best"`
	Good         int          `json:"good"`
	Inaccuracies int          `json:"inaccuracies"`
	Mistakes     int          `json:"mistakes"`
	Blunders     int          `json:"blunders"`
	Unsure       int          `json:"unsure"` // number of unsure mistakes and blunders
	Worst        []int        `json:"worst"`  // numbers of the worst moves from 1, the worst first, three at most
	Phases       []ReviewPart `json:"phases"` // opening, middle, end
}

// ReviewPart sums up moves.
type ReviewPart struct {
	Moves    int     `json:"moves"`    // judged moves
	Accuracy float64 `json:"accuracy"` // mean, 0 to 100
	Loss     float64 `json:"loss"`     // mean, of win probability
	Points   float64 `json:"points"`   // mean, in games that count points
}
