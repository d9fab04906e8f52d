// Package wire is the closed list of JSON messages between the page and the
// server: everything that travels over a game's WebSocket, in both directions,
// and the bodies of the HTTP API that they share types with. The TypeScript
// types of the page are generated from this file (go generate ./server/wire).
//
// A client opens /api/games/{id}/ws, sends a [ClientMessage] of type "hello"
// with the last version it knows (0 for none) and receives a "snapshot", or the
// "event"s it missed. After that every change of the game arrives as one
// "event" with the next version. Commands carry an id of the client's choice,
// which the same person must never use again in that game for anything else,
// not even after reloading the page; a repeat of an id gets the same answer
// again. A command is answered by "ack", after it is on disk, or by "error".
//
// # Seats and colours
//
// A seat, "black" or "white", is named after the colour that its player sat down
// with: the seat "black" begins the game. It keeps that name although an opening
// such as swap2 may let the players change colours: [State] tells whose stones
// are whose. Wherever a message says who did something, it names the seat.
//
// # Analysis
//
// A client that opens /api/analysis/ws sends an [AnalysisRequest] whenever the
// position that it looks at changes, and gets [AnalysisReply] messages: first
// what the position is, then what the engine thinks of it. A request ends the
// one before it.
//
// # Coach
//
// A client that opens /api/coach/ws sends [CoachRequest] messages about a game
// that somebody learns from, and gets [CoachReply] messages. A request ends the
// one before it.
//
// # Life and death
//
// A client that opens /api/solve/ws sends [SolveRequest] messages and gets
// [SolveReply] messages: while a problem is being solved, how far that has come,
// and at the end what is known. A request ends the one before it, and so does
// one of type "stop"; a search that was ended still tells what it has found.
package wire

//go:generate go run ./gen wire.go ../../web/src/wire.ts

// ClientMessage is what a client sends. Type decides which fields count:
//
//	hello   version            subscribe; get the gap since version, or a snapshot
//	join    id, color, name    take a free seat ("black", "white", or "" for any)
//	play    id, ply, move      place a stone, pass or choose; ply is the number of moves before it
//	resign  id                 give up; while "waiting": call the game off
//	undo    id                 take back (against the computer: at once, both plies)
//	toggle  id, point          scoring: the chain of that point changes between dead and alive
//	accept  id, version        scoring: agree with the marked dead stones; with a version
//	                           it is refused where marks have changed since
//	resume  id                 scoring: go on playing
//	draw    id                 offer a draw, or agree to the one that is offered
//	decline id                 do not agree to the draw that is offered, or take one's own offer back
//	stop    id                 the engine plays what it has now, or tries again after it failed
//	ping                       answered by "pong"
type ClientMessage struct {
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
	Version int    `json:"version,omitempty"`
	Ply     int    `json:"ply,omitempty"`
	Move    string `json:"move,omitempty"` // a point's name, "pass" or a choice of the opening
	Point   int    `json:"point,omitempty"`
	Color   string `json:"color,omitempty"`
	Name    string `json:"name,omitempty"`
}

// ServerMessage is what the server sends. Exactly the field named by Type is
// set: snapshot, event, ack, error, thinking, presence; "pong" has none.
type ServerMessage struct {
	Type     string    `json:"type"`
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	Event    *Event    `json:"event,omitempty"`
	Ack      *Ack      `json:"ack,omitempty"`
	Error    *Error    `json:"error,omitempty"`
	Thinking *Thinking `json:"thinking,omitempty"`
	Presence *Presence `json:"presence,omitempty"`
}

// Snapshot is the whole game at one version.
type Snapshot struct {
	Game    GameInfo  `json:"game"`
	Version int       `json:"version"`
	You     string    `json:"you"`    // your seat: "black", "white" or "" for one who watches
	Stones  string    `json:"stones"` // one character a point: '.' empty, 'x' black, 'o' white
	Moves   []string  `json:"moves"`  // points' names, "pass" and choices, from the first
	Taken   [][]Stone `json:"taken"`  // the stones that left the board with each move, beside the one that it placed
	State   State     `json:"state"`
}

