package tables

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"reflect"
	"slices"
	"strings"
)

// An archive is the whole store as JSON lines, the same for each database:
//
//	{"moyo":"archive","version":1}
//	{"table":"games","columns":[{"name":"id","kind":"text"},...]}
//	["a7",...]                        a row; bytes are in base64, NULL is null
//	...
//	{"end":true,"rows":12345,"sha256":"..."}    of all bytes before this line
//
// Tables have the order of schema, and rows the order of their keys, so stores with equal
// content have equal archives.
type (
	archiveHead struct {
		Moyo    string `json:"moyo"`
		Version int    `json:"version"`
	}
	archiveTable struct {
		Table   string   `json:"table"`
		Columns []column `json:"columns"`
		Counter int64    `json:"counter,omitempty"` // the last number given, for a table with a counter
	}
	archiveEnd struct {
		End  bool   `json:"end"`
		Rows int    `json:"rows"`
		Sum  string `json:"sha256"`
	}
)

// The version of archives, and the longest line, in bytes.
const (
	archiveVersion = 1
	longestLine    = 256 << 20
)

// archiveOf returns the first line of an archive.
func archiveOf() archiveHead { return archiveHead{"archive", archiveVersion} }

// Export writes an archive of a consistent view of the store. Others may write to the
// store meanwhile.
func (s *Store) Export(ctx context.Context, out io.Writer) (rows int, err error) {
	w := &archiveWriter{out: bufio.NewWriterSize(out, 1<<20), sum: sha256.New()}
	err = s.moment(ctx, func(tx *sql.Tx) error {
		if s.dialect.NoTimeout != "" {
			if _, err := tx.ExecContext(ctx, s.dialect.NoTimeout); err != nil {
				return err
			}
		}
		if err := w.line(archiveOf()); err != nil {
			return err
		}
		for _, t := range schema {
			if err := s.exportTable(ctx, tx, w, t); err != nil {
				return fmt.Errorf("table %s: %w", t.name, err)
			}
		}
		return w.line(archiveEnd{true, w.rows, hex.EncodeToString(w.sum.Sum(nil))})
	})
	return w.rows, errors.Join(err, w.out.Flush())
}

