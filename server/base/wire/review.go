package wire

// What is found out about a finished game.

// Review is what is known of a game so far. Until it is Ended it may be otherwise in the next
// one, but for what is Solved or Proven.
type Review struct {
	Positions []ReviewPosition `json:"positions"` // before the first move, and after each
	Moves     []ReviewMove     `json:"moves"`
	Black     ReviewSide       `json:"black"`
	White     ReviewSide       `json:"white"`
	Turning   int              `json:"turning"` // number of the move that turned the game, from 1; 0 where none is known to
	Says      []Saying         `json:"says"`    // of the whole game
	Counted   bool             `json:"counted"` // points are counted in this game
	Opening   int              `json:"opening"` // moves of the opening
	Middle    int              `json:"middle"`  // moves before the end
	Whole     bool             `json:"whole"`   // every position was looked at
	Settled   bool             `json:"settled"` // and no move is left that may be bad or not
	Ended     bool             `json:"ended"`   // nothing more is looked at
	Looked    int              `json:"looked"`  // positions that were looked at
	Spent     float64          `json:"spent"`   // part of the time that is spent, 0 to 1
	Nodes     int64            `json:"nodes"`
}

// ReviewPosition is what a position is worth.
type ReviewPosition struct {
	Looks  int     `json:"looks"`  // how often it was looked at, each time longer; 0: nothing is known
	Black  float64 `json:"black"`  // Black's win chance, 0 to 1
	Solved bool    `json:"solved"` // Black is exact
	Mate   int     `json:"mate"`   // plies until Black (above 0) or White (below 0) has won for certain, 0 where that is not known
	Over   bool    `json:"over"`   // the game has ended here
	Lead   float64 `json:"lead"`   // points by which Black leads, as an estimate, where Counted
	Counts bool    `json:"counts"` // Lead is known
	Best   string  `json:"best"`   // the best move found, "" for none
}

// ReviewMove is a move with what it cost. Class is "best", "good", "inaccuracy", "mistake",
// "blunder", or "" where that is not known; where it is not Sure, only one short look has said so.
type ReviewMove struct {
	Move     string   `json:"move"`
	Color    string   `json:"color"`
	Class    string   `json:"class"`
	Sure     bool     `json:"sure"`
	Loss     float64  `json:"loss"`     // of the win chance of Color, 0 to 1
	Points   float64  `json:"points"`   // that Color gave away, where Counts
	Counts   bool     `json:"counts"`   // Points is known
	Accuracy float64  `json:"accuracy"` // 0 to 100
	Better   string   `json:"better"`   // what would have been better, "" where nothing was
	Line     []string `json:"line"`     // what would have followed, Better first; of the worst moves
	Proven   bool     `json:"proven"`   // what Better would have kept is certain
	Says     []Saying `json:"says"`     // about this move, where it surely was bad
}

// ReviewSide sums up how one side played.
type ReviewSide struct {
	All          ReviewPart   `json:"all"`
	Best         int          `json:"best"`
	Good         int          `json:"good"`
	Inaccuracies int          `json:"inaccuracies"`
	Mistakes     int          `json:"mistakes"`
	Blunders     int          `json:"blunders"`
	Unsure       int          `json:"unsure"` // of the mistakes and blunders
	Worst        []int        `json:"worst"`  // numbers of the worst moves from 1, the worst first, three at most
	Phases       []ReviewPart `json:"phases"` // opening, middle, end
}

// ReviewPart sums up moves.
type ReviewPart struct {
	Moves    int     `json:"moves"`    // that were judged
	Accuracy float64 `json:"accuracy"` // mean, 0 to 100
	Loss     float64 `json:"loss"`     // mean, of win chance
	Points   float64 `json:"points"`   // mean, where points are counted
}
