// Package child runs another program as an engine: found by a command line, in a
// process group of its own, with bounds on its memory, and killed with its
// children. The callers implement the protocols.
package child

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"moyo/internal/errtext"
)

// maxComplaints is how many bytes of the standard error are kept.
const maxComplaints = 2 << 10

// Command splits a command line such as "gnugo --mode gtp --level 1" at white
// space, except within single or double quotes, and finds its program; it uses
// no shell. It also looks in /usr/games, where Debian keeps GNU Go.
func Command(line string) (argv []string, err error) {
	if argv, err = split(line); err != nil {
		return nil, err
	}
	argv[0], err = find(argv[0])
	return argv, err
}

// gamesDirs are directories of programs that a PATH often lacks.
var gamesDirs = []string{"/usr/games", "/usr/local/games"}

func find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil || strings.ContainsRune(name, filepath.Separator) {
		return path, err
	}
	for _, dir := range gamesDirs {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no program %q on the PATH or in %s", name, strings.Join(gamesDirs, ", "))
}

func split(line string) (argv []string, err error) {
	var word strings.Builder
	inWord := false
	var quote rune
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case r == ' ' || r == '\t':
			if inWord {
				argv = append(argv, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if inWord {
		argv = append(argv, word.String())
	}
	if len(argv) == 0 {
		return nil, errors.New("the command line is empty")
	}
	return argv, nil
}

// Limits bound a program. Zero fields do not bound.
type Limits struct {
	AddressMB int    // MiB of address space, which its children inherit
	Dir       string // working directory; empty for the caller's
}

// Process is a running program.
type Process struct {
	In  io.WriteCloser
	Out io.Reader

	cmd  *exec.Cmd
	errs tail
	once sync.Once
	err  error // of the end
}

// Start runs the program. It keeps the standard error for [Process.Complaint].
func Start(argv []string, lim Limits) (*Process, error) {
	p := &Process{cmd: limited(argv, lim.AddressMB)}
	p.cmd.Dir = lim.Dir
	p.cmd.Stderr = &p.errs
	p.cmd.WaitDelay = time.Second
	setGroup(p.cmd)
	var err error
	if p.In, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.Out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	return p, nil
}

// End kills the program with its children, waits for it, and returns the error
// of its end.
func (p *Process) End() error {
	p.once.Do(func() {
		killGroup(p.cmd)
		p.In.Close()
		p.err = p.cmd.Wait()
	})
	return p.err
}

// Memory returns the bytes of memory that the program and its children use now;
// false if the system does not support that.
func (p *Process) Memory() (int64, bool) { return groupMemory(p.cmd.Process.Pid) }

// Complaint is the end of the program's standard error, as the rest of an error
// message: empty if it wrote nothing.
func (p *Process) Complaint() string {
	if text := strings.TrimSpace(p.errs.String()); text != "" {
		return "; it said: " + Clip(text)
	}
	return ""
}

// Clip shortens a program's output for an error message.
func Clip(s string) string { return errtext.Clip(s, 200) }

// tail keeps the last bytes written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-maxComplaints):]...)
	if over := len(t.text) - maxComplaints; over > 0 {
		t.text = slices.Delete(t.text, 0, over)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
