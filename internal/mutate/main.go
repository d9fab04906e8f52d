// Command mutate puts small faults into a package, one at a time, and reports those that the
// package's tests do not catch:
//
//	go run ./internal/mutate -n 20 -seed 1 ./game/rules/weiqi ./server/play/room
//	go run ./internal/mutate -at dfpn.go:97 ./solve/dfpn
//
// A fault inverts a comparison, a condition, a sign, a boolean or a number (see [faultsOf]). The
// source is not changed: the compiler gets the changed file through go test's -overlay. A fault
// that does not compile is replaced by another. A fault that the tests do not catch is alive:
// either a test is missing, or the fault makes no difference, and docs/faults.md explains why.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 10, "faults that compile, for each package")
	seed := flag.Uint64("seed", 1, "chooses the faults; the same seed chooses the same ones")
	at := flag.String("at", "", "only faults at FILE:LINE, all of them")
	list := flag.Bool("list", false, "list the faults and run nothing")
	with := flag.String("with", "", "further packages, separated by spaces, whose tests run if the package's own pass")
	timeout := flag.Duration("timeout", 2*time.Minute, "of one test run; a fault that makes the tests hang is caught")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := &runner{timeout: *timeout, with: strings.Fields(*with)}
	for _, pkg := range flag.Args() {
		faults, err := find(pkg, *at)
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(1)
		}
		rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
		switch {
		case *list:
			for _, f := range faults {
				fmt.Println(f)
			}
		case *at != "":
			r.run(ctx, pkg, faults, len(faults))
		default:
			r.run(ctx, pkg, faults, *n)
		}
	}
	fmt.Printf("%d faults: %d caught, %d alive\n", r.caught+r.alive, r.caught, r.alive)
	if r.alive > 0 || ctx.Err() != nil {
		os.Exit(1)
	}
}

// find returns the possible faults in a package's files except tests; if at is given, only those at
// that place.
func find(pkg, at string) ([]fault, error) {
	files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	var faults []fault
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := faultsOf(file, src)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if at == "" || at == fmt.Sprintf("%s:%d", filepath.Base(f.file), f.line) {
				faults = append(faults, f)
			}
		}
	}
	if len(faults) == 0 {
		return nil, fmt.Errorf("%s %s: nothing to put a fault into", pkg, at)
	}
	return faults, nil
}

// runner tries faults and counts.
type runner struct {
	timeout       time.Duration
	with          []string
	caught, alive int
}

// run tries faults until n of them compiled.
func (r *runner) run(ctx context.Context, pkg string, faults []fault, n int) {
	for _, f := range faults {
		if n == 0 || ctx.Err() != nil {
			return
		}
		verdict, err := r.try(ctx, pkg, f)
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			return
		}
		if verdict == "" { // does not compile
			continue
		}
		n--
		fmt.Printf("%-6s  %s\n", verdict, f)
	}
}

// try runs the tests with one fault: "caught by TestX", "ALIVE", or "" if the fault does not
// compile.
func (r *runner) try(ctx context.Context, pkg string, f fault) (string, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := f.overlay(dir)
	if err != nil {
		return "", err
	}
	if exec.CommandContext(ctx, "go", "build", "-overlay", overlay, pkg).Run() != nil {
		return "", ctx.Err()
	}
	for _, p := range append([]string{pkg}, r.with...) {
		cmd := exec.CommandContext(ctx, "go", r.testArgs(overlay, p)...)
		out, err := cmd.CombinedOutput()
		var failed *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.As(err, &failed):
			r.caught++
			by := failure(string(out))
			if p != pkg {
				by = p + ": " + by
			}
			return "caught by " + by, nil
		case err != nil:
			return "", err
		}
	}
	r.alive++
	return "ALIVE", nil
}

// testRuns matches go test's output for a failed test, or for the one that ran at the timeout.
var testRuns = regexp.MustCompile(`(?m)^(?:--- FAIL: (\S+)|\t+(\w+)(?:/\S*)? \(\d.*\)$)`)

// failure returns the failed test in the output of go test, or another reason for the failure.
func failure(out string) string {
	if m := testRuns.FindStringSubmatch(out); m != nil {
		return m[1] + m[2]
	}
	return "the run's end"
}

// testArgs returns the command line of one test run, without vet. If the system has prlimit it
// limits the tests' memory, since a fault can make them allocate all of it.
func (r *runner) testArgs(overlay, pkg string) []string {
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-overlay", overlay, "-timeout", r.timeout.String()}
	if _, err := exec.LookPath("prlimit"); err == nil {
		args = append(args, "-exec", "prlimit --as=8000000000")
	}
	return append(args, pkg)
}

// overlay writes the faulty file and go's overlay for it into dir.
func (f fault) overlay(dir string) (string, error) {
	path, err := filepath.Abs(f.file)
	if err != nil {
		return "", err
	}
	faulty := filepath.Join(dir, filepath.Base(f.file))
	if err := os.WriteFile(faulty, f.source(), 0o600); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {path: faulty}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o600)
}
