// Package analysis is KataGo's parallel analysis protocol: queries and answers as lines of JSON, many positions at the same
// time, answers in any order (docs/Analysis_Engine.md in KataGo's repository). [Serve] is an engine for programs such as KaTrain,
// and [Client] drives another engine. docs/analysis.md describes where moyo differs from KataGo.
package analysis

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"moyo/engine/protocol/internal/child"
)

// Bounds of a program's answers.
const (
	maxLine = 4 << 20          // bytes of an answer
	longest = 10 * time.Minute // longest wait for an answer
)

// Query asks for the evaluation of a position. Field names and meanings are the protocol's.
type Query struct {
	ID            string         `json:"id"` // set by Ask
	InitialStones [][2]string    `json:"initialStones,omitempty"`
	InitialPlayer string         `json:"initialPlayer,omitempty"`
	Moves         [][2]string    `json:"moves"`
	Rules         any            `json:"rules"`
	Komi          float64        `json:"komi"`
	Width         int            `json:"boardXSize"`
	Height        int            `json:"boardYSize"`
	MaxVisits     int            `json:"maxVisits,omitempty"`
	Policy        bool           `json:"includePolicy,omitempty"`
	Ownership     bool           `json:"includeOwnership,omitempty"`
	Settings      map[string]any `json:"overrideSettings,omitempty"`
}

// SideToMove returns settings that make all numbers of an answer those of the side to move.
func SideToMove() map[string]any { return map[string]any{"reportAnalysisWinratesAs": "SIDETOMOVE"} }

// Answer is a program's evaluation of a position.
type Answer struct {
	ID        string    `json:"id"`
	Error     string    `json:"error"`
	Field     string    `json:"field"`
	Policy    []float64 `json:"policy"`    // of each point, row by row from the top left, then the pass: -1 for an illegal move
	Ownership []float64 `json:"ownership"` // of each point, -1 to 1
	Root      struct {
		Win    float64 `json:"winrate"`
		Lead   float64 `json:"scoreLead"`
		Visits int     `json:"visits"`
	} `json:"rootInfo"`
	During bool `json:"isDuringSearch"`
}

// Client is a running program that answers queries. Several goroutines may use it at the same time.
type Client struct {
	name string
	proc *child.Process
	done chan struct{} // closed after the program's last answer

	writing sync.Mutex // one line at a time

	mu      sync.Mutex
	last    int
	waiting map[string]chan Answer
	err     error // why no more answers come
}

// Start runs the program of a command line, which it splits as a shell does. The program ends with Close.
func Start(command string) (*Client, error) {
	argv, err := child.Command(command)
	if err != nil {
		return nil, fmt.Errorf("analysis program %q: %w", command, err)
	}
	proc, err := child.Start(argv, child.Limits{})
	if err != nil {
		return nil, fmt.Errorf("analysis program %q: %w", command, err)
	}
	c := &Client{name: filepath.Base(argv[0]), proc: proc, done: make(chan struct{}), waiting: map[string]chan Answer{}}
	go c.listen()
	return c, nil
}

// Close ends the program.
func (c *Client) Close() error {
	c.proc.End()
	<-c.done
	return nil
}

// listen passes answers to the goroutines that wait for them, until the output ends.
func (c *Client) listen() {
	defer close(c.done)
	lines := bufio.NewScanner(c.proc.Out)
	lines.Buffer(nil, maxLine)
	var err error
	for err == nil && lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			err = c.hear(line)
		}
	}
	if err == nil {
		err = lines.Err()
	}
	if err == nil {
		err = errors.New("it has ended")
	}
	c.proc.End() // its last complaint is complete only then
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = fmt.Errorf("analysis program %s: %w%s", c.name, err, c.proc.Complaint())
	for id, to := range c.waiting {
		close(to)
		delete(c.waiting, id)
	}
}

// hear handles one line of the program.
func (c *Client) hear(line []byte) error {
	var a Answer
	if err := json.Unmarshal(line, &a); err != nil {
		return fmt.Errorf("%q is not an answer: %w", child.Clip(string(line)), err)
	}
	if a.ID == "" && a.Error != "" {
		return errors.New(child.Clip(a.Error))
	}
	if a.During {
		return nil
	}
	c.mu.Lock()
	to := c.waiting[a.ID]
	delete(c.waiting, a.ID)
	c.mu.Unlock()
	if to != nil { // otherwise the caller has stopped waiting
		to <- a
	}
	return nil
}

// Ask sends a query and waits for its answer.
func (c *Client) Ask(ctx context.Context, q Query) (Answer, error) {
	to := make(chan Answer, 1)
	if err := c.send(&q, to); err != nil {
		return Answer{}, err
	}
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	select {
	case a, ok := <-to:
		if !ok {
			c.mu.Lock()
			defer c.mu.Unlock()
			return Answer{}, c.err
		}
		if a.Error != "" {
			return a, fmt.Errorf("analysis program %s refuses the query: %s (field %q)", c.name, child.Clip(a.Error), a.Field)
		}
		return a, nil
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, q.ID)
		return Answer{}, ctx.Err()
	}
}

// send writes a query with a new number; its answer goes to to.
func (c *Client) send(q *Query, to chan Answer) error {
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return c.err
	}
	c.last++
	q.ID = strconv.Itoa(c.last)
	c.waiting[q.ID] = to
	c.mu.Unlock()
	line, err := json.Marshal(q)
	if err == nil {
		c.writing.Lock()
		_, err = c.proc.In.Write(append(line, '\n'))
		c.writing.Unlock()
	}
	if err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, q.ID)
	if c.err != nil {
		return c.err
	}
	return fmt.Errorf("analysis program %s: %w", c.name, err)
}
