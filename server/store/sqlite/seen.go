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

// seenFile is the name of a small file beside the database with an event that was
// acknowledged at most a second before the last one. SQLite treats damage in its write-ahead
// log as the end of the log, so the database itself does not show that something is missing.
const seenFile = "moyo.seen"

// The times for that file.
const (
	seenEvery = time.Second    // shortest time between writes
	seenFor   = 24 * time.Hour // after that a missing game may have been deleted
)

// mark is an acknowledged event.
type mark struct {
	Game    string    `json:"game"`
	Version int       `json:"version"`
	At      time.Time `json:"at"`
}

// seen records the last acknowledged event. The record is not part of a transaction, and no
// writer waits for it.
type seen struct {
	path    string
	last    atomic.Pointer[mark]
	one     sync.Mutex    // one writer at a time, since the temporary file has one name
	written *mark         // what the file holds; guarded by one
	closing chan struct{} // closed to stop run
	done    chan struct{} // closed when run has stopped
}

func newSeen(path string) seen {
	return seen{path: path, closing: make(chan struct{}), done: make(chan struct{})}
}

// note records an event that is on disk.
func (s *seen) note(game string, version int) {
	s.last.Store(&mark{game, version, time.Now().UTC()})
}

// end stops run and waits for it.
func (s *seen) end() {
	close(s.closing)
	<-s.done
}

// run writes new events every second until end.
func (s *seen) run() {
	defer close(s.done)
	tick := time.NewTicker(seenEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.save() // after an error (full disk, lost disk) it tries again later
		case <-s.closing:
			return
		}
	}
}

// save writes the last event unless the file has it, and returns when it is on disk.
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

// lost describes acknowledged events that a database lacks, "" if none are known to be
// missing. Otherwise it keeps a copy of the write-ahead log.
func (s *seen) lost(ctx context.Context, db *sql.DB, log string) (string, error) {
	data, err := os.ReadFile(s.path)
	var m mark
	if err != nil || json.Unmarshal(data, &m) != nil {
		return "", nil // missing after a clean stop; a damaged file is ignored
	}
	var have int
	err = db.QueryRowContext(ctx, `SELECT version FROM games WHERE id = ?`, m.Game).Scan(&have)
	switch {
	case err == nil && have >= m.Version:
		return "", nil
	case err != nil && time.Since(m.At) > seenFor:
		return "", nil
	}
	what := fmt.Sprintf("the database has lost moves that were acknowledged: game %s has %d events, but had %d at %s; the disk, "+
		"or a person, has damaged the write-ahead log or put an older file in place", m.Game, have, m.Version, m.At.Format(time.DateTime))
	kept := fmt.Sprintf("%s.lost-%d", log, time.Now().Unix())
	switch err := copyNew(log, kept); {
	case err == nil:
		what += "; the rest of that log is in " + kept
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

// Warning returns what an operator has to know about the opened database, "" for nothing.
func (s *Store) Warning() string { return s.warning }
