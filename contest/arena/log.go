package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"moyo/internal/linelog"
)

// Header is the first line of a log and identifies its match. A match continues with a log only if
// the headers are equal.
type Header struct {
	Arena     int            `json:"arena"` // version of the format, 1
	Rules     string         `json:"rules"`
	Board     string         `json:"board"`
	Players   []HeaderPlayer `json:"players"`
	Format    Format         `json:"format"`
	Seed      uint64         `json:"seed"`
	Openings  []string       `json:"openings,omitempty"`
	Tolerance int64          `json:"toleranceMs"`
	Early     Adjudication   `json:"adjudication,omitzero"`
}

// HeaderPlayer is a player in the log.
type HeaderPlayer struct {
	Name    string  `json:"name"`
	Control Control `json:"control"`
}

// header describes the match. Pairs, concurrency and the test are left out: they may change without
// invalidating the games played.
func (c *Config) header() Header {
	h := Header{
		Arena: 1, Rules: c.Rules.ID(), Board: c.Board.Spec(), Format: c.Format, Seed: c.Seed,
		Tolerance: c.Tolerance.Milliseconds(), Early: c.Adjudication,
	}
	for _, p := range c.Players {
		h.Players = append(h.Players, HeaderPlayer{p.Name, p.Control})
	}
	for _, o := range c.Openings {
		h.Openings = append(h.Openings, o.Text)
	}
	return h
}

// Log is the file of a match: its header, then its games in the order in which they ended, one line
// of JSON each. Lines are only appended, and are on disk before they count.
type Log struct {
	lines  *linelog.Log
	header *Header // as read, nil for an empty log
	games  []Record
}

// maxLogLine is the longest line to read, in bytes.
const maxLogLine = 16 << 20

// OpenLog opens the log of this name, or creates an empty one. It drops an incomplete last line.
func OpenLog(path string) (*Log, error) {
	l := &Log{}
	lines, err := linelog.Open(path, maxLogLine, l.line)
	if err != nil {
		return nil, fmt.Errorf("arena: log %w", err)
	}
	l.lines = lines
	return l, nil
}

func (l *Log) line(number int, text []byte) error {
	if number > 1 {
		var rec Record
		if err := json.Unmarshal(text, &rec); err != nil {
			return err
		}
		l.games = append(l.games, rec)
		return nil
	}
	var h Header
	if err := json.Unmarshal(text, &h); err != nil {
		return err
	}
	if h.Arena != 1 {
		return errors.New("not the log of an arena's match")
	}
	l.header = &h
	return nil
}

// Close closes the file.
func (l *Log) Close() error { return l.lines.Close() }

// Header returns the header in the log, nil if the log is empty.
func (l *Log) Header() *Header { return l.header }

// Results returns the games of the log, for a report without a match.
func (l *Log) Results() *Results {
	if l.header == nil {
		return newResults(nil, nil)
	}
	var names []string
	for _, p := range l.header.Players {
		names = append(names, p.Name)
	}
	r := newResults(names, nil)
	for _, g := range l.games {
		if slices.Contains(names, g.Players[0]) && slices.Contains(names, g.Players[1]) && !r.played(g.Game) {
			r.add(g)
		}
	}
	return r
}

// begin writes the header into an empty log, or compares it.
func (l *Log) begin(h Header) error {
	if l.header == nil {
		l.header = &h
		return l.write(h)
	}
	was, err := json.Marshal(l.header)
	if err != nil {
		return err
	}
	is, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if !bytes.Equal(was, is) {
		return fmt.Errorf("arena: %s is the log of another match (%s); use another folder, or the same match",
			l.lines.Path(), difference(was, is))
	}
	return nil
}

// difference shows where two texts differ.
func difference(was, is []byte) string {
	i := 0
	for i < min(len(was), len(is)) && was[i] == is[i] {
		i++
	}
	part := func(text []byte) []byte { return text[max(0, min(len(text), i-20)):min(len(text), i+40)] }
	return fmt.Sprintf("it has ...%s..., this match ...%s...", part(was), part(is))
}

// add writes a finished game.
func (l *Log) add(rec Record) error {
	l.games = append(l.games, rec)
	return l.write(rec)
}

func (l *Log) write(v any) error {
	if err := l.lines.Append(v); err != nil {
		return fmt.Errorf("arena: log: %w", err)
	}
	return nil
}