// State is what a view shows beside the stones; every event carries it afresh.
type State struct {
	Phase     string      `json:"phase"`   // "waiting" for a player, "playing", "scoring", "finished"
	ToPlay    string      `json:"toPlay"`  // the colour of the stone that comes next, or "" where nobody is to move
	Turn      string      `json:"turn"`    // the seat whose turn it is, or ""; not always that of ToPlay while an opening lasts
	Holder    string      `json:"holder"`  // the seat that has the black stones: "black" unless an opening has swapped them
	Opening   *Opening    `json:"opening"` // what there is to do while the opening lasts, else null
	Pass      bool        `json:"pass"`    // whether a pass is a move of this game now
	Ply       int         `json:"ply"`
	Last      int         `json:"last"`      // point of the last stone placed, -1 after a pass or at the start
	Takes     bool        `json:"takes"`     // whether stones can be taken in this game
	Captures  Captures    `json:"captures"`  // stones that each side has taken
	Chains    bool        `json:"chains"`    // whether connected stones share their liberties, and are taken together
	Rows      *Rows       `json:"rows"`      // of a game about rows of stones, else null
	Falls     bool        `json:"falls"`     // whether stones fall
	Landings  []int       `json:"landings"`  // where a stone comes to rest, one point a column with room; only where stones fall and somebody is to move
	Forbidden []Forbidden `json:"forbidden"` // empty points that the side to move may not play
	Figure    []int       `json:"figure"`    // points of the winning line in order along it, empty while there is none
	DrawOffer string      `json:"drawOffer"` // the seat that has offered a draw, or ""
	Dead      []int       `json:"dead"`      // points of stones marked dead, in "scoring" and "finished"
	Accepted  []string    `json:"accepted"`  // sides that have agreed, in "scoring"
	Score     *Score      `json:"score"`     // in "scoring" (null while dead stones are looked for) and "finished" by score, else null
	Result    string      `json:"result"`    // "" or "B+3.5", "W+R", "0", "Void"
	ResultHow string      `json:"resultHow"` // "", "score", "resign", "cancelled" (called off while waiting), "repetition", "agreement", "five", "captures", "no move left", "board full", "blocked", "two passes"
}

// Opening is what there is to do while the opening of a game is a dialogue of
// its players.
type Opening struct {
	Text    string   `json:"text"`    // a sentence: what the player whose turn it is has to do
	Choices []Choice `json:"choices"` // what may be chosen instead of a point
	Offered []int    `json:"offered"` // points that were offered for the next stone, of which one is taken
	Stones  bool     `json:"stones"`  // whether a stone may be placed; otherwise one of the choices is to be taken
	Only    []int    `json:"only"`    // the points where it may be placed, if they are the smaller part of the empty ones; else empty
}

// Choice is a move that places no stone, such as to swap colours.
type Choice struct {
	Move  string `json:"move"`
	Title string `json:"title"` // for a button
}

// Rows is the running score of a game about rows of stones: how many in a row
// win, and the longest row of each side that counts.
type Rows struct {
	Need  int `json:"need"`
	Black int `json:"black"`
	White int `json:"white"`
}

// Captures counts the stones that each side has taken.
type Captures struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Forbidden is an empty point that may not be played, and why: "suicide", "ko",
// "forbidden" (by Renju's rules, say) or "opening" (by the phase of the opening).
// Points without support, where stones fall, are not among them.
type Forbidden struct {
	Point  int    `json:"point"`
	Reason string `json:"reason"`
}

// Score is the count of a position with its dead stones taken off.
type Score struct {
	Method         string  `json:"method"` // "area" or "territory"
	Komi           float64 `json:"komi"`
	Owner          string  `json:"owner"` // one character a point: 'x', 'o', '.' nobody's
	BlackStones    int     `json:"blackStones"`
	WhiteStones    int     `json:"whiteStones"`
	BlackTerritory int     `json:"blackTerritory"`
	WhiteTerritory int     `json:"whiteTerritory"`
	BlackPrisoners int     `json:"blackPrisoners"` // stones that Black has taken, dead ones included
	WhitePrisoners int     `json:"whitePrisoners"`
	Black          float64 `json:"black"` // totals
	White          float64 `json:"white"`
	Result         string  `json:"result"`
}

// Event is one change of the game. Kind is "joined", "moved", "undone",
// "resigned", "scoring" (the proposal of dead stones is here), "toggled",
// "accepted", "resumed", "offered" (a draw), "declined" or "agreed". Whether the game is over is told by State.Phase. Set
// and Clear turn the stones before it into the stones after it.
type Event struct {
	Version int       `json:"version"`
	Kind    string    `json:"kind"`
	By      string    `json:"by"`    // a seat: "black", "white" or ""
	Move    string    `json:"move"`  // of "moved"
	Title   string    `json:"title"` // of "moved" by a choice: the words of its button
	Set     []Stone   `json:"set"`
	Clear   []int     `json:"clear"`
	Plies   int       `json:"plies"`          // moves in the list after the event ("undone" shortens it)
	Game    *GameInfo `json:"game,omitempty"` // where players or the status changed
	State   State     `json:"state"`
}

// Stone is a stone placed.
type Stone struct {
	Point int    `json:"point"`
	Color string `json:"color"`
}

// Ack says that the command of that id is on disk, as the given version.
type Ack struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	You     string `json:"you"` // the seat of the one who asked, as in Snapshot; a "join" changes it
}

// Error answers a command that was refused. Code is for machines: an illegal
// move's reason ("off-board", "occupied", "suicide", "ko", "forbidden",
// "floating", "no-such-move", "game-over", "not-your-turn"), what the game does not allow
// now ("waiting", "seat-taken", "not-now", "not-allowed", "too-long"), or
// "bad-request", "not-a-player", "not-found", "out-of-step", "too-many",
// "engine" (without an id: the computer failed), "internal". Text is a sentence
// for people.
type Error struct {
	ID   string `json:"id,omitempty"`
	Code string `json:"code"`
	Text string `json:"text"`
}

// Thinking is what the engine has found so far; Done says that it has stopped.
type Thinking struct {
	Turn       string      `json:"turn"`  // the seat that it thinks for
	Color      string      `json:"color"` // of the first stone of Line
	Done       bool        `json:"done"`
	Value      float64     `json:"value"`  // win chance of the side that thinks, 0 to 1
	Mate       int         `json:"mate"`   // plies until that side has won (above 0) or lost (below 0) for certain, 0 where that is not known
	Solved     bool        `json:"solved"` // Value is exact: 1 a win, 0.5 a draw, 0 a loss
	Depth      int         `json:"depth"`  // plies looked ahead
	Book       bool        `json:"book"`   // the move comes from the opening book
	Nodes      int64       `json:"nodes"`  // positions or playouts
	PerSecond  float64     `json:"perSecond"`
	Elapsed    float64     `json:"elapsed"` // seconds
	Line       []string    `json:"line"`
	Candidates []Candidate `json:"candidates"`
}

// Candidate is a move under consideration.
type Candidate struct {
	Point  int      `json:"point"` // -1 for a pass or a choice
	Move   string   `json:"move"`  // its name
	Visits int64    `json:"visits"`
	Value  float64  `json:"value"`
	Mate   int      `json:"mate"`   // as in Thinking
	Solved bool     `json:"solved"` // as in Thinking
	Line   []string `json:"line"`   // what would follow, Move first; empty where the engine does not say
}

// AnalysisRequest asks what a position is and what an engine thinks of it. The
// position is the start of the game, or Stones set by hand, and Moves played
// from there.
type AnalysisRequest struct {
	ID      int      `json:"id"`      // every answer repeats it
	Board   string   `json:"board"`   // spec
	Rules   string   `json:"rules"`   // id
	Stones  string   `json:"stones"`  // one character a point as in Snapshot, "" for the start of the game
	ToPlay  string   `json:"toPlay"`  // who moves then; only with Stones
	Moves   []string `json:"moves"`   // names
	Exclude []string `json:"exclude"` // moves that the engine shall not consider
	Best    int      `json:"best"`    // how many moves to value one by one, 0 for what the method does by itself
	Seconds float64  `json:"seconds"` // how long to think at most; 0 for no search
}

// AnalysisReply answers an AnalysisRequest. Exactly one field beside ID is set.
type AnalysisReply struct {
	ID       int               `json:"id"`
	Problem  string            `json:"problem,omitempty"` // why there is no answer, in words without a capital or a full stop
	Position *AnalysisPosition `json:"position,omitempty"`
	Thinking *Thinking         `json:"thinking,omitempty"`
}

// AnalysisPosition is the position that was asked about.
type AnalysisPosition struct {
	Stones string `json:"stones"`
	State  State  `json:"state"`
}

// CoachRequest asks the coach about a game. Type decides what is wanted:
//
//	notes   what there is to see on the board for Side
//	why     why Move is illegal here
//	hint    a move for Side, which is to move, with its reason
//	review  what decided the game that Moves are
//	stop    nothing more: the request before it ends without an answer
//	ping    answered by a ServerMessage of type "pong"; ends nothing
type CoachRequest struct {
	Type   string   `json:"type"`
	ID     int      `json:"id"` // every answer repeats it
	Board  string   `json:"board,omitempty"`
	Rules  string   `json:"rules,omitempty"`
	Stones string   `json:"stones,omitempty"` // as in AnalysisRequest
	ToPlay string   `json:"toPlay,omitempty"`
	Moves  []string `json:"moves,omitempty"`
	Side   string   `json:"side,omitempty"` // whom the coach talks to: "black" or "white"
	Move   string   `json:"move,omitempty"`
}

// CoachReply answers a CoachRequest. Exactly one field beside ID is set. A review
// comes in several replies: Progress while it is made, Review at the end.
type CoachReply struct {
	ID       int            `json:"id"`
	Problem  string         `json:"problem,omitempty"` // why there is no answer, in words without a capital or a full stop
	Notes    *CoachNotes    `json:"notes,omitempty"`
	Why      *CoachNote     `json:"why,omitempty"`
	Hint     *CoachHint     `json:"hint,omitempty"`
	Progress *CoachProgress `json:"progress,omitempty"`
	Review   *CoachReview   `json:"review,omitempty"`
}

// CoachNotes are what there is to see on a board, the most pressing first.
type CoachNotes struct {
	Notes []CoachNote `json:"notes"`
}

// CoachNote is one thing to see. Kind is "atari" (the stones of a chain with one
// liberty left), "line" (a row that needs one more stone: its stones and where
// that would go), "rule" (why a move is illegal: the stones that make it so) or
// "tip" (anything else).
type CoachNote struct {
	Kind   string `json:"kind"`
	Color  string `json:"color"`  // whose stones they are, or ""
	Text   string `json:"text"`   // a sentence or two, to Side: "Your line needs one more."
	Points []int  `json:"points"` // that it is about
	Place  int    `json:"place"`  // the empty point that matters, such as the last liberty; -1 for none
}

// CoachHint is a move with its reason.
type CoachHint struct {
	Move   string `json:"move"`
	Point  int    `json:"point"` // -1 where it places no stone
	Text   string `json:"text"`  // why, in a sentence or two
	Points []int  `json:"points"`
}

// CoachProgress is how far a review has come.
type CoachProgress struct {
	Done int `json:"done"` // moves
	Of   int `json:"of"`
}

// CoachReview says what decided a game.
type CoachReview struct {
	Text    string      `json:"text"`    // a few sentences
	Turning int         `json:"turning"` // number of the move that turned the game, from 1; 0 where none did
	Moves   []CoachMove `json:"moves"`
}

// CoachMove is a move of a game with what it was worth.
type CoachMove struct {
	Ply       int     `json:"ply"` // from 1
	Move      string  `json:"move"`
	Color     string  `json:"color"`
	Value     float64 `json:"value"`     // win chance of Color after it, 0 to 1
	Solved    bool    `json:"solved"`    // Value is exact
	Best      string  `json:"best"`      // what would have been better, "" where nothing was
	BestValue float64 `json:"bestValue"` // win chance of Color with that
	Text      string  `json:"text"`      // about this move, or ""
}

// Presence tells who has the game open.
type Presence struct {
	Black    bool `json:"black"`
	White    bool `json:"white"`
	Watchers int  `json:"watchers"`
}

// GameInfo describes a game in lists and snapshots.
type GameInfo struct {
	ID         string `json:"id"`
	Board      string `json:"board"` // spec
	BoardTitle string `json:"boardTitle"`
	Rules      string `json:"rules"` // canonical id
	Black      Player `json:"black"`
	White      Player `json:"white"`
	Phase      string `json:"phase"`
	Ply        int    `json:"ply"`
	Created    string `json:"created"` // RFC 3339
	Updated    string `json:"updated"`
	Watchers   int    `json:"watchers"`
	Result     string `json:"result"`
}

// Player is one seat. Kind is "open", "human" or "engine".
type Player struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Engine string `json:"engine,omitempty"` // engine id, such as "level:5"
}

// Lobby is the answer of GET /api/games, and of every message of the event
// stream GET /api/lobby/events (server-sent events; one at once, then one
// whenever something changed). Games come newest first. A game of Mine is in the
// other lists as well.
type Lobby struct {
	Mine     []GameInfo `json:"mine"`     // not finished, with a seat of the one who asks
	Open     []GameInfo `json:"open"`     // waiting for a second player
	Running  []GameInfo `json:"running"`  // playing or scoring
	Finished []GameInfo `json:"finished"` // the last ones
}

// Problem is the body of every HTTP answer that is an error (RFC 9457). Detail
// is a sentence for people.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// NewGame is the body of POST /api/games. The answer is a GameInfo.
type NewGame struct {
	Board    string `json:"board"`    // spec
	Rules    string `json:"rules"`    // id, such as "weiqi:komi=6.5,handicap=2"
	Color    string `json:"color"`    // the maker's: "black", "white" or "random"
	Opponent string `json:"opponent"` // "human" or an engine id such as "level:5" or "random"
	Name     string `json:"name"`     // the maker's, may be empty
}

// Board is the answer of GET /api/boards?spec=: all that a view needs.
type Board struct {
	Spec   string       `json:"spec"`
	Title  string       `json:"title"`
	Flat   bool         `json:"flat"`
	Width  int          `json:"width"` // of a plain grid, else 0
	Height int          `json:"height"`
	Coords [][3]float64 `json:"coords"`
	Edges  [][2]int     `json:"edges"`
	Faces  [][]int      `json:"faces"`
	Names  []string     `json:"names"`
	Stars  []int        `json:"stars"` // star points
	Lines  bool         `json:"lines"` // whether "straight on" means something, as n in a row needs it
}

// BoardReport is the answer of POST /api/boards/check: what a file holds, and
// the board it would make if nothing in Errors stands against it.
type BoardReport struct {
	Format     string           `json:"format"` // "obj", "moyo" or "govariants"
	Points     int              `json:"points"`
	Edges      int              `json:"edges"`
	Degrees    []DegreeCount    `json:"degrees"`
	Components []BoardComponent `json:"components"`
	Coincident int              `json:"coincident"` // points that lie upon another one
	Warnings   []string         `json:"warnings"`
	Error      string           `json:"error"` // why no board can be made of it as it is, or ""
	Board      *Board           `json:"board"` // of the chosen component, null where Error is set
}

// DegreeCount says how many points have so many neighbours.
type DegreeCount struct {
	Degree int `json:"degree"`
	Points int `json:"points"`
}

// BoardComponent is one connected part of a mesh.
type BoardComponent struct {
	Points int `json:"points"`
	Edges  int `json:"edges"`
}

// NewBoard is the body of POST /api/boards and /api/boards/check. The answer of
// the former is a BoardEntry whose spec is "id:SHA256".
type NewBoard struct {
	Name      string `json:"name"`
	File      string `json:"file"`      // the text of the file, at most 8 MiB
	Component int    `json:"component"` // which component to take, from 0; -1 for the whole, which must then be connected
	Merge     bool   `json:"merge"`     // merge coincident points
}

// BoardEntry is a board of the gallery.
type BoardEntry struct {
	Spec  string   `json:"spec"`
	Title string   `json:"title"`
	Group string   `json:"group"` // "flat", "wrapped", "solid" or "own"
	Games []string `json:"games"` // ids of the games that it is offered for; none for an own board, on which any may be tried
}

// Catalog is the answer of GET /api/catalog: what can be chosen.
type Catalog struct {
	Boards  []BoardEntry  `json:"boards"`
	Engines []EngineEntry `json:"engines"`
	Games   []GameEntry   `json:"games"`
	Version string        `json:"version"`
}

// EngineEntry is an opponent. An id stands in several entries where the words
// about it differ from game to game.
type EngineEntry struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Text  string   `json:"text"`  // one sentence
	Level int      `json:"level"` // 1 to 9, 0 for others
	Games []string `json:"games"` // ids of the games that it plays
}

// GameEntry is a game with its options, and ways to begin it that are chosen at
// once.
type GameEntry struct {
	ID      string       `json:"id"` // "weiqi"
	Title   string       `json:"title"`
	Text    string       `json:"text"` // what it is about, in a sentence
	Options []GameOption `json:"options"`
	Presets []Preset     `json:"presets"`
}

// Preset is a game's rules and board under one name.
type Preset struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Rules string `json:"rules"` // id
	Board string `json:"board"` // spec
}

// GameOption is one option of a game. Kind is "number" or "choice".
type GameOption struct {
	ID       string         `json:"id"`
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	Kind     string         `json:"kind"`
	Default  string         `json:"default"`
	Min      float64        `json:"min"`
	Max      float64        `json:"max"`
	Step     float64        `json:"step"`
	GridOnly bool           `json:"gridOnly"`
	Choices  []OptionChoice `json:"choices"`
}

// OptionChoice is a value of an option.
type OptionChoice struct {
	Value string `json:"value"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Puzzles is the answer of GET /api/puzzles?rule=&depth=: the puzzles of that
// rule ("" for any) and depth (0 for any), easy ones first, and what there is to
// choose from.
type Puzzles struct {
	Puzzles []Puzzle `json:"puzzles"`
	Rules   []string `json:"rules"`  // all rules that there are puzzles of
	Depths  []int    `json:"depths"` // all depths, ascending
}

// Puzzle is a position whose side to move wins by continuous fours.
type Puzzle struct {
	ID     string `json:"id"`
	Board  string `json:"board"`  // spec
	Rules  string `json:"rules"`  // id
	Stones string `json:"stones"` // one character a point, as in Snapshot
	ToPlay string `json:"toPlay"` // the side that wins
	Depth  int    `json:"depth"`  // moves of that side in the shortest win, the last included
}

// PuzzleTry is the body of POST /api/puzzles/{id}/try: the moves so far, the
// solver's and the answers to them in turn ("-" where no answer helped), the
// solver's last.
type PuzzleTry struct {
	Moves []string `json:"moves"`
	Hint  bool     `json:"hint"` // ask for the next move instead: Moves then ends with an answer, or is empty
}

// PuzzleAnswer says what the last move of a PuzzleTry does.
type PuzzleAnswer struct {
	Verdict   string      `json:"verdict"`   // "solved", "right", "wrong" or "hint"
	Text      string      `json:"text"`      // why, in a sentence
	Reply     string      `json:"reply"`     // the other side's answer, "-" where none helps, "" where none is made
	Hint      string      `json:"hint"`      // the move that wins, of "hint"
	Left      int         `json:"left"`      // moves to the win, of "right" and "hint"
	Stones    string      `json:"stones"`    // after the answer
	Figure    []int       `json:"figure"`    // the winning line, if there is one
	Last      int         `json:"last"`      // point of the last stone, -1 for none
	Forbidden []Forbidden `json:"forbidden"` // points that the solver may not play next
}

// Tsumego is a problem of life and death.
type Tsumego struct {
	ID       string   `json:"id"`
	Board    string   `json:"board"`    // spec
	Stones   string   `json:"stones"`   // one character a point, as in Snapshot
	ToPlay   string   `json:"toPlay"`   // "black" or "white"
	Ko       *int     `json:"ko"`       // the point at which that side may not retake at first
	Question string   `json:"question"` // "live", "kill" or "status": what the side to move wants
	Target   []int    `json:"target"`   // a stone of each chain in question; empty for every group of the defender in the region
	Region   []int    `json:"region"`   // the points that can be played on; empty where moyo shall find them
	Threats  *Threats `json:"threats"`  // null where the answer shall tell how many a ko needs
	Notes    string   `json:"notes"`
}

// Threats are the ko threats elsewhere that each side has; 255 stands for more
// than any ko needs.
type Threats struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// TsumegoList is the answer of POST /api/tsumego/read?name=, whose body is a file
// with problems, in SGF, text or JSONL: the problems, as many as fit, and what is
// wrong with others.
type TsumegoList struct {
	Problems []Tsumego `json:"problems"`
	Errors   []string  `json:"errors"` // the first ones, each with its place
	More     bool      `json:"more"`   // whether the file holds more problems
}

// TsumegoWrite is the body of POST /api/tsumego/write, which answers with a file.
type TsumegoWrite struct {
	Problem Tsumego `json:"problem"`
	Format  string  `json:"format"` // "sgf", "text", "jsonl", or a picture: "svg" or "png"
}

// SolveRequest asks about a problem. Type decides what is wanted:
//
//	solve  the answer to the problem
//	after  what the last of Moves, played from the problem's position, does
//	stop   nothing more: the request before it ends and tells what it has found
//	ping   answered by a ServerMessage of type "pong"; ends nothing
type SolveRequest struct {
	Type     string   `json:"type"`
	ID       int      `json:"id"` // every answer repeats it
	Problem  *Tsumego `json:"problem,omitempty"`
	Moves    []string `json:"moves,omitempty"`    // names of points, or "pass", of both sides in turn
	AllMoves bool     `json:"allMoves,omitempty"` // every first move that wins, not one
	Score    bool     `json:"score,omitempty"`    // which of them gains the most points
	Seconds  float64  `json:"seconds,omitempty"`  // how long to search at most, 0 for as long as the server lets
}

// SolveReply answers a SolveRequest. Beside ID exactly one of Problem, Position,
// Progress and Answer is set; Judgement comes with an Answer to "after". The
// last reply to a request has a Problem or an Answer.
type SolveReply struct {
	ID        int               `json:"id"`
	Problem   string            `json:"problem,omitempty"` // why there is no answer, in words without a capital or a full stop
	Position  *AnalysisPosition `json:"position,omitempty"`
	Progress  *SolveProgress    `json:"progress,omitempty"`
	Answer    *SolveAnswer      `json:"answer,omitempty"`
	Judgement *SolveJudgement   `json:"judgement,omitempty"`
}

// SolveProgress is how far a search has come.
type SolveProgress struct {
	Waiting   bool    `json:"waiting"` // for other searches to end; nothing else is set then
	Stage     string  `json:"stage"`   // what is being asked, in words
	Done      int     `json:"done"`    // stages done
	Stages    int     `json:"stages"`
	Nodes     int64   `json:"nodes"`
	PerSecond float64 `json:"perSecond"`
	Elapsed   float64 `json:"elapsed"`  // seconds
	Proof     float64 `json:"proof"`    // proof number of the stage's root
	Disproof  float64 `json:"disproof"` // and its disproof number
	Fraction  float64 `json:"fraction"` // an estimate of the way done, 0 to 1
}

// SolveAnswer is what is known of a position: the problem's, or one after moves.
type SolveAnswer struct {
	ToPlay     string   `json:"toPlay"`     // the side that the verdict is for
	Defender   string   `json:"defender"`   // the side whose stones are in question
	Question   string   `json:"question"`   // "live", "kill" or "status"
	Verdict    string   `json:"verdict"`    // "win", "lose", "ko" or "unknown"
	Fate       string   `json:"fate"`       // what becomes of the target: "alive", "dead", "seki", "ko" or "unknown"
	Ko         *SolveKo `json:"ko"`         // null unless it is one
	FirstMoves []string `json:"firstMoves"` // that win, or lead to the best ko; "pass" where there is no need to play
	All        bool     `json:"all"`        // whether these are all of them
	Best       string   `json:"best"`       // the one of them with the best score, or ""
	Score      *int     `json:"score"`      // what Best gains, in points; null where that is not known
	Line       []string `json:"line"`       // best play of both sides
	Tenuki     string   `json:"tenuki"`     // the verdict if the side to move plays elsewhere, "" where that is not known
	Region     []int    `json:"region"`     // the points that can be played on
	Found      bool     `json:"found"`      // whether moyo found them
	Nodes      int64    `json:"nodes"`
	Memory     int64    `json:"memory"` // bytes
	Millis     float64  `json:"millis"`
}

// SolveKo tells of an answer that depends on ko threats.
type SolveKo struct {
	TakesFirst string `json:"takesFirst"` // the side that gets its way where nobody has a threat
	Threats    int    `json:"threats"`    // how many the other side needs to turn that
	Kind       string `json:"kind"`       // such as "direct" or "2-step"
}

// SolveJudgement says what the last move did. Verdict is "correct" where it keeps
// the best that its side could reach, "wrong" where it does not, "lost" where
// nothing was to be had, and "unknown".
type SolveJudgement struct {
	Move    string `json:"move"`
	Color   string `json:"color"` // who played it
	Verdict string `json:"verdict"`
	Reply   string `json:"reply"` // the best answer of the other side, "" where none is known
}

// Training is the answer of GET /api/training: how the one who asks stands in
// training with problems of life and death, and what there is to do.
type Training struct {
	Rating      TrainingRating       `json:"rating"`
	Tried       int                  `json:"tried"`   // problems
	Solved      int                  `json:"solved"`  // of them
	Due         int                  `json:"due"`     // failed problems that are to be repeated now
	NextDue     string               `json:"nextDue"` // RFC 3339: when another one will be, or ""
	Problems    int                  `json:"problems"`
	Ranks       []string             `json:"ranks"` // of the easiest and the hardest problem
	Collections []TrainingCollection `json:"collections"`
	Exam        *TrainingExam        `json:"exam"` // that runs or was the last, or null
}

// TrainingRating is how strong somebody is, on the scale of Glicko-2.
type TrainingRating struct {
	Points      float64 `json:"points"`
	Deviation   float64 `json:"deviation"`
	Rank        string  `json:"rank"`        // "30k" to "9d"
	Provisional bool    `json:"provisional"` // a guess as yet
}

// TrainingCollection is a set of problems with how far one has come in it. Group
// is "level", "theme" or "own".
type TrainingCollection struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Group    string `json:"group"`
	Problems int    `json:"problems"`
	Solved   int    `json:"solved"`
	Failed   int    `json:"failed"` // tried and not solved yet
}

// TrainingChoice is the body of POST /api/training/next. Mode is "rated" (what
// fits one's level), "review" (what was failed and is due), "collection" or
// "exam". The answer is a TrainingProblem.
type TrainingChoice struct {
	Mode       string `json:"mode"`
	Collection string `json:"collection"` // an id, with mode "collection"
	After      string `json:"after"`      // the key of the problem shown before it, or ""
}

// TrainingProblem is a problem as it is shown, turned and with colours swapped by
// chance; its key says which and how. It is also the answer of GET
// /api/training/problems/{key}.
type TrainingProblem struct {
	Key       string      `json:"key"`
	Mode      string      `json:"mode"` // as in TrainingChoice, or "" where nothing counts
	Board     string      `json:"board"`
	Stones    string      `json:"stones"`
	ToPlay    string      `json:"toPlay"`
	Question  string      `json:"question"` // "live" or "kill"
	Target    []int       `json:"target"`
	Region    []int       `json:"region"`
	Forbidden []Forbidden `json:"forbidden"`
	Title     string      `json:"title"` // of one that somebody brought, or of the collection
	Notes     string      `json:"notes"`
	Rank      string      `json:"rank"` // "" where it was never rated
	Points    float64     `json:"points"`
	Tags      []string    `json:"tags"`
	Solutions int         `json:"solutions"` // how many first moves solve it, 0 where that is not known
	Tried     int         `json:"tried"`     // by the one who asks
	Solved    int         `json:"solved"`
	Counts    bool        `json:"counts"` // for the rating
	Number    int         `json:"number"` // its place in the collection or exam, from 1
	Of        int         `json:"of"`
}

// TrainingTry is the body of POST /api/training/problems/{key}/try: the moves so
// far, one's own and the answers to them in turn, one's own last. Show asks for
// the solution instead: Moves then ends with an answer, or is empty.
type TrainingTry struct {
	Moves []string `json:"moves"` // names of points, or "pass"
	Show  bool     `json:"show"`
}

// TrainingAnswer says what the last move of a TrainingTry does. Steps are the
// move itself (unless the solution was asked for) and what follows: the other
// side's reply, the refutation, or the solution.
type TrainingAnswer struct {
	Verdict   string          `json:"verdict"` // "right", "solved", "wrong", "unclear", "hopeless" or "shown"
	Text      string          `json:"text"`
	Steps     []TrainingStep  `json:"steps"`
	Forbidden []Forbidden     `json:"forbidden"` // after the last step
	Counted   bool            `json:"counted"`   // this try was the one that counts
	Rating    *TrainingRating `json:"rating"`    // where it has changed, else null
	Change    float64         `json:"change"`    // by how many points
	Exam      *TrainingExam   `json:"exam"`      // where it was part of one, else null
}

// TrainingStep is one move with the stones after it.
type TrainingStep struct {
	Move   string `json:"move"`
	Point  int    `json:"point"` // -1 for a pass
	Color  string `json:"color"`
	Stones string `json:"stones"`
}

// NewExam is the body of POST /api/training/exams. The answer is a TrainingExam.
type NewExam struct {
	From     string `json:"from"` // ranks of the problems, such as "20k"
	To       string `json:"to"`
	Problems int    `json:"problems"`
	Minutes  int    `json:"minutes"`
}

// TrainingExam is an exam that runs or has ended.
type TrainingExam struct {
	Running  bool                 `json:"running"`
	Problems int                  `json:"problems"`
	Answers  []TrainingExamAnswer `json:"answers"`
	Right    int                  `json:"right"`
	Passed   bool                 `json:"passed"`
	Seconds  float64              `json:"seconds"` // for all
	Left     float64              `json:"left"`    // seconds, 0 where it has ended
}

// TrainingExamAnswer is what became of a problem of an exam.
type TrainingExamAnswer struct {
	Key     string  `json:"key"`
	Right   bool    `json:"right"`
	Seconds float64 `json:"seconds"`
}

// NewCollection is the body of POST /api/training/collections: files of problems
// in any form that moyo reads. The answer is a CollectionReport.
type NewCollection struct {
	Title string           `json:"title"`
	Files []CollectionFile `json:"files"`
}

// CollectionFile is a file with its text.
type CollectionFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// CollectionReport says what came of the files.
type CollectionReport struct {
	Collection TrainingCollection `json:"collection"`
	Skipped    []SkippedProblem   `json:"skipped"`
}

// SkippedProblem is a problem that cannot be trained with, and why.
type SkippedProblem struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// TrainingStatistics is the answer of GET /api/training/statistics.
type TrainingStatistics struct {
	Rating  TrainingRating   `json:"rating"`
	Tried   int              `json:"tried"` // attempts
	Solved  int              `json:"solved"`
	Streak  int              `json:"streak"` // solved one after the other until now
	Best    int              `json:"best"`   // the longest streak
	History []TrainingSample `json:"history"`
	Tags    []TrainingShare  `json:"tags"`   // the most tried first
	Levels  []TrainingShare  `json:"levels"` // easy ones first
	Days    []TrainingShare  `json:"days"`   // by date, such as "2026-07-01"
}

// TrainingSample is the rating at some time.
type TrainingSample struct {
	At        string  `json:"at"` // RFC 3339
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"`
}

