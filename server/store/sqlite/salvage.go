package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
)

// Salvaged is the result of Salvage.
type Salvaged struct {
	Rows    int
	Gaps    []string // tables with unreadable parts
	Damaged int      // games with damaged logs
	Lost    int      // games that have only events
}

// Salvage writes everything readable in a damaged database, which no server may have open, to
// a new file. It does not change the damaged one.
func Salvage(ctx context.Context, path, file string) (found Salvaged, err error) {
	if _, err := os.Stat(path); err != nil {
		return found, fmt.Errorf("%s: %w", path, cause(err))
	}
	part, err := newPart(file)
	if err != nil {
		return found, err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	from, err := openDamaged(path, 1)
	if err != nil {
		return found, err
	}
	defer from.Close()
	to, err := open(part, 1, "synchronous(OFF)") // settle flushes it to disk
	if err != nil {
		return found, err
	}
	defer to.Close()
	names, err := likeThat(ctx, from, to)
	if err != nil {
		return found, fmt.Errorf("%s is completely unreadable: %w", path, err)
	}
	if _, err := to.ExecContext(ctx, "BEGIN"); err != nil {
		return found, err
	}
	for _, name := range names {
		t, err := newTorn(ctx, name, from, to)
		if err != nil {
			return found, err
		}
		if err := t.copy(ctx); err != nil {
			return found, fmt.Errorf("table %s: %w", name, err)
		}
		if found.Rows += t.rows; t.gap {
			found.Gaps = append(found.Gaps, name)
		}
	}
	if err := copyCounters(ctx, from, to); err != nil {
		found.Gaps = append(found.Gaps, "sqlite_sequence")
	}
	if _, err := to.ExecContext(ctx, "COMMIT"); err != nil {
		return found, err
	}
	version, _, err := versions(ctx, to)
	if err != nil {
		return found, err
	}
	damaged, err := damagedGames(ctx, to, version, math.MaxInt)
	if err != nil {
		return found, err
	}
	found.Damaged = len(damaged)
	lost := to.QueryRowContext(ctx, `SELECT count(DISTINCT game) FROM events WHERE game NOT IN (SELECT id FROM games)`)
	if err := lost.Scan(&found.Lost); err != nil {
		return found, err
	}
	if err := to.Close(); err != nil {
		return found, err
	}
	return found, settle(part, file)
}

// likeThat creates the tables of one database in another, and returns their names.
func likeThat(ctx context.Context, from, to *sql.DB) ([]string, error) {
	have, newest, err := versions(ctx, from)
	if err != nil {
		return nil, err
	}
	if have > newest {
		return nil, errNewer(have, newest)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, to, files)
	if err != nil {
		return nil, err
	}
	if _, err := p.UpTo(ctx, have); err != nil {
		return nil, err
	}
	return column(ctx, to, `SELECT name FROM sqlite_schema
		WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ? ORDER BY name`, goose.DefaultTablename)
}

// column returns the result of a query with one column.
func column(ctx context.Context, db *sql.DB, query string, args ...any) (found []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		found = append(found, s)
	}
	return found, rows.Err()
}

// copyCounters copies the last numbers of the tables' counters.
func copyCounters(ctx context.Context, from, to *sql.DB) error {
	rows, err := from.QueryContext(ctx, `SELECT name, seq FROM sqlite_sequence`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var last int64
		if err := rows.Scan(&name, &last); err != nil {
			return err
		}
		if _, err := to.ExecContext(ctx, `DELETE FROM sqlite_sequence WHERE name = ?`, name); err != nil {
			return err
		}
		if _, err := to.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, name, last); err != nil {
			return err
		}
	}
	return rows.Err()
}

// torn is a table with unreadable pages. It is read in the order of its pages: upwards to a
// gap, and downwards to the gap from the next row found behind it.
type torn struct {
	from     *sql.DB
	read     string // SELECT of the first column of the key, then of all columns
	first    string // the first column of the key
	least    any    // its least value: 0 or ""
	up, down string // ORDER BY
	insert   *sql.Stmt
	columns  int
	rows     int
	gap      bool
}

