package files

import (
	"fmt"
	"os"
	"path/filepath"

	"moyo/client/terminal/words"
)

// Open opens a file for reading. For a folder it returns an error that suggests what to name
// instead.
func Open(path string) (*os.File, error) {
	if isFolder(path) {
		return nil, errFolder(path)
	}
	return os.Open(path)
}

// NotMoves returns the error for args that could not be read as moves, which err describes: one may
// have been meant as a file.
func NotMoves(args []string, err error) error {
	for _, arg := range args {
		switch {
		case isFolder(arg):
			return errFolder(arg)
		case isPath(arg) && !exists(arg):
			return fmt.Errorf("%s: no such file; read as moves: %w", words.File(arg), err)
		case isPath(arg):
			return fmt.Errorf("%s is not a regular file: name a file, or - for standard input", words.File(arg))
		}
	}
	return err
}

// isPath reports whether an argument looks like a file name and not like moves.
func isPath(arg string) bool { return filepath.Base(arg) != arg || len(filepath.Ext(arg)) > 1 }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func errFolder(path string) error {
	return fmt.Errorf("%s is a folder: name the files in it, such as %s", path, filepath.Join(path, "*"))
}
