package child

import (
	"bufio"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	got, err := split(`  gnugo --mode  gtp 'a b' "c'd"x '' `)
	if want := []string{"gnugo", "--mode", "gtp", "a b", "c'dx", ""}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestCommandErrors(t *testing.T) {
	for line, want := range map[string]string{
		"  ":                   "the command line is empty",
		"sh 'x":                "not closed",
		"moyo-no-such-program": "no program \"moyo-no-such-program\"",
		"./no/such":            "no such file",
	} {
		if _, err := Command(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}

func start(t *testing.T, script string, lim Limits) *Process {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	p, err := Start([]string{"sh", "-c", script}, lim)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.End() })
	return p
}

// TestEnd kills the program's children too.
func TestEnd(t *testing.T) {
	p := start(t, "echo oh dear >&2; sleep 100 & echo up; wait", Limits{})
	out := bufio.NewReader(p.Out)
	if text, err := out.ReadString('\n'); text != "up\n" {
		t.Fatal(text, err)
	}
	if err := p.End(); err == nil {
		t.Error("no error of a program that was killed")
	}
	if n, ok := p.Memory(); ok && n > 0 {
		t.Errorf("its children live on with %d bytes", n)
	}
	if got := p.Complaint(); got != "; it said: oh dear" {
		t.Errorf("%q", got)
	}
}

func TestMemory(t *testing.T) {
	p := start(t, "sleep 100 & echo up; wait", Limits{})
	if _, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	n, ok := p.Memory()
	if !ok {
		t.Skip("this system does not report memory")
	}
	if n < 100<<10 || n > 1<<30 {
		t.Errorf("a shell and its sleep hold %d bytes", n)
	}
}