func newTorn(ctx context.Context, name string, from, to *sql.DB) (*torn, error) {
	columns, err := column(ctx, to, `SELECT name FROM pragma_table_info(?) ORDER BY cid`, name)
	if err != nil {
		return nil, err
	}
	key, err := column(ctx, to, `SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`, name)
	if err != nil {
		return nil, err
	}
	var bare, number bool // without rowid; with a number as the first column of its key
	if err := to.QueryRowContext(ctx, `SELECT l.wr, i.type = 'INTEGER' FROM pragma_table_list l, pragma_table_info(l.name) i
		WHERE l.name = ? ORDER BY i.pk = 1 DESC LIMIT 1`, name).Scan(&bare, &number); err != nil {
		return nil, err
	}
	if !bare {
		key, number = []string{"rowid"}, true
	}
	for _, names := range [][]string{columns, key} {
		for i := range names {
			names[i] = `"` + names[i] + `"`
		}
	}
	t := &torn{from: from, first: key[0], least: "", columns: len(columns)}
	if number {
		t.least = int64(0)
	}
	t.read = `SELECT ` + t.first + `, ` + strings.Join(columns, ", ") + ` FROM ` + name + ` NOT INDEXED`
	t.up, t.down = ` ORDER BY `+strings.Join(key, ", "), ` ORDER BY `+strings.Join(key, " DESC, ")+" DESC"
	t.insert, err = to.PrepareContext(ctx, `INSERT OR IGNORE INTO `+name+` (`+strings.Join(columns, ", ")+
		`) VALUES (?`+strings.Repeat(", ?", len(columns)-1)+`)`)
	return t, err
}

// copy copies the readable rows.
func (t *torn) copy(ctx context.Context) error {
	defer t.insert.Close()
	last, err := t.scan(ctx, t.least, t.up, "")
	for errors.Is(err, errGap) {
		t.gap = true
		next := t.behind(ctx, last)
		if next == nil {
			_, err = t.scan(ctx, nil, t.down, "")
			break
		}
		if _, err = t.scan(ctx, nil, t.down, ` WHERE `+t.first+` < ?`, next); err == nil || errors.Is(err, errGap) {
			last, err = t.scan(ctx, next, t.up, ` WHERE `+t.first+` >= ?`, next)
		}
	}
	if errors.Is(err, errGap) {
		return nil
	}
	return err
}

// errGap means that a row is unreadable.
var errGap = errors.New("a page is damaged or missing")

// orGap returns errGap for a read error, also if the table's own name is lost.
func orGap(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", errGap, err)
}

// scan copies the rows of a condition in an order, up to an unreadable row. It returns the first
// column of the key of the last row, or last if there is no row.
func (t *torn) scan(ctx context.Context, last any, order, where string, args ...any) (any, error) {
	rows, err := t.from.QueryContext(ctx, t.read+where+order, args...)
	if err != nil {
		return last, orGap(ctx, err)
	}
	defer rows.Close()
	cells, to := make([]any, 1+t.columns), make([]any, 1+t.columns)
	for i := range cells {
		to[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return last, orGap(ctx, err)
		}
		last = cells[0]
		res, err := t.insert.ExecContext(ctx, cells[1:]...)
		if err != nil {
			return last, err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return last, err
		}
		t.rows += int(n)
	}
	return last, orGap(ctx, rows.Err())
}

// behind returns a value of the first column of the key, greater than last, from which on a row is
// readable; nil if it finds none.
func (t *torn) behind(ctx context.Context, last any) any {
	can := func(from any) bool {
		var found any
		err := t.from.QueryRowContext(ctx, `SELECT `+t.first+` FROM (`+t.read+` WHERE `+t.first+` >= ?`+t.up+` LIMIT 1)`, from).Scan(&found)
		return err == nil
	}
	if n, ok := last.(int64); ok {
		for step := int64(1); step > 0 && n+step > n; step *= 2 {
			if can(n + step) {
				return n + step
			}
		}
		return nil
	}
	text, _ := last.(string)
	at := append([]byte(text), 0)
	for i, b := range slices.Backward(at) {
		for c := int(b) + 1; c < 256; c++ {
			if from := string(at[:i]) + string([]byte{byte(c)}); can(from) {
				return from
			}
		}
	}
	return nil
}
