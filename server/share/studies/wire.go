// # Shared studies
//
// A client reads GET /api/studies/ID for what the study is, opens /api/studies/ID/ws and
// says "hello" with the last version that it knows, 0 for none. It gets "study", which has
// the version, and the "ops" that it missed. Where these are too many, or it knew nothing,
// "study" says "anew", and it reads the chapters that it shows with GET /api/studies/ID/chapters/N.
// Such an answer has a version of its own: of the "ops" that come meanwhile, those up to
// it are in it already, and those above come after it.
//
// Every change of a study (of a node, a chapter, its title) is one StudyOp with the next
// version. Everybody gets all of them, of all chapters, in the order of their versions,
// those too who have asked for them: a tree that does nothing but what the ops say is equal to
// that of the server and of all others. An op is told, and its command answered by "done", after
// it is on disk; "done" comes just before the op itself, so that whoever has shown
// it early knows it again by its version.
//
// A command carries an id of the client's choice, which the same person must never use
// again in that study for anything else: a repeat, as after a connection that broke
// before the answer came, gets the same answer and does nothing.
//
// The talk of a study is that of games, with ChatRequest and ChatMessage over
// /api/studies/ID/chat/ws.
package studies

import (
	"moyo/server/base/wire"
	"moyo/server/share/viewer"
)

// Shared studies: a link under which several people see the same boards, trees of
// variations and pointer.

// StudyRequest is what a client sends over /api/studies/ID/ws. Type decides which fields
// count. Those who may edit:
//
//	add      id, chapter, parent, at, nodes  put nodes below parent; a move that a child of it makes already is that child
//	write    id, chapter, node, properties   those that are named get these values; without values they go
//	remove   id, chapter, node               with all below it
//	restore  id, chapter, node               what was removed, with the ids that it had, where it was
//	order    id, chapter, node, at           among the children of its parent, from 0
//	name     id, chapter, name               of a chapter
//	arrange  id, chapter, at                 among the chapters, from 0
//	drop     id, chapter                     a chapter; the last one stays
//
// Everybody:
//
//	hello    version                         once, first
//	look     chapter, node, follows          where one is, and whether one follows who leads; not answered
//	point    chapter, point                  of the one who leads, at most ten a second; "" takes the pointer away; not answered
//	ping                                     answered by "pong"
//
// The owner, and who leads:
//
//	lead     id, visitor                     hand the lead to somebody who is here; the owner can always take it back (0)
type StudyRequest struct {
	Type       string      `json:"type"`
	ID         string      `json:"id,omitempty"` // at most 64 characters
	Version    int         `json:"version,omitempty"`
	Chapter    int         `json:"chapter,omitempty"`
	Parent     int         `json:"parent,omitempty"`
	Node       int         `json:"node,omitempty"`
	At         int         `json:"at,omitempty"` // too large a place is the last, and so is one below 0
	Nodes      []StudyNode `json:"nodes,omitempty"`
	Properties [][]string  `json:"properties,omitempty"`
	Name       string      `json:"name,omitempty"`
	Point      string      `json:"point,omitempty"` // its name
	Visitor    int         `json:"visitor,omitempty"`
	Follows    bool        `json:"follows,omitempty"`
}

// StudyMessage is what the server sends. Exactly the field named by Type is set: study
// (and anew), people, looks, pointer, ops, done, error; "pong" and "gone" (the study was deleted) have none.
type StudyMessage struct {
	Type  string `json:"type"`
	Study *Study `json:"study,omitempty"` // after "hello", and when its name, rights or those who are invited change
	// with "study" after "hello": what you knew is too old, and is to be read again; else the ops behind it come next, if there are any
	Anew    bool          `json:"anew,omitempty"`
	People  *StudyPeople  `json:"people,omitempty"` // when somebody comes, goes or takes the lead
	Looks   []StudyLook   `json:"looks,omitempty"`  // some people are somewhere else; ten times a second at most
	Pointer *StudyPointer `json:"pointer,omitempty"`
	Ops     []StudyOp     `json:"ops,omitempty"` // the next ones, in their order
	Done    *StudyDone    `json:"done,omitempty"`
	Error   *wire.Error   `json:"error,omitempty"` // with the id of the command that was refused
}

// StudyNode is a node that is added. Its properties are as those of a RecordNode: the name,
// then the values, escaped, in UTF-8. What it does is what they say: B or W a move, OC a choice.
type StudyNode struct {
	Parent     int        `json:"parent"` // index of a node before it in the same list; of the first it does not count
	Properties [][]string `json:"properties"`
}

// StudyOp is one change of a study. Kind decides which fields count:
//
//	add      chapter, node, at, nodes  the first of nodes becomes child number at of node; each other the last child of its parent
//	write    chapter, node, properties those that are named have these values then, where they stood or at the end; without values they go
//	remove   chapter, node             with all below it
//	order    chapter, node, at         it is child number at of its parent then
//	chapter  chapter, made, at         there is a new chapter at that place: its nodes are read when it is shown
//	name     chapter, name
//	arrange  chapter, at               it is chapter number at then
//	drop     chapter
//	title    name                      of the study
//	edit     name                      who may edit it, as in StudyHead; a "study" follows
//
// What was restored comes as "add", with the ids that the nodes had.
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
	ID         int        `json:"id"`              // in its chapter, for good; the root is 1
	Parent     int        `json:"parent"`          // id
	Move       string     `json:"move,omitempty"`  // as that of a RecordNode, as far as it can be told without the position
	Color      string     `json:"color,omitempty"` // who makes the move
	Properties [][]string `json:"properties"`
}

