// Command release builds the release files: an archive for each system with the program, its
// documents and the licences of its parts, a list of all parts (SBOM), and checksums. The same
// commit and the same Go give the same bytes: they do not depend on the machine, the folder or the
// time (see -again).
//
// `make release` runs it after building the page.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// targets are the systems that the program is built for.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// papers are the files beside the program: what README.md links to, and the files for running a
// service. (deploy/compose.yaml builds from the sources, which are not included.)
var papers = []string{
	"LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs",
	"deploy/moyo.service", "deploy/nats.conf",
}

// target is an operating system and a processor, by their names in Go.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "_" + t.processor }

// program returns the program's file name on the system.
func (t target) program() string {
	if t.system == "windows" {
		return "moyo.exe"
	}
	return "moyo"
}

func main() {
	out := flag.String("out", "bin/release", "folder to write to")
	only := flag.String("only", "", "build only for one system, such as linux_amd64")
	again := flag.Bool("again", false, "build everything a second time, from a copy in another folder, and compare")
	flag.Parse()
	if err := run(*out, *only, *again); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is a build of one commit.
type release struct {
	version string    // of the program
	made    time.Time // the commit's time, which all files have
	out     string
}

func run(out, only string, again bool) error {
	chosen := slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return only != "" && t.String() != only })
	if len(chosen) == 0 {
		return fmt.Errorf("there is no system %q: want one of %v", only, targets)
	}
	r, err := newRelease(out)
	if err != nil {
		return err
	}
	parts, err := partsOf(targets) // of all systems, so that an archive is the same when built alone
	if err != nil {
		return err
	}
	licences, err := licencesOf(parts)
	if err != nil {
		return err
	}
	var files []string
	for _, t := range chosen {
		fmt.Println("building for", t)
		file, err := r.build(t, licences)
		if err != nil {
			return err
		}
		if again {
			if err := r.compare(t, licences, file); err != nil {
				return err
			}
		}
		files = append(files, file)
	}
	bill, err := r.bill(parts)
	if err != nil {
		return err
	}
	return r.sums(append(files, bill))
}

// newRelease asks git for the commit. Uncommitted changes could not be built again.
func newRelease(out string) (*release, error) {
	changed, err := output("git", "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if changed != "" {
		return nil, fmt.Errorf("there are uncommitted changes, so this build could not be repeated:\n%s", changed)
	}
	version, err := output("git", "describe", "--tags", "--always", "--abbrev=12")
	if err != nil {
		return nil, err
	}
	seconds, err := output("git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	return &release{version, time.Unix(unix, 0).UTC(), out}, os.MkdirAll(out, 0o755)
}

// build builds and packs the program for a system, and returns the archive's name.
func (r *release) build(t target, licences []byte) (file string, err error) {
	made := filepath.Join(r.out, "building-"+t.String())
	defer os.Remove(made)
	if err := compile(".", t, made); err != nil {
		return "", err
	}
	program, err := os.ReadFile(made)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("moyo_%s_%s", r.version, t)
	contents := []entry{{t.program(), 0o755, program}, {"LICENCES.txt", 0o644, licences}}
	names, err := output("git", append([]string{"ls-files"}, papers...)...)
	if err != nil {
		return "", err
	}
	for paper := range strings.Lines(names) {
		paper = strings.TrimSpace(paper)
		text, err := os.ReadFile(filepath.FromSlash(paper))
		if err != nil {
			return "", err
		}
		contents = append(contents, entry{paper, 0o644, text})
	}
	pack, ending := packTar, ".tar.gz"
	if t.system == "windows" {
		pack, ending = packZip, ".zip"
	}
	data, err := pack(name, r.made, contents)
	if err != nil {
		return "", err
	}
	file = filepath.Join(r.out, name+ending)
	return file, os.WriteFile(file, data, 0o644)
}

// compile builds the program from the sources in a folder.
func compile(folder string, t target, file string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", file, "./cmd/moyo")
	build.Dir = folder
	build.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", "GOOS="+t.system,
		"GOARCH="+t.processor, "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	build.Stderr = os.Stderr
	return build.Run()
}

// compare builds again from a clone in another folder and reports the first difference.
func (r *release) compare(t target, licences []byte, file string) error {
	folder, err := os.MkdirTemp("", "moyo-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	clone := filepath.Join(folder, "another", "place")
	if _, err := output("git", "-c", "advice.detachedHead=false", "clone", "--quiet", ".", clone); err != nil {
		return err
	}
	page := filepath.Join(clone, "web", "dist")
	if err := os.RemoveAll(page); err != nil { // CopyFS does not overwrite files
		return err
	}
	if err := os.CopyFS(page, os.DirFS(filepath.Join("web", "dist"))); err != nil {
		return err
	}
	made := filepath.Join(folder, "moyo")
	if err := compile(clone, t, made); err != nil {
		return err
	}
	second, err := os.ReadFile(made)
	if err != nil {
		return err
	}
	first, err := programIn(file, t)
	if err != nil {
		return err
	}
	if a, b := sha256.Sum256(first), sha256.Sum256(second); a != b {
		return fmt.Errorf("%s: the second build differs: %x and %x", t, a[:8], b[:8])
	}
	fmt.Println("  identical:", t)
	return nil
}

// sums writes the checksums, as sha256sum -c reads them.
func (r *release) sums(files []string) error {
	var text strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		fmt.Fprintf(&text, "%s  %s\n", hex.EncodeToString(sum[:]), filepath.Base(file))
		fmt.Printf("%9.1f MiB  %s\n", float64(len(data))/(1<<20), file)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(text.String()), 0o644)
}

// output runs a program and returns its output.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	data, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(data)), nil
}
