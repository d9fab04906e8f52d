// Package linelog is an append-only file of JSON lines, each on disk before it counts. When the
// file is opened, an incomplete last line, from a program that was killed, is dropped.
package linelog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Log is an open file.
type Log struct {
	path string
	file *os.File
}

// Open opens the file of this name, or creates it, and calls line for each complete line, with its
// number from 1. Lines have at most most bytes.
func Open(path string, most int, line func(number int, text []byte) error) (*Log, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	whole, err := read(file, most, line)
	if err == nil {
		err = file.Truncate(whole)
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Log{path, file}, nil
}

// read reads the lines and returns the length of the complete ones.
func read(file io.Reader, most int, line func(int, []byte) error) (whole int64, err error) {
	in := bufio.NewReaderSize(file, 1<<16)
	var text []byte
	for number := 1; ; {
		part, err := in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case err == io.EOF:
			return whole, nil // the rest is not a complete line
		case len(text) > most:
			return whole, fmt.Errorf("line %d: more than %d bytes", number, most)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return whole, err
		}
		if err := line(number, text); err != nil {
			return whole, fmt.Errorf("line %d: %w", number, err)
		}
		whole += int64(len(text))
		text = text[:0]
		number++
	}
}

// Path returns the name of the file.
func (l *Log) Path() string { return l.path }

// Append adds a line. After an error the log cannot be used any more: open it again.
func (l *Log) Append(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(text, '\n')); err != nil {
		return err
	}
	return l.file.Sync()
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }
