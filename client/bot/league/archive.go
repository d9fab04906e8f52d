package league

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"moyo/internal/linelog"
)

// archive is an event with its folder: games.jsonl, the authoritative log of games; state.json, the
// known tournaments; and records of the last games.
type archive struct {
	Event
	dir     string
	keep    Keep
	replace Replace
	state   state
	log     *linelog.Log
	lines   int
	least   int // lines that could not be dropped at the last attempt
	table   *table
	records []string // ids of the games that may have a record, the oldest first
	news    bool     // whether the page is out of date
}

// state is the state of an event's tournaments.
type state struct {
	Event       string    `json:"event"`
	Next        int       `json:"next"`        // number of the next tournament
	Tournaments []entered `json:"tournaments"` // whose games are not all known
}

// entered is a tournament.
type entered struct {
	ID     string    `json:"id"`
	Number int       `json:"number"`
	Over   time.Time `json:"over,omitzero"` // when that was seen
}

// mostState limits state.json, in bytes.
const mostState = 1 << 20

// openArchive opens the folder of an event, or creates it.
func openArchive(dir string, e Event, keep Keep, replace Replace) (*archive, error) {
	s := &archive{
		Event: e, dir: filepath.Join(dir, e.Folder()), keep: keep, replace: replace, state: state{Event: e.Name, Next: 1}, news: true,
	}
	if err := os.MkdirAll(filepath.Join(s.dir, "games"), 0o755); err != nil {
		return nil, err
	}
	if err := s.readState(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.file("state.json"), err)
	}
	if err := s.openLog(); err != nil {
		return nil, err
	}
	return s, errors.Join(s.shorten(), s.sweep())
}

func (s *archive) file(name string) string { return filepath.Join(s.dir, name) }

// record returns the file name of a game's record.
func (s *archive) record(id string) string { return filepath.Join(s.dir, "games", id+".sgf") }

func (s *archive) readState() error {
	f, err := os.Open(s.file("state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var kept state
	if err := json.NewDecoder(io.LimitReader(f, mostState)).Decode(&kept); err != nil {
		return err
	}
	if kept.Event != s.Name {
		return fmt.Errorf("the folder is that of the event %.100q, and not of %s", kept.Event, s.Name)
	}
	for _, t := range kept.Tournaments {
		if !isID(t.ID) || t.Number < 1 {
			return fmt.Errorf("tournament %.100q of number %d", t.ID, t.Number)
		}
	}
	if kept.Next < 1 {
		return fmt.Errorf("the next tournament has the number %d", kept.Next)
	}
	s.state = kept
	return nil
}

// writeState writes the state of the tournaments.
func (s *archive) writeState() error {
	s.news = true
	return s.replace(s.file("state.json"), func(w io.Writer) error { return json.NewEncoder(w).Encode(s.state) })
}

// openLog reads the games.
func (s *archive) openLog() error {
	counts, err := newOpenings(s.Event)
	if err != nil {
		return err
	}
	s.table, s.lines, s.records = newTable(counts), 0, nil
	s.log, err = linelog.Open(s.file("games.jsonl"), maxLine, func(_ int, text []byte) error {
		g, err := parseGame(text)
		if err == nil {
			s.take(g)
		}
		return err
	})
	s.records = slices.Clone(s.records[max(0, len(s.records)-s.keep.Records):])
	return err
}

// take counts a game of the log.
func (s *archive) take(g Game) {
	s.lines++
	if g.outcome() != void {
		s.records = append(s.records, g.ID)
	}
	s.table.add(g)
}

// add writes a game and its record, and counts it. It removes the oldest record if there are too
// many.
func (s *archive) add(g Game, sgf []byte) error {
	if err := g.check(); err != nil {
		return err
	}
	if text, err := json.Marshal(g); err != nil || len(text) >= maxLine {
		g.Moves = nil
	}
	if g.outcome() != void && len(sgf) > 0 && s.keep.Records > 0 {
		err := s.replace(s.record(g.ID), func(w io.Writer) error { _, err := w.Write(sgf); return err })
		if err != nil {
			return err
		}
	}
	if err := s.log.Append(g); err != nil {
		return err
	}
	s.take(g)
	s.news = true
	for ; len(s.records) > s.keep.Records; s.records = s.records[1:] {
		if err := os.Remove(s.record(s.records[0])); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return s.shorten()
}

// hasRecord reports whether the record of a game is kept.
func (s *archive) hasRecord(id string) bool {
	_, err := os.Stat(s.record(id))
	return err == nil
}

// sweep removes records beyond the limit.
func (s *archive) sweep() error {
	files, err := os.ReadDir(filepath.Join(s.dir, "games"))
	if err != nil {
		return err
	}
	kept := map[string]bool{}
	for _, id := range s.records {
		kept[id+".sgf"] = true
	}
	for _, f := range files {
		if !kept[f.Name()] {
			if err := os.Remove(filepath.Join(s.dir, "games", f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// shorten drops the older half of the games when their number reaches the limit. Games of
// tournaments that are not complete stay, so that none is collected twice.
func (s *archive) shorten() error {
	if s.lines < max(s.keep.Games, s.least+s.keep.Games/2) {
		return nil
	}
	going := map[string]bool{}
	for _, t := range s.state.Tournaments {
		going[t.ID] = true
	}
	first := s.lines - s.keep.Games/2
	if err := s.log.Close(); err != nil {
		return err
	}
	in, err := os.Open(s.file("games.jsonl"))
	if err != nil {
		return err
	}
	defer in.Close()
	err = s.replace(s.file("games.jsonl"), func(w io.Writer) error {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, maxLine+1)
		for i := 0; lines.Scan(); i++ {
			g, err := parseGame(lines.Bytes())
			if err != nil {
				return err
			}
			if i >= first || going[g.Tournament] {
				if _, err := fmt.Fprintf(w, "%s\n", lines.Bytes()); err != nil {
					return err
				}
			}
		}
		return lines.Err()
	})
	if err != nil {
		return err
	}
	if err = s.openLog(); err == nil {
		err = s.sweep() // the records of removed games
	}
	s.least = s.lines
	return err
}

// enter records a tournament.
func (s *archive) enter(id string, number int) error {
	if !isID(id) {
		return fmt.Errorf("the server calls a tournament %.100q", id)
	}
	s.state.Tournaments = append(s.state.Tournaments, entered{ID: id, Number: number})
	s.state.Next = max(s.state.Next, number+1)
	return s.writeState()
}

// leave forgets a tournament when all its games are known.
func (s *archive) leave(id string) error {
	s.state.Tournaments = slices.DeleteFunc(s.state.Tournaments, func(t entered) bool { return t.ID == id })
	return s.writeState()
}

// knows reports whether a tournament was entered.
func (s *archive) knows(id string) bool {
	return slices.ContainsFunc(s.state.Tournaments, func(t entered) bool { return t.ID == id })
}

// close closes the log.
func (s *archive) close() error { return s.log.Close() }