func (s *Store) exportTable(ctx context.Context, tx *sql.Tx, w *archiveWriter, t table) error {
	head := archiveTable{Table: t.name, Columns: t.columns}
	if t.counter != "" {
		if err := tx.QueryRowContext(ctx, s.dialect.Place(s.dialect.Counter), t.name, t.counter).Scan(&head.Counter); err != nil {
			return err
		}
	}
	if err := w.line(head); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT `+t.names()+` FROM `+t.name+` ORDER BY `+t.key)
	if err != nil {
		return err
	}
	defer rows.Close()
	cells, into := make([]any, len(t.columns)), make([]any, len(t.columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, c := range t.columns {
			if cells[i], err = c.Kind.toArchive(cells[i]); err != nil {
				return fmt.Errorf("column %s: %w", c.Name, err)
			}
		}
		w.rows++
		if err := w.line(cells); err != nil {
			return err
		}
	}
	return rows.Err()
}

// names returns the column names, quoted: some are SQL keywords.
func (t table) names() string {
	var all []string
	for _, c := range t.columns {
		all = append(all, `"`+c.Name+`"`)
	}
	return strings.Join(all, ", ")
}

// toArchive returns a database cell as JSON.
func (k kind) toArchive(cell any) (any, error) {
	switch v := cell.(type) {
	case nil:
		return nil, nil
	case string:
		switch k {
		case text:
			return v, nil
		case value:
			return canonical([]byte(v))
		case octets:
			return base64.StdEncoding.EncodeToString([]byte(v)), nil
		}
	case []byte:
		switch k {
		case value:
			return canonical(v)
		case octets:
			return base64.StdEncoding.EncodeToString(v), nil
		}
	case int64:
		switch k {
		case number:
			return v, nil
		case truth:
			return v != 0, nil
		}
	case float64:
		if k == real {
			return v, nil
		}
	case bool:
		if k == truth {
			return v, nil
		}
	}
	return nil, fmt.Errorf("a %T is not a %s", cell, k)
}

// canonical returns JSON with sorted keys and without whitespace.
func canonical(text []byte) (json.RawMessage, error) {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// fromArchive is the inverse of toArchive.
func (k kind) fromArchive(cell json.RawMessage) (any, error) {
	if string(cell) == "null" {
		return nil, nil
	}
	var into any
	switch k {
	case text:
		into = new(string)
	case octets:
		into = new([]byte) // from base64
	case number:
		into = new(int64)
	case real:
		into = new(float64)
	case truth:
		into = new(bool)
	case value:
		return string(cell), nil
	}
	if err := json.Unmarshal(cell, into); err != nil {
		return nil, fmt.Errorf("no %s", k)
	}
	return reflect.ValueOf(into).Elem().Interface(), nil
}

// archiveWriter writes the lines of an archive.
type archiveWriter struct {
	out  *bufio.Writer
	sum  hash.Hash
	rows int
}

func (w *archiveWriter) line(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	body = append(body, '\n')
	w.sum.Write(body)
	_, err = w.out.Write(body)
	return err
}

// archiveReader receives the content of an archive. Its errors end the reading.
type archiveReader struct {
	table func(t table, counter int64) error
	row   func(t table, cells []any) error
}

// CheckArchive returns an error with the line at which an archive is invalid.
func CheckArchive(in io.Reader) (rows int, err error) {
	return readArchive(in, archiveReader{
		table: func(table, int64) error { return nil },
		row:   func(table, []any) error { return nil },
	})
}

// readArchive reads an archive to its end.
func readArchive(in io.Reader, r archiveReader) (rows int, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), longestLine)
	p := archiveParser{archiveReader: r, sum: sha256.New(), next: -1}
	number := 0
	for lines.Scan() {
		number++
		if err := p.line(lines.Bytes()); err != nil {
			return 0, fmt.Errorf("line %d: %w", number, err)
		}
		p.sum.Write(lines.Bytes())
		p.sum.Write([]byte{'\n'})
	}
	switch err := lines.Err(); {
	case err != nil:
		return 0, fmt.Errorf("after line %d: %w", number, err)
	case !p.ended:
		return 0, fmt.Errorf("after line %d: the archive ends too early", number)
	}
	return p.rows, nil
}

// archiveParser is the state between the lines of an archive.
type archiveParser struct {
	archiveReader
	sum   hash.Hash
	next  int // index of the next table; -1 before the first line
	rows  int
	ended bool
}

func (p *archiveParser) line(line []byte) error {
	switch {
	case p.ended:
		return errors.New("the archive continues after its end")
	case p.next < 0:
		return p.head(line)
	case bytes.HasPrefix(line, []byte("[")):
		return p.cells(line)
	case bytes.HasPrefix(line, []byte(`{"end"`)):
		return p.end(line)
	}
	return p.begin(line)
}

func (p *archiveParser) head(line []byte) error {
	var head archiveHead
	if err := json.Unmarshal(line, &head); err != nil || head.Moyo != archiveOf().Moyo {
		return errors.New("this is not an archive made by moyo export")
	}
	if head.Version != archiveVersion {
		return fmt.Errorf("the archive has version %d, this program supports %d", head.Version, archiveVersion)
	}
	p.next = 0
	return nil
}

func (p *archiveParser) begin(line []byte) error {
	var t archiveTable
	if err := json.Unmarshal(line, &t); err != nil {
		return fmt.Errorf("invalid table: %w", err)
	}
	if p.next == len(schema) || schema[p.next].name != t.Table {
		return fmt.Errorf("unexpected table %q", t.Table)
	}
	if !slices.Equal(schema[p.next].columns, t.Columns) {
		return fmt.Errorf("the table %q has different columns: import it with the version of moyo that exported it", t.Table)
	}
	p.next++
	return p.table(schema[p.next-1], t.Counter)
}

func (p *archiveParser) cells(line []byte) error {
	if p.next == 0 {
		return errors.New("a row before the first table")
	}
	t := schema[p.next-1]
	var raw []json.RawMessage
	if err := json.Unmarshal(line, &raw); err != nil {
		return fmt.Errorf("invalid row of %s: %w", t.name, err)
	}
	if len(raw) != len(t.columns) {
		return fmt.Errorf("a row of %s with %d cells, want %d", t.name, len(raw), len(t.columns))
	}
	cells := make([]any, len(raw))
	for i, c := range t.columns {
		var err error
		if cells[i], err = c.Kind.fromArchive(raw[i]); err != nil {
			return fmt.Errorf("%s.%s: %w", t.name, c.Name, err)
		}
	}
	p.rows++
	return p.row(t, cells)
}

func (p *archiveParser) end(line []byte) error {
	var end archiveEnd
	switch err := json.Unmarshal(line, &end); {
	case err != nil:
		return fmt.Errorf("invalid end: %w", err)
	case p.next < len(schema):
		return fmt.Errorf("the table %q is missing", schema[p.next].name)
	case end.Rows != p.rows:
		return fmt.Errorf("the archive has %d rows, and %d were exported", p.rows, end.Rows)
	case end.Sum != hex.EncodeToString(p.sum.Sum(nil)):
		return errors.New("wrong checksum: the archive was altered before this line")
	}
	if want, err := json.Marshal(end); err != nil || !bytes.Equal(line, want) {
		return errors.New("the end was altered")
	}
	p.ended = true
	return nil
}

// ErrNotEmpty is the error of an Import into a store that is not empty.
var ErrNotEmpty = errors.New("the database is not empty")

// Import puts the content of an archive into the store, all or nothing. The store must be empty
// and have no other users. The archive is read twice.
func (s *Store) Import(ctx context.Context, archive io.ReadSeeker) (rows int, err error) {
	if _, err := archive.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	if rows, err = CheckArchive(archive); err != nil {
		return 0, err
	}
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := archive.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return w.importArchive(ctx, archive)
	})
	return rows, err
}

func (w *writer) importArchive(ctx context.Context, archive io.Reader) error {
	for _, t := range schema {
		var there bool
		if err := w.conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+t.name+`)`).Scan(&there); err != nil {
			return err
		}
		if there {
			return fmt.Errorf("%w: the table %s has rows", ErrNotEmpty, t.name)
		}
	}
	var insert *sql.Stmt
	end := func() error {
		if insert == nil {
			return nil
		}
		return insert.Close()
	}
	counters := map[string]int64{}
	_, err := readArchive(archive, archiveReader{
		table: func(t table, counter int64) (err error) {
			if err := end(); err != nil {
				return err
			}
			if counter > 0 {
				counters[t.name] = counter
			}
			insert, err = w.conn.PrepareContext(ctx, w.dialect.Place(`INSERT INTO `+t.name+` (`+t.names()+`)
				VALUES (?`+strings.Repeat(", ?", len(t.columns)-1)+`)`))
			return err
		},
		row: func(t table, cells []any) error {
			for i, c := range t.columns {
				if b, ok := cells[i].([]byte); ok && said[t.name+"."+c.Name] {
					cells[i] = w.dialect.Said(string(b))
				}
			}
			_, err := insert.ExecContext(ctx, cells...)
			return err
		},
	})
	if err := errors.Join(err, end()); err != nil {
		return err
	}
	for _, t := range schema {
		if n := counters[t.name]; n > 0 {
			if err := w.dialect.Count(ctx, w.conn, t.name, t.counter, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// said are the columns of text typed by users, see [Dialect.Said].
var said = map[string]bool{"chat.text": true, "reports.text": true}
