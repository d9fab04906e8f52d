// # Shared studies
//
// A client reads GET /api/studies/ID for the description of a study, opens /api/studies/ID/ws and
// says "hello" with the last version that it knows, or 0. It receives "study" with the present version
// and the "ops" that it missed. If there are too many, or it knew none, "study" says "anew", and the
// client reads the chapters that it shows with GET /api/studies/ID/chapters/N. Such an answer has its
// own version: of the "ops" that arrive meanwhile, it includes those up to that version.
//
// Every change of a study (of a node, a chapter, its title) is one StudyOp with the next version. All
// clients receive the ops of all chapters in the order of their versions, including the client that
// asked for the change. A tree that only applies ops equals the server's tree. The server sends an op,
// and answers its command with "done", after the op is on disk. "done" comes just before the op, so a
// client that showed the change early can match it by its version.
//
// A command carries an id of the client's choice, which the same person must not use for another
// command in that study. A repeat, such as after a broken connection, gets the same answer and
// changes nothing.
//
// The chat of a study works as for games, with ChatRequest and ChatMessage over
// /api/studies/ID/chat/ws.
package studies

import (
	"moyo/server/base/wire"
	"moyo/server/share/viewer"
)

// Shared studies: a link under which several people see the same boards, trees of
// variations and pointer.

// StudyRequest is what a client sends over /api/studies/ID/ws. Type decides which fields
// count. For editors:
//
//	add      id, chapter, parent, at, nodes  adds nodes below parent; a move that a child makes already becomes that child
//	write    id, chapter, node, properties   sets properties; those without values are deleted
//	remove   id, chapter, node               with its descendants
//	restore  id, chapter, node               a removed branch, with its former ids and place
//	order    id, chapter, node, at           among the children of its parent, from 0
//	name     id, chapter, name               of a chapter
//	arrange  id, chapter, at                 among the chapters, from 0
//	drop     id, chapter                     deletes a chapter, except the last one
//
// For all:
//
//	hello    version                         once, first
//	look     chapter, node, follows          the sender's position, and whether it follows the leader; not answered
//	point    chapter, point                  of the leader, at most ten per second; "" removes the pointer; not answered
//	ping                                     answered by "pong"
//
// For the owner and the leader:
//
//	lead     id, visitor                     makes another visitor the leader; the owner can always take the lead back (0)
type StudyRequest struct {
	Type       string      `json:"type"`
	ID         string      `json:"id,omitempty"` // at most 64 characters
	Version    int         `json:"version,omitempty"`
	Chapter    int         `json:"chapter,omitempty"`
	Parent     int         `json:"parent,omitempty"`
	Node       int         `json:"node,omitempty"`
	At         int         `json:"at,omitempty"` // an index out of range means the last place
	Nodes      []StudyNode `json:"nodes,omitempty"`
	Properties [][]string  `json:"properties,omitempty"`
	Name       string      `json:"name,omitempty"`
	Point      string      `json:"point,omitempty"` // its name
	Visitor    int         `json:"visitor,omitempty"`
	Follows    bool        `json:"follows,omitempty"`
}

// StudyMessage is what the server sends. Exactly the field named by Type is set: study (and anew), people, looks, pointer, ops,
// done, error. "pong" and "gone" (the study was deleted) have none.
type StudyMessage struct {
	Type  string `json:"type"`
	Study *Study `json:"study,omitempty"` // after "hello", and when the title, rights or editors change
	// with "study" after "hello": the client's version is too old, so it must read the chapters again; otherwise the missing ops
	// follow
	Anew    bool          `json:"anew,omitempty"`
	People  *StudyPeople  `json:"people,omitempty"` // when a visitor arrives, leaves or takes the lead
	Looks   []StudyLook   `json:"looks,omitempty"`  // changed positions; at most ten times a second
	Pointer *StudyPointer `json:"pointer,omitempty"`
	Ops     []StudyOp     `json:"ops,omitempty"` // the next ones, in order
	Done    *StudyDone    `json:"done,omitempty"`
	Error   *wire.Error   `json:"error,omitempty"` // with the id of the refused command
}

// StudyNode is a node to add. Its properties have the form of a RecordNode: the name, then the values, escaped, in UTF-8. The
// properties define what the node does, such as B or W a move, OC a choice.
type StudyNode struct {
	Parent     int        `json:"parent"` // index of an earlier node in the same list; ignored for the first
	Properties [][]string `json:"properties"`
}

// StudyOp is one change of a study. Kind decides which fields count:
//
//	add      chapter, node, at, nodes  the first of nodes becomes child number at of node; each other the last child of its parent
//	write    chapter, node, properties replaces properties in place or appends them; those without values are deleted
//	remove   chapter, node             with its descendants
//	order    chapter, node, at         moves it to child number at of its parent
//	chapter  chapter, made, at         a new chapter at that place; clients read its nodes when they show it
//	name     chapter, name
//	arrange  chapter, at               moves it to chapter number at
//	drop     chapter
//	title    name                      of the study
//	edit     name                      the rule for editors, as in StudyHead; a "study" follows
//
// Restored branches come as "add", with the former ids of the nodes.
type StudyOp struct {
	Version    int           `json:"version"`
	Kind       string        `json:"kind"`
	By         string        `json:"by"` // name of an account, "" for a guest
	Chapter    int           `json:"chapter,omitempty"`
	Node       int           `json:"node,omitempty"`
	At         int           `json:"at,omitempty"`
	Nodes      []StudyGrowth `json:"nodes,omitempty"`
	Properties [][]string    `json:"properties,omitempty"`
	Name       string        `json:"name,omitempty"`
	Made       *StudyChapter `json:"made,omitempty"`
}

