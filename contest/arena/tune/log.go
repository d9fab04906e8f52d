package tune

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"moyo/internal/linelog"
)

// Log is the file of a tuning run: its header and a line of JSON for each pair played.
type Log struct {
	lines  *linelog.Log
	header *header // as read, nil for an empty log
	pairs  []played
}

// header identifies the run. A run continues with a log only if the headers are equal.
type header struct {
	Tune     int      `json:"tune"` // version of the format, 1
	Games    string   `json:"games"`
	Numbers  []Number `json:"numbers"`
	Pairs    int      `json:"pairs"`
	Rate     float64  `json:"rate"`
	Seed     uint64   `json:"seed"`
	Openings []string `json:"openings,omitempty"`
}

// played is a pair: its number, its points, and the values after it.
type played struct {
	Pair   int       `json:"pair"`
	Points float64   `json:"points"`
	Values []float64 `json:"values"`
}

const maxLine = 16 << 20 // of a log, in bytes

func (c *Config) header() header {
	return header{1, c.Games, c.Numbers, c.Pairs, c.Rate, c.Seed, c.Openings}
}

// OpenLog opens the log of this name, or creates an empty one. It drops an incomplete last line.
func OpenLog(path string) (*Log, error) {
	l := &Log{}
	lines, err := linelog.Open(path, maxLine, l.line)
	if err != nil {
		return nil, fmt.Errorf("tune: log %w", err)
	}
	l.lines = lines
	return l, nil
}

func (l *Log) line(number int, text []byte) error {
	if number == 1 {
		l.header = &header{}
		if err := json.Unmarshal(text, l.header); err != nil || l.header.Tune != 1 {
			return errors.New("not the log of a tuning run")
		}
		return nil
	}
	var p played
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	if p.Pair < 0 || p.Pair >= l.header.Pairs {
		return fmt.Errorf("pair %d of %d", p.Pair, l.header.Pairs)
	}
	if len(p.Values) != len(l.header.Numbers) {
		return fmt.Errorf("%d values of %d numbers", len(p.Values), len(l.header.Numbers))
	}
	l.pairs = append(l.pairs, p)
	return nil
}

// begin writes the header into an empty log, or compares it, and returns the pairs in the log.
func (l *Log) begin(h header) ([]played, error) {
	if l.header == nil {
		l.header = &h
		return nil, l.lines.Append(h)
	}
	if was := l.header; was.Games != h.Games || !slices.Equal(was.Numbers, h.Numbers) || was.Pairs != h.Pairs || was.Rate != h.Rate ||
		was.Seed != h.Seed || !slices.Equal(was.Openings, h.Openings) {
		return nil, fmt.Errorf("tune: %s is the log of another tuning run; use another file, or the same settings", l.lines.Path())
	}
	return l.pairs, nil
}

// Openings returns the openings of the run in the log; ok is false if the log is empty.
func (l *Log) Openings() (list []string, ok bool) {
	if l.header == nil {
		return nil, false
	}
	return l.header.Openings, true
}

// Close closes the file.
func (l *Log) Close() error { return l.lines.Close() }
