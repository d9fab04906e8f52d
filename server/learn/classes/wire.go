package classes

import "moyo/server/base/wire"

// Classes: a teacher, pupils who have a first name and nothing else, and what they have to do.

// ClassList is the answer of GET /api/classes: those that one teaches, or of a pupil their own.
type ClassList struct {
	Classes []ClassHead `json:"classes"`
}

// ClassHead is what a list says about a class.
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

// ClassChange is the body of PATCH /api/classes/{id}: what is to be otherwise. The answer is a
// Class.
type ClassChange struct {
	Title string `json:"title,omitempty"` // "" for the one that it has
	Open  *bool  `json:"open,omitempty"`  // whether one can join by the link
	Renew bool   `json:"renew,omitempty"` // another link, and the one before leads nowhere
}

// Class is a class as its teacher sees it, or as a pupil does: then it has the row of that pupil
// alone, and neither code nor bounds. Every message of GET /api/classes/{id}/events is one.
type Class struct {
	ID      string      `json:"id"`
	Title   string      `json:"title"`
	Teacher string      `json:"teacher"`        // name of the account
	Version int64       `json:"version"`        // grows with each change
	Mine    bool        `json:"mine"`           // whether whoever looks teaches it
	Code    string      `json:"code,omitempty"` // of the link with which one joins
	Open    bool        `json:"open,omitempty"` // whether one can join by it
	Most    int         `json:"most,omitempty"` // pupils
	Ends    string      `json:"ends,omitempty"` // RFC 3339: when it ends by itself if nobody uses it; "" for never
	Mates   []string    `json:"mates"`          // first names of all pupils
	Tasks   []ClassTask `json:"tasks"`          // oldest first
	Rows    []ClassRow  `json:"rows"`           // in the order in which they came
}

// ClassTask is something that pupils have to do.
type ClassTask struct {
	Number     int              `json:"number"`
	Kind       string           `json:"kind"`                           // "lesson", "problems" or "games"
	Given      string           `json:"given"`                          // RFC 3339
	Due        string           `json:"due,omitempty"`                  // the same
	Lesson     string           `json:"lesson,omitempty" ts:"LessonID"` // its id
	Collection string           `json:"collection,omitempty"`           // for TrainingChoice
	Title      string           `json:"title,omitempty"`                // of the collection that the problems are from, with its group
	Group      string           `json:"group,omitempty"`                // as in TrainingCollection
	Part       *wire.CoursePart `json:"part,omitempty"`                 // of group "course"
	Of         int              `json:"of,omitempty"`                   // steps or problems
	Board      string           `json:"board,omitempty"`                // spec; of games
	BoardTitle string           `json:"boardTitle,omitempty"`           // the same
	Rules      string           `json:"rules,omitempty"`                // id
	GameTitle  string           `json:"gameTitle,omitempty"`            // as in GameInfo
	RulesText  string           `json:"rulesText,omitempty"`            // the same
	Words      *wire.Rules      `json:"words,omitempty"`                // the same
	ClockText  string           `json:"clockText,omitempty"`            // in words, "" for none
	Clock      string           `json:"clock,omitempty"`                // spec
	Speed      string           `json:"speed,omitempty"`                // as in GameInfo
}

// ClassRow is a pupil with what they have done, a cell for each task.
type ClassRow struct {
	Pupil  string      `json:"pupil"` // names the pupil in addresses
	Name   string      `json:"name"`
	Joined string      `json:"joined"` // RFC 3339
	Cells  []ClassCell `json:"cells"`
}

// ClassCell is what a pupil has done of a task.
type ClassCell struct {
	Mine  bool `json:"mine"`            // whether it is theirs to do
	Done  bool `json:"done"`            // all of it
	Right int  `json:"right,omitempty"` // steps done, or problems solved
	Tried int  `json:"tried,omitempty"` // how often problems were tried
	// of a game: "won", "lost", "drawn", "void", "playing", "turn" (theirs), or "pause" of who is left over
	Result string `json:"result,omitempty"`
	Game   string `json:"game,omitempty"`   // id
	Mate   string `json:"mate,omitempty"`   // first name of the other, "" of a program
	Engine string `json:"engine,omitempty"` // id of the program that is the other
}

// NewClassTask is the body of POST /api/classes/{id}/tasks. The answer is a Class.
type NewClassTask struct {
	Kind       string      `json:"kind"` // as in ClassTask
	Due        string      `json:"due,omitempty"`
	Lesson     string      `json:"lesson,omitempty"`
	Collection string      `json:"collection,omitempty"` // of the problems
	Problems   int         `json:"problems,omitempty"`   // so many of them, by chance; 0 for all
	Board      string      `json:"board,omitempty"`
	Rules      string      `json:"rules,omitempty"`
	Clock      string      `json:"clock,omitempty"`
	Pairs      []ClassPair `json:"pairs,omitempty"`  // where the teacher chooses; drawn where there are none
	Engine     string      `json:"engine,omitempty"` // whom those play who are left over; "" for nobody
}

// ClassPair names who plays whom, as ClassRow does.
type ClassPair struct {
	Black string `json:"black"`
	White string `json:"white"`
}

// PupilChange is the body of PATCH /api/classes/{id}/pupils/{pupil}. The answer is a Class.
type PupilChange struct {
	Name string `json:"name"`
}

// PupilCode is the answer of POST /api/classes/{id}/pupils/{pupil}/code: with it the pupil comes
// back on another device, once.
type PupilCode struct {
	Code  string `json:"code"`
	Until string `json:"until"` // RFC 3339
}

// ClassLink is the answer of GET /api/class-links/{code}: where it leads.
type ClassLink struct {
	Title   string `json:"title"`
	Teacher string `json:"teacher"`
	Open    bool   `json:"open"`            // whether one can join
	Class   string `json:"class,omitempty"` // the id, for a pupil of it and its teacher
}

// JoinClass is the body of POST /api/class-links/{code}: the first name of who joins, or the code
// that their teacher has given them to come back.
type JoinClass struct {
	Name string `json:"name,omitempty"`
	Back string `json:"back,omitempty"`
}

// JoinedClass is the answer to that, with a cookie.
type JoinedClass struct {
	Class string `json:"class"` // id
}