// StudyGrowth is a node that was added to a chapter.
type StudyGrowth struct {
	ID         int        `json:"id"`              // in its chapter, never changes; the root is 1
	Parent     int        `json:"parent"`          // id
	Move       string     `json:"move,omitempty"`  // as in a RecordNode, as far as it is known without the position
	Color      string     `json:"color,omitempty"` // the side that makes the move
	Properties [][]string `json:"properties"`
}

// StudyDone answers a command.
type StudyDone struct {
	ID      string `json:"id"`
	Version int    `json:"version"`         // of its op; 0 if the command changed nothing
	Nodes   []int  `json:"nodes,omitempty"` // for "add": the ids, in the order of the request, including existing nodes
}

// StudyPeople lists the visitors of a study. Positions of visitors that are not listed are not sent.
type StudyPeople struct {
	You    int           `json:"you"`    // your visitor number
	Leader int           `json:"leader"` // visitor number of the leader; 0 if there is no leader and the owner is absent
	People []StudyPerson `json:"people"` // in order of arrival; if there are many, the first ones, the leader and editors
	Count  int           `json:"count"`  // of all
}

// StudyPerson is a visitor of a study, one per page that shows it.
type StudyPerson struct {
	Visitor int        `json:"visitor"` // number for the length of the connection
	Name    string     `json:"name"`    // of the account, "" for a guest
	Role    string     `json:"role"`    // "owner", "editor" or "watcher"
	Look    *StudyLook `json:"look"`    // null until the client sends it
}

// StudyLook is a visitor's position. The node may have been deleted; then the position is unknown until the client sends a new
// one.
type StudyLook struct {
	Visitor int  `json:"visitor"`
	Chapter int  `json:"chapter"`
	Node    int  `json:"node"`
	Follows bool `json:"follows"`
}

// StudyPointer is the point that the leader shows to the others.
type StudyPointer struct {
	Chapter int    `json:"chapter"`
	Point   string `json:"point"` // its name, "" for none
}

// Study describes a study without its trees: the answer of GET /api/studies/ID, of POST /api/studies and of PATCH.
type Study struct {
	Head     StudyHead      `json:"head"`
	Version  int            `json:"version"`
	You      string         `json:"you"`      // "owner", "editor" or "watcher"
	Chapters []StudyChapter `json:"chapters"` // in order
	Editors  []string       `json:"editors"`  // the invited accounts, visible to the owner and to these accounts
}

// StudyHead is a study in a list.
type StudyHead struct {
	ID    string `json:"id"` // of the link /study/ID, which cannot be guessed
	Title string `json:"title"`
	Owner string `json:"owner"` // name of the account
	Mine  bool   `json:"mine"`  // whether you are the owner
	// who may edit: "owner", "invited", "accounts" (all accounts with the link) or "everyone" with the link
	Edit    string `json:"edit"`
	Count   int    `json:"count"`   // of chapters
	Bytes   int    `json:"bytes"`   // of all its chapters
	Created string `json:"created"` // RFC 3339
	Changed string `json:"changed"` // RFC 3339
}

// StudyChapter is a chapter in the list of a study. It is one game, with one root.
type StudyChapter struct {
	ID    int    `json:"id"` // in its study, never changes
	Name  string `json:"name"`
	Board string `json:"board"` // spec
	Rules string `json:"rules"` // id
	Nodes int    `json:"nodes"`
}

// StudyList is the answer of GET /api/studies.
type StudyList struct {
	Mine   []StudyHead `json:"mine"`   // latest change first
	Lately []StudyHead `json:"lately"` // of others that you visited, latest first
	Limit  int         `json:"limit"`  // how many you may have
}

// StudyTree is the answer of GET /api/studies/ID/chapters/N: a chapter as a record, at one version of the study.
type StudyTree struct {
	Version int                `json:"version"`
	Chapter int                `json:"chapter"`
	Record  *viewer.GameRecord `json:"record"`
	IDs     []int              `json:"ids"` // of the nodes, in order
}

// StudyWish is the body of POST /api/studies: a study with its first chapters.
type StudyWish struct {
	Title  string      `json:"title"`
	Edit   string      `json:"edit" enum:"owner,invited,accounts,everyone"`
	Source StudySource `json:"source"`
}

// StudySource is a source of chapters, the body of POST /api/studies/ID/chapters, whose answer is a StudyMade. It is Record,
// else Game, else an empty Board with Rules.
type StudySource struct {
	// of the chapter, "" for the name in the record; for several games a prefix of their numbers
	Name   string `json:"name,omitempty"`
	Record string `json:"record,omitempty"` // SGF: each of its games becomes a chapter
	Game   string `json:"game,omitempty"`   // id of a finished game on this server
	Board  string `json:"board,omitempty"`  // spec
	Rules  string `json:"rules,omitempty"`  // id
}

// StudyMade is the answer of POST /api/studies/ID/chapters. Ops inform all members of the new chapters too.
type StudyMade struct {
	Chapters []int    `json:"chapters"`          // ids of the new ones
	Repairs  []string `json:"repairs,omitempty"` // what was repaired in their records, as text, 20 at most
}

// StudyChange is the body of PATCH /api/studies/ID, for the owner. Empty fields do not change.
type StudyChange struct {
	Title   string `json:"title,omitempty"`
	Edit    string `json:"edit,omitempty"`
	Invite  string `json:"invite,omitempty"`  // name of an account to invite as an editor
	Dismiss string `json:"dismiss,omitempty"` // name of an editor to remove
}
