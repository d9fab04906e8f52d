package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// seenFile is the name of a small file beside the database: an event that was
// acknowledged no longer than a second before the last one. SQLite takes damage in its
// write-ahead log for the end of what was written, so that nothing in the database says that more was there.
const seenFile = "moyo.seen"

// The times of that file.
const (
	seenEvery = time.Second    // it is written so often, at most
	seenFor   = 24 * time.Hour // a game that is missing after that was perhaps deleted
)

// mark is an event that was acknowledged.
type mark struct {
	Game    string    `json:"game"`
	Version int       `json:"version"`
	At      time.Time `json:"at"`
}

// seen writes down what was acknowledged last. It is no part of any transaction and nobody
// waits for it.
type seen struct {
	path    string
	last    atomic.Pointer[mark]
	one     sync.Mutex    // one writes at a time: the file has one name until it is whole
	written *mark         // what the file holds; guarded by one
	closing chan struct{} // closed when no more is written
	done    chan struct{} // closed when nothing is written any more
}

func newSeen(path string) seen {
	return seen{path: path, closing: make(chan struct{}), done: make(chan struct{})}
}

// note notes an event that is on disk.
func (s *seen) note(game string, version int) {
	s.last.Store(&mark{game, version, time.Now().UTC()})
}

// end ends run, and waits for that.
func (s *seen) end() {
	close(s.closing)
	<-s.done
}

// run writes what is new every second until end.
func (s *seen) run() {
	defer close(s.done)
	tick := time.NewTicker(seenEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.save() // else another time: the disk is full, or gone
		case <-s.closing:
			return
		}
	}
}

// save writes the last event unless the file holds it, and returns when it is on disk.
func (s *seen) save() error {
	s.one.Lock()
	defer s.one.Unlock()
	m := s.last.Load()
	if m == s.written {
		return nil
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path+partial, data, 0o600); err != nil {
		return err
	}
	if err := settle(s.path+partial, s.path); err != nil {
		return err
	}
	s.written = m
	return nil
}

// lost says what a database lacks that was acknowledged, "" where nothing is known to
// be missing. The write-ahead log as it was found is kept then.
func (s *seen) lost(ctx context.Context, db *sql.DB, log string) (string, error) {
	data, err := os.ReadFile(s.path)
	var m mark
	if err != nil || json.Unmarshal(data, &m) != nil {
		return "", nil // after a clean stop there is none, and one that is damaged says nothing
	}
	var have int
	err = db.QueryRowContext(ctx, `SELECT version FROM games WHERE id = ?`, m.Game).Scan(&have)
	switch {
	case err == nil && have >= m.Version:
		return "", nil
	case err != nil && time.Since(m.At) > seenFor:
		return "", nil
	}
	what := fmt.Sprintf("the database has lost moves that were acknowledged: game %s has %d events, and had %d at %s; the disk, "+
		"or somebody, has damaged the write-ahead log or put an older file in place", m.Game, have, m.Version, m.At.Format(time.DateTime))
	kept := fmt.Sprintf("%s.lost-%d", log, time.Now().Unix())
	switch err := copyNew(log, kept); {
	case err == nil:
		what += "; what is left of that log is kept in " + kept
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return what, errors.Join(os.Remove(s.path))
}

// copyNew copies a file to a new one.
func copyNew(from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), copyFile(from, to))
}

// Warning says what an operator has to know of how the database was found, "" for nothing.
func (s *Store) Warning() string { return s.warning }
