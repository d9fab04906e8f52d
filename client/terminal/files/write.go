package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"moyo/solve/life/format"
	"moyo/study/bank"
)

// Write creates a file and fills it; after an error it removes the file.
func Write(path string, fill func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err = errors.Join(fill(f), f.Close()); err != nil {
		os.Remove(path)
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Replace writes a temporary file beside its name and then renames it, so that a reader never sees
// half of it.
func Replace(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// ReadBounded reads a file of at most most bytes, "-" for in.
func ReadBounded(path string, in io.Reader, most int64) ([]byte, error) {
	if path != "-" {
		f, err := Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: more than %d bytes", path, most)
	}
	return data, nil
}

// Name turns an ID into a file name.
func Name(id string) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
	return strings.TrimLeft(name[:min(len(name), 100)], ".")
}

// Endings are the file name extensions of formats.
var Endings = [...]string{format.JSONL: ".jsonl", format.SGF: ".sgf", format.Text: ".txt"}

// bankEnding is the extension of the program's own banks.
const bankEnding = ".bank"

// Format returns the format of a file name's extension; a bank has no format of its own.
func Format(path string) (format.Format, error) {
	ending := strings.ToLower(filepath.Ext(path))
	switch ending {
	case bankEnding, Endings[format.JSONL]:
		return format.JSONL, nil
	case Endings[format.SGF]:
		return format.SGF, nil
	}
	return 0, fmt.Errorf("%q: want a file that ends in .bank, .jsonl or .sgf", path)
}

// WriteProblems writes problems in the format of the path's extension.
func WriteProblems(w io.Writer, path string, problems []bank.Problem) error {
	if strings.EqualFold(filepath.Ext(path), bankEnding) {
		return bank.Write(w, problems)
	}
	f, err := Format(path)
	if err != nil {
		return err
	}
	items := make([]format.Item, len(problems))
	for i := range problems {
		items[i] = Made(&problems[i])
	}
	return format.Write(w, f, items...)
}

// Made returns a problem for files other than banks: rank and tags become notes.
func Made(p *bank.Problem) format.Item {
	item := bankItem(p)
	item.Notes = fmt.Sprintf("%s, %d points: %s", p.Rank(), p.Rating, strings.Join(p.Tags, ", "))
	return item
}