// TrainingShare counts the attempts of one kind.
type TrainingShare struct {
	Name   string `json:"name"`
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`
}

// Lessons are what there is to learn by playing.
type Lessons struct {
	Lessons []Lesson `json:"lessons"`
}

// Lesson is a few steps that teach one game. The one who learns has the black
// stones.
type Lesson struct {
	ID    string       `json:"id"`
	Title string       `json:"title"`
	Text  string       `json:"text"`  // what it teaches, in a sentence
	Rules string       `json:"rules"` // of the positions
	Board string       `json:"board"` // of the positions, a spec
	Play  LessonGame   `json:"play"`  // to be played afterwards
	Steps []LessonStep `json:"steps"`
}

// LessonGame is the game that a lesson leads to.
type LessonGame struct {
	Rules string `json:"rules"`
	Board string `json:"board"`
}

// LessonStep teaches one thing.
type LessonStep struct {
	Title string `json:"title"`
	Text  string `json:"text"`  // two or three sentences
	Parts int    `json:"parts"` // moves to be found
}

// LessonTry asks about a step of a lesson: Moves are those of the one who learns,
// names of points, of which all but the last have been right. Without any it asks
// how the step begins; with Help, what to play next.
type LessonTry struct {
	Moves []string `json:"moves"`
	Help  bool     `json:"help"`
}

// LessonAnswer is what comes of a LessonTry. Verdict is "" (nothing was tried),
// "right" (and there is more to do), "seen" (an illegal move that was to be tried),
// "done" (right, and the step is done), "wrong" or "illegal" (the position stays as
// it was).
type LessonAnswer struct {
	Verdict string        `json:"verdict"`
	Text    string        `json:"text"`   // about the last move, or the help
	Task    string        `json:"task"`   // what is to be done now, "" when the step is done
	Part    int           `json:"part"`   // parts that are done
	Mark    int           `json:"mark"`   // the point that the task names, or -1
	Hint    int           `json:"hint"`   // the point that help shows, or -1
	Frames  []LessonFrame `json:"frames"` // what is to be shown, one after the other: first the position before the last move
}

// LessonFrame is a position of a lesson.
type LessonFrame struct {
	Stones   string       `json:"stones"`   // as in Snapshot
	Move     string       `json:"move"`     // that led here, "" for none
	Color    string       `json:"color"`    // who made it
	Last     int          `json:"last"`     // its point, or -1
	Figure   []int        `json:"figure"`   // the winning line
	Falls    bool         `json:"falls"`    // whether stones fall
	Landings []int        `json:"landings"` // as in State
	Fresh    bool         `json:"fresh"`    // another position: to be shown when the one who learns wants to go on
	Chain    *LessonChain `json:"chain"`    // to be marked, or null
}

// LessonChain is a chain with its liberties.
type LessonChain struct {
	Point     int   `json:"point"` // the stone that bears their number
	Stones    []int `json:"stones"`
	Liberties []int `json:"liberties"`
}