// StudyDone answers a command.
type StudyDone struct {
	ID      string `json:"id"`
	Version int    `json:"version"`         // of its op; 0 where it changed nothing
	Nodes   []int  `json:"nodes,omitempty"` // of "add": the ids, in the order of the request; those that were there already too
}

// StudyPeople are those who have a study open. Where somebody is whom it does not show nobody is told.
type StudyPeople struct {
	You    int           `json:"you"`    // your visitor
	Leader int           `json:"leader"` // the visitor who leads, 0 for nobody: then the owner is not here
	People []StudyPerson `json:"people"` // in the order in which they came; of very many the first, and those who lead and edit
	Count  int           `json:"count"`  // of all
}

// StudyPerson is somebody who has a study open, once for each page.
type StudyPerson struct {
	Visitor int        `json:"visitor"` // number, as long as the connection lasts
	Name    string     `json:"name"`    // of the account, "" for a guest
	Role    string     `json:"role"`    // "owner", "editor" or "watcher"
	Look    *StudyLook `json:"look"`    // null until they have said where they are
}

// StudyLook is where somebody is. They may look at a node that is no more: then they are
// nowhere until they say so again.
type StudyLook struct {
	Visitor int  `json:"visitor"`
	Chapter int  `json:"chapter"`
	Node    int  `json:"node"`
	Follows bool `json:"follows"`
}

// StudyPointer is the point that who leads shows to the others.
type StudyPointer struct {
	Chapter int    `json:"chapter"`
	Point   string `json:"point"` // its name, "" for none
}

// Study is what a study is, without its trees: the answer of GET /api/studies/ID, of POST
// /api/studies and of PATCH.
type Study struct {
	Head     StudyHead      `json:"head"`
	Version  int            `json:"version"`
	You      string         `json:"you"`      // "owner", "editor" or "watcher"
	Chapters []StudyChapter `json:"chapters"` // in their order
	Editors  []string       `json:"editors"`  // the accounts that were invited, for the owner and those themselves
}

// StudyHead is a study in a list.
type StudyHead struct {
	ID    string `json:"id"` // of the link /study/ID, which cannot be guessed
	Title string `json:"title"`
	Owner string `json:"owner"` // name of the account
	Mine  bool   `json:"mine"`  // you are the owner
	// who may edit: "owner", "invited", "accounts" (whoever has the link and an account) or "everyone" with the link
	Edit    string `json:"edit"`
	Count   int    `json:"count"`   // of chapters
	Bytes   int    `json:"bytes"`   // of all its chapters
	Created string `json:"created"` // RFC 3339
	Changed string `json:"changed"` // RFC 3339
}

// StudyChapter is a chapter in the list of a study. It is one game, with one root.
type StudyChapter struct {
	ID    int    `json:"id"` // in its study, for good
	Name  string `json:"name"`
	Board string `json:"board"` // spec
	Rules string `json:"rules"` // id
	Nodes int    `json:"nodes"`
}

// StudyList is the answer of GET /api/studies.
type StudyList struct {
	Mine   []StudyHead `json:"mine"`   // newest change first
	Lately []StudyHead `json:"lately"` // of others, in which you were lately; the last first
	Limit  int         `json:"limit"`  // how many you may have
}

// StudyTree is the answer of GET /api/studies/ID/chapters/N: a chapter as a record, at
// one version of the study.
type StudyTree struct {
	Version int                `json:"version"`
	Chapter int                `json:"chapter"`
	Record  *viewer.GameRecord `json:"record"`
	IDs     []int              `json:"ids"` // of the nodes, in their order
}

// StudyWish is the body of POST /api/studies: a study with its first chapters.
type StudyWish struct {
	Title  string      `json:"title"`
	Edit   string      `json:"edit" enum:"owner,invited,accounts,everyone"`
	Source StudySource `json:"source"`
}

// StudySource is what chapters are made from, the body of POST
// /api/studies/ID/chapters, whose answer is a StudyMade: Record, else Game, else an
// empty Board with Rules.
type StudySource struct {
	// of the chapter, "" for what the record says of itself; of several games it stands before their numbers
	Name   string `json:"name,omitempty"`
	Record string `json:"record,omitempty"` // SGF: each game of it is a chapter
	Game   string `json:"game,omitempty"`   // id of a game of this server that has ended
	Board  string `json:"board,omitempty"`  // spec
	Rules  string `json:"rules,omitempty"`  // id
}

// StudyMade is the answer of POST /api/studies/ID/chapters. All there are told of them by ops too.
type StudyMade struct {
	Chapters []int `json:"chapters"` // ids of the new ones
}

// StudyChange is the body of PATCH /api/studies/ID, for the owner. What is "" stays as it is.
type StudyChange struct {
	Title   string `json:"title,omitempty"`
	Edit    string `json:"edit,omitempty"`
	Invite  string `json:"invite,omitempty"`  // name of an account that may edit then
	Dismiss string `json:"dismiss,omitempty"` // name of one that may not any more
}
