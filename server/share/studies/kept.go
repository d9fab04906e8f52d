package studies

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// study is the plain data of a study, which ops change.
type study struct {
	head     header
	chapters []*chapter // in order
	next     int        // id of the next chapter
}

// keptState is the State of a [header].
type keptState struct {
	Next     int           `json:"next"`
	Chapters []keptChapter `json:"chapters"`
}

type keptChapter struct {
	StudyChapter
	Bytes int `json:"bytes"`
}

// keptTree is the body of a [savedChapter], deflated.
type keptTree struct {
	Next  int           `json:"next"`
	Nodes []StudyGrowth `json:"nodes"`
}

// keptOp is the body of a [savedOp]. It does not contain the author.
type keptOp struct {
	Op  StudyOp `json:"op"`
	IDs []int   `json:"ids,omitempty"` // of the answer
}

// header returns the header of a study with its list of chapters.
func (s *study) header() header {
	h := s.counted()
	state := keptState{Next: s.next, Chapters: make([]keptChapter, len(s.chapters))}
	for i, c := range s.chapters {
		state.Chapters[i] = keptChapter{c.listed(), c.bytes}
	}
	h.State = encoded(state)
	return h
}

// counted returns the header of a study with its counts.
func (s *study) counted() header {
	h := s.head
	h.Chapters, h.Bytes = len(s.chapters), int64(s.bytes())
	return h
}

func (c *chapter) listed() StudyChapter {
	return StudyChapter{ID: c.id, Name: c.name, Board: c.board, Rules: c.rules, Nodes: len(c.nodes)}
}

func (s *study) bytes() (n int) {
	for _, c := range s.chapters {
		n += c.bytes
	}
	return n
}

// kept returns a chapter in its stored form.
func (c *chapter) kept(version int) savedChapter {
	var body bytes.Buffer
	w, err := flate.NewWriter(&body, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(encoded(keptTree{c.next, growth(c.root())}))
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		panic(err) // writes to memory do not fail
	}
	return savedChapter{Chapter: c.id, Version: version, Body: body.Bytes()}
}

// mostKept is the maximum size of an inflated body: JSON takes at most six bytes for one.
const mostKept = 8*maxBytes + 200*maxNodes

// readChapter is the inverse of kept.
func readChapter(k savedChapter) (*chapter, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(k.Body)), mostKept))
	if err != nil {
		return nil, err
	}
	var tree keptTree
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	if len(tree.Nodes) == 0 || tree.Nodes[0].ID != rootID {
		return nil, errNoNode
	}
	c := newChapter(tree.Nodes[0].Properties)
	c.id, c.saved, c.changed = k.Chapter, k.Version, k.Version
	if err := c.add(StudyOp{At: -1, Nodes: tree.Nodes[1:]}); err != nil {
		return nil, err
	}
	c.next = max(c.next, tree.Next)
	return c, nil
}

// read builds a study from its stored parts: chapters, and the ops after them.
func read(head header, chapters []savedChapter, ops []savedOp) (*study, []logged, error) {
	var state keptState
	if err := json.Unmarshal(head.State, &state); err != nil {
		return nil, nil, err
	}
	s := &study{head: head, next: state.Next}
	for _, listed := range state.Chapters {
		i := slices.IndexFunc(chapters, func(c savedChapter) bool { return c.Chapter == listed.ID })
		if i < 0 {
			return nil, nil, fmt.Errorf("chapter %d is missing", listed.ID)
		}
		c, err := readChapter(chapters[i])
		if err != nil {
			return nil, nil, fmt.Errorf("chapter %d: %w", listed.ID, err)
		}
		c.name, c.board, c.rules = listed.Name, listed.Board, listed.Rules
		s.chapters = append(s.chapters, c)
	}
	log := make([]logged, len(ops))
	for i, o := range ops {
		var k keptOp
		if err := json.Unmarshal(o.Body, &k); err != nil {
			return nil, nil, fmt.Errorf("change %d: %w", o.Version, err)
		}
		log[i] = logged{op: k.Op, command: o.Command, ids: k.IDs, bytes: len(o.Body)}
		if c := s.chapter(k.Op.Chapter); c != nil && k.Op.Version > c.saved {
			if err := c.apply(k.Op); err != nil {
				return nil, nil, fmt.Errorf("change %d: %w", o.Version, err)
			}
		}
	}
	return s, log, nil
}

// listOf returns the chapters in a header.
func listOf(head header) ([]StudyChapter, error) {
	var state keptState
	if err := json.Unmarshal(head.State, &state); err != nil {
		return nil, err
	}
	list := make([]StudyChapter, len(state.Chapters))
	for i, c := range state.Chapters {
		list[i] = c.StudyChapter
	}
	return list, nil
}

// logged is an op with its command and its answer.
type logged struct {
	op      StudyOp
	command string
	ids     []int
	bytes   int // of its body
}

// kept returns an op in its stored form.
func (l *logged) kept() savedOp {
	op := l.op
	op.By = ""
	if op.Kind == opChapter { // its tree is stored as a chapter
		op.Nodes = nil
	}
	body := encoded(keptOp{op, l.ids})
	l.bytes = len(body)
	return savedOp{Version: op.Version, Command: l.command, Body: body}
}

// encoded returns a value as JSON.
func encoded(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // plain data always encodes
	}
	return data
}
