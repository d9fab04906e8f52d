package generate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"

	"moyo/board"
	"moyo/study/bank"
)

// maxJournalLine limits a line of a journal, in bytes.
const maxJournalLine = 1 << 20

// header is the first line of a journal.
type header struct {
	Journal int     `json:"journal"` // version
	Options Options `json:"options"`
}

const journalVersion = 2

// entry is any other line: a problem as a bank of its own.
type entry struct {
	Candidate uint64 `json:"candidate"`
	Problem   []byte `json:"problem"`
}

// ErrJournal marks files that are not the journal of a run with these options.
var ErrJournal = errors.New("cannot be continued")

// Journal is a file to which the problems of a run are appended as they are found, so that an
// interrupted run can continue.
type Journal struct{ file *os.File }

// OpenJournal opens or creates the journal of a run and reads earlier problems from it. It drops an
// incomplete last line. An error that wraps ErrJournal means that the file belongs to another run.
func OpenJournal(path string, r *Run) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	j := &Journal{file}
	if err := j.resume(r); err != nil {
		return nil, errors.Join(fmt.Errorf("%s %w", path, err), file.Close())
	}
	return j, nil
}

// resume reads the file and prepares it for appending.
func (j *Journal) resume(r *Run) error {
	lines := bufio.NewReaderSize(j.file, maxJournalLine)
	var whole int64 // bytes of complete lines
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = r.take(n, line)
		}
		if err != nil {
			return fmt.Errorf("%w: line %d: %w", ErrJournal, n, err)
		}
		whole += int64(len(line))
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		return j.append(header{journalVersion, r.opt})
	}
	return nil
}

// take reads the n-th line, from 1.
func (r *Run) take(n int, line []byte) error {
	if n == 1 {
		var h header
		if err := json.Unmarshal(line, &h); err != nil {
			return err
		}
		if h.Journal != journalVersion || !reflect.DeepEqual(h.Options, r.opt) {
			return errors.New("it was begun with other options")
		}
		return nil
	}
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	problems, err := bank.Read(bytes.NewReader(e.Problem), board.Parse)
	if err != nil {
		return err
	}
	if len(problems) != 1 || e.Candidate < r.next {
		return fmt.Errorf("%d problems of candidate %d, after %d", len(problems), e.Candidate, r.next)
	}
	i := slices.IndexFunc(r.terrains, func(t *terrain) bool { return t.Spec() == problems[0].Board.Spec() })
	if i < 0 {
		return fmt.Errorf("a problem on %s", problems[0].Board.Spec())
	}
	p := &problems[0].Problem
	m := &Made{
		Problem: problems[0], Candidate: e.Candidate, key: r.terrains[i].key(p), family: r.terrains[i].family(p), source: r.source(e.Candidate),
	}
	if r.Done() || !r.accept(m) {
		return errors.New("a problem that the run would not accept")
	}
	r.next = e.Candidate // which may give more: known ones are not added again
	return nil
}

// Add appends a problem.
func (j *Journal) Add(m *Made) error {
	var one bytes.Buffer
	if err := bank.Write(&one, []bank.Problem{m.Problem}); err != nil {
		return err
	}
	return j.append(entry{m.Candidate, one.Bytes()})
}

// append writes a line.
func (j *Journal) append(what any) error {
	line, err := json.Marshal(what)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
