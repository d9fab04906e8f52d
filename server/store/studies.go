package store

import (
	"context"
	"time"
)

// Studies keeps shared studies. A study is a header, its chapters as they were at some
// version, and the log of the last changes: a chapter as it is now is what is kept of it
// with the changes behind its version. What chapters and changes say means nothing to the
// store.
type Studies interface {
	// CreateStudy keeps a new study with chapters. The error is ErrExists where there is
	// such a study, ErrFull where its owner has as many as b says, or more bytes with it, or
	// ErrNotFound where the owner's account was deleted.
	CreateStudy(ctx context.Context, s Study, chapters []StudyChapter, b StudyBounds) error
	// ChangeStudy writes a change of a study. The error is ErrNotFound, a *Conflict where the
	// study has not the version before the first of w.Ops, or ErrFull where it has grown
	// and its owner has more bytes than b says. It returns when everything is on disk;
	// after an error nothing has changed.
	ChangeStudy(ctx context.Context, w StudyChange, b StudyBounds) error
	// Study returns the header of a study, or ErrNotFound.
	Study(ctx context.Context, id string) (Study, error)
	// LoadStudy returns a study with its chapters, by their numbers, and its log, or
	// ErrNotFound.
	LoadStudy(ctx context.Context, id string) (Study, []StudyChapter, []StudyOp, error)
	// StudiesOf returns somebody's studies, newest change first.
	StudiesOf(ctx context.Context, owner string, limit int) ([]Study, error)
	// StudiesSeen returns studies of others in which somebody was, the last first.
	StudiesSeen(ctx context.Context, player string, limit int) ([]Study, error)
	// SeeStudy notes that somebody is in a study, and forgets where else they were but for
	// the last of MaxStudiesSeen. The error is ErrNotFound.
	SeeStudy(ctx context.Context, id, player string, at time.Time) error
	// InviteToStudy notes that somebody may edit a study, or may not any more. The error is
	// ErrNotFound, or ErrFull where already most may.
	InviteToStudy(ctx context.Context, id, player string, may bool, at time.Time, most int) error
	// StudyEditors returns who was invited to edit a study, in the order of their ids.
	StudyEditors(ctx context.Context, id string) ([]string, error)
	// DeleteStudy forgets a study with all that was said in it, but for what was
	// reported. The error is ErrNotFound.
	DeleteStudy(ctx context.Context, id string) error
}

// MaxStudiesSeen is of how many studies it is known that somebody was there.
const MaxStudiesSeen = 100

// Study is the header of a study: what a list shows, and what is needed to read its
// chapters.
type Study struct {
	ID       string
	Owner    string // id of a player
	Title    string
	Edit     string // who may edit; means nothing to the store
	Version  int    // number of changes since it was made
	Chapters int
	Bytes    int64 // of all chapters, as their owner has them counted
	Created  time.Time
	Changed  time.Time
	State    []byte // the list of chapters; means nothing to the store
}

// StudyChapter is a chapter as it was at some version of its study.
type StudyChapter struct {
	Chapter int // number in its study
	Version int
	Body    []byte
}

// StudyOp is one change in the log of a study.
type StudyOp struct {
	Version int
	Command string // what asked for it
	Body    []byte
}

// StudyChange is what is written of a study at once.
type StudyChange struct {
	Study    Study          // as it is then; its Owner and Created stay as they were
	Ops      []StudyOp      // the last of them makes the version of Study
	Chapters []StudyChapter // take the place of what was kept of them
	Dropped  []int          // chapters that are no more
	Forget   int            // the log is kept behind this version
}

// StudyBounds bound what one owner has.
type StudyBounds struct {
	Studies int
	Bytes   int64
}
