package classes

import "moyo/server/base/wire"

// Classes: a teacher, pupils who have only a first name, and their tasks.

// ClassList is the answer of GET /api/classes: the classes that the caller teaches, or a pupil's own.
type ClassList struct {
	Classes []ClassHead `json:"classes"`
}

// ClassHead is a class in a list.
type ClassHead struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Pupils int    `json:"pupils"`
	Tasks  int    `json:"tasks"`
	Open   bool   `json:"open"`
}

// NewClass is the body of POST /api/classes. The answer is a Class.
type NewClass struct {
	Title string `json:"title"`
}

// ClassChange is the body of PATCH /api/classes/{id}: the fields to change. The answer is a Class.
type ClassChange struct {
	Title string `json:"title,omitempty"` // "" to keep it
	Open  *bool  `json:"open,omitempty"`  // whether the link admits new pupils
	Renew bool   `json:"renew,omitempty"` // create a new link; the old one stops working
}

// Class is a class as its teacher or a pupil sees it. A pupil sees only their own row, and neither code nor bounds. Every message
// of GET /api/classes/{id}/events is one.
type Class struct {
	ID      string      `json:"id"`
	Title   string      `json:"title"`
	Teacher string      `json:"teacher"`        // name of the account
	Version int64       `json:"version"`        // grows with each change
	Mine    bool        `json:"mine"`           // whether the caller teaches it
	Code    string      `json:"code,omitempty"` // of the link for joining
	Open    bool        `json:"open,omitempty"` // whether the link admits new pupils
	Most    int         `json:"most,omitempty"` // maximum number of pupils
	Ends    string      `json:"ends,omitempty"` // RFC 3339: when it ends if it stays unused; "" for never
	Mates   []string    `json:"mates"`          // first names of all pupils
	Tasks   []ClassTask `json:"tasks"`          // oldest first
	Rows    []ClassRow  `json:"rows"`           // in the order of joining
}

// ClassTask is a task for the pupils.
type ClassTask struct {
	Number     int              `json:"number"`
	Kind       string           `json:"kind"`                           // "lesson", "problems" or "games"
	Given      string           `json:"given"`                          // RFC 3339
	Due        string           `json:"due,omitempty"`                  // RFC 3339
	Lesson     string           `json:"lesson,omitempty" ts:"LessonID"` // its id
	Collection string           `json:"collection,omitempty"`           // for TrainingChoice
	Title      string           `json:"title,omitempty"`                // of the problems' collection, with its group
	Group      string           `json:"group,omitempty"`                // as in TrainingCollection
	Part       *wire.CoursePart `json:"part,omitempty"`                 // of group "course"
	Of         int              `json:"of,omitempty"`                   // steps or problems
	Board      string           `json:"board,omitempty"`                // spec; of games
	BoardTitle string           `json:"boardTitle,omitempty"`           // of Board
	Rules      string           `json:"rules,omitempty"`                // id
	GameTitle  string           `json:"gameTitle,omitempty"`            // as in GameInfo
	RulesText  string           `json:"rulesText,omitempty"`            // as in GameInfo
	Words      *wire.Rules      `json:"words,omitempty"`                // as in GameInfo
	ClockText  string           `json:"clockText,omitempty"`            // in words, "" for none
	Clock      string           `json:"clock,omitempty"`                // spec
	Speed      string           `json:"speed,omitempty"`                // as in GameInfo
}

// ClassRow is a pupil with their progress, a cell for each task.
type ClassRow struct {
	Pupil  string      `json:"pupil"` // key of the pupil in paths
	Name   string      `json:"name"`
	Joined string      `json:"joined"` // RFC 3339
	Cells  []ClassCell `json:"cells"`
}

// ClassCell is a pupil's progress in a task.
type ClassCell struct {
	Mine  bool `json:"mine"`            // whether the pupil has the task
	Done  bool `json:"done"`            // all of it
	Right int  `json:"right,omitempty"` // steps done, or problems solved
	Tried int  `json:"tried,omitempty"` // number of tries at problems
	// of a game: "won", "lost", "drawn", "void", "playing", "turn" (theirs), or "pause" without an opponent
	Result string `json:"result,omitempty"`
	Game   string `json:"game,omitempty"`   // id
	Mate   string `json:"mate,omitempty"`   // first name of the opponent, "" for an engine
	Engine string `json:"engine,omitempty"` // id of the engine that is the opponent
}

// NewClassTask is the body of POST /api/classes/{id}/tasks. The answer is a Class.
type NewClassTask struct {
	Kind       string      `json:"kind"` // as in ClassTask
	Due        string      `json:"due,omitempty"`
	Lesson     string      `json:"lesson,omitempty"`
	Collection string      `json:"collection,omitempty"` // of the problems
	Problems   int         `json:"problems,omitempty"`   // number of random problems; 0 for all
	Board      string      `json:"board,omitempty"`
	Rules      string      `json:"rules,omitempty"`
	Clock      string      `json:"clock,omitempty"`
	Pairs      []ClassPair `json:"pairs,omitempty"`  // chosen by the teacher; drawn if empty
	Engine     string      `json:"engine,omitempty"` // opponent of pupils left over; "" for none
}

// ClassPair is a pairing, with pupils as in ClassRow.
type ClassPair struct {
	Black string `json:"black"`
	White string `json:"white"`
}

// PupilChange is the body of PATCH /api/classes/{id}/pupils/{pupil}. The answer is a Class.
type PupilChange struct {
	Name string `json:"name"`
}

// PupilCode is the answer of POST /api/classes/{id}/pupils/{pupil}/code: a code with which the pupil comes back on another device,
// once.
type PupilCode struct {
	Code  string `json:"code"`
	Until string `json:"until"` // RFC 3339
}

// ClassLink is the answer of GET /api/class-links/{code}: the class of the link.
type ClassLink struct {
	Title   string `json:"title"`
	Teacher string `json:"teacher"`
	Open    bool   `json:"open"`            // whether it admits new pupils
	Class   string `json:"class,omitempty"` // the id, for its pupils and its teacher
}

// JoinClass is the body of POST /api/class-links/{code}: the first name of a new pupil, or the code from the teacher to come back.
type JoinClass struct {
	Name string `json:"name,omitempty"`
	Back string `json:"back,omitempty"`
}

// JoinedClass is the answer, with a cookie.
type JoinedClass struct {
	Class string `json:"class"` // id
}
