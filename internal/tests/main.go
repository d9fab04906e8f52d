// Command tests reads the module and reports how to run its tests, and what breaks a rule of the project.
//
//	tests race     the packages that the race detector watches
//	tests plain    the arguments of the plain go test that goes with it: what is not watched, or skips where it is
//	tests changed  the packages that changed, and those that import them directly
//	tests timing   fails on tests that wait or measure by the clock; see allowed.txt
//	tests size     fails on lines and functions that are too long, in tests or not
//	tests words    fails on phrases and sentences that are not plain English; see words.txt
//
// It runs in the module's root.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: tests race|plain|changed|timing|size|words"))
	}
	files, err := tracked("*.go")
	if err != nil {
		fail(err)
	}
	module, err := read(files)
	if err != nil {
		fail(err)
	}
	switch os.Args[1] {
	case "race":
		fmt.Println(strings.Join(dirs(module.watched()), " "))
	case "plain":
		for _, args := range module.plain() {
			fmt.Println(args)
		}
	case "changed":
		paths, err := changes()
		if err != nil {
			fail(err)
		}
		fmt.Println(strings.Join(dirs(module.changed(paths)), " "))
	case "timing":
		allowed, err := os.ReadFile(allowedFile)
		if err != nil {
			fail(err)
		}
		if faults := compare(module.timing(), string(allowed)); len(faults) > 0 {
			fail(fmt.Errorf("%s", strings.Join(faults, "\n")))
		}
	case "size":
		faults, err := module.oversized()
		if err != nil {
			fail(err)
		}
		if len(faults) > 0 {
			fail(fmt.Errorf("%s", strings.Join(faults, "\n")))
		}
	case "words":
		if err := words(); err != nil {
			fail(err)
		}
	default:
		fail(fmt.Errorf("no mode %q: race, plain, changed, timing, size or words", os.Args[1]))
	}
}

// words returns an error that names the wording that words.txt does not allow.
func words() error {
	files, err := tracked(prose...)
	if err != nil {
		return err
	}
	found, err := wording(files)
	if err != nil {
		return err
	}
	allowed, err := os.ReadFile(wordsFile)
	if err != nil {
		return err
	}
	if faults := compareWords(found, string(allowed)); len(faults) > 0 {
		return fmt.Errorf("%s", strings.Join(faults, "\n"))
	}
	return nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// tracked returns the paths of files that match patterns: the files that git tracks, and new ones.
func tracked(patterns ...string) ([]string, error) {
	paths, err := git(append([]string{"ls-files", "--cached", "--others", "--exclude-standard", "--"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(paths, func(path string) bool { // deleted files are still listed
		_, err := os.Stat(path)
		return err != nil
	}), nil
}

// changes returns the paths of uncommitted files or, if there are none, of the last commit.
func changes() ([]string, error) {
	edited, err := git("diff", "--name-only", "HEAD")
	if err != nil {
		return nil, err
	}
	added, err := git("ls-files", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	if paths := append(edited, added...); len(paths) > 0 {
		return paths, nil
	}
	return git("show", "--name-only", "--format=", "HEAD")
}

// git returns the paths that a git command prints.
func git(args ...string) ([]string, error) {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), nil
}
