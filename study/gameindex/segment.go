package gameindex

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"

	"moyo/game"
)

// The limits of pages.
const (
	pageBytes  = 16_000 // about; a page ends with the entry that reaches it. With the overhead of databases it has 16 KB
	maxPage    = pageBytes + 64
	readAtOnce = 4 // pages
)

// Page is a part of a segment: sorted entries, as bytes.
type Page struct {
	First uint64 // key of its first entry
	Body  []byte
}

// Compare orders entries as in segments.
func Compare(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Next, b.Next))
}

// ErrDamaged is the error for a damaged page. The entries can be computed again from the games.
var ErrDamaged = errors.New("a page of the library's index is damaged")

var table = crc32.MakeTable(crc32.Castagnoli)

// A page's body starts with a checksum of four bytes over its first key and the rest. Each entry
// is, in numbers of variable length: the difference of its key to the previous entry's (0 for the
// first); its game with two bits of flags, or the difference of the games if the key is the same
// and the game no smaller; its ply with two bits for the result; its next move; and a byte for the
// year.
const sumBytes = 4

// Writer makes pages of sorted entries.
type Writer struct {
	Emit   func(Page) error
	page   Page
	before Entry
}

// Add appends an entry.
func (w *Writer) Add(e Entry) error {
	if len(w.page.Body) == 0 {
		w.page.First = e.Key
		w.page.Body = make([]byte, sumBytes, maxPage)
		w.before = Entry{Key: e.Key}
	}
	body := binary.AppendUvarint(w.page.Body, e.Key-w.before.Key)
	number := e.Game
	if e.Key == w.before.Key {
		number -= w.before.Game // sorted: never below
	}
	body = binary.AppendUvarint(body, uint64(number))
	body = binary.AppendUvarint(body, uint64(e.Ply)<<2|result(e))
	body = binary.AppendUvarint(body, uint64(e.Next))
	w.page.Body = append(body, e.Year)
	w.before = e
	if len(w.page.Body) >= pageBytes {
		return w.Flush()
	}
	return nil
}

// Flush ends the last page.
func (w *Writer) Flush() error {
	if len(w.page.Body) == 0 {
		return nil
	}
	p := w.page
	w.page = Page{}
	binary.BigEndian.PutUint32(p.Body, p.sum())
	return w.Emit(p)
}

func (p Page) sum() uint32 {
	first := crc32.Update(0, table, binary.BigEndian.AppendUint64(nil, p.First))
	return crc32.Update(first, table, p.Body[sumBytes:])
}

// The results, in two bits.
const unknown = 3

func result(e Entry) uint64 {
	if !e.Known {
		return unknown
	}
	return uint64(e.Winner)
}

// Entries calls f with the entries of a page until f returns false. The error is ErrDamaged.
func (p Page) Entries(f func(Entry) bool) error {
	if len(p.Body) <= sumBytes || binary.BigEndian.Uint32(p.Body) != p.sum() {
		return ErrDamaged
	}
	e := Entry{Key: p.First}
	for rest := p.Body[sumBytes:]; len(rest) > 0; {
		var ok bool
		if rest, ok = e.read(rest); !ok {
			return ErrDamaged
		}
		if !f(e) {
			return nil
		}
	}
	return nil
}

// read reads the entry after e into e.
func (e *Entry) read(body []byte) (rest []byte, ok bool) {
	var v [4]uint64
	for i := range v {
		n := 0
		if v[i], n = binary.Uvarint(body); n <= 0 {
			return nil, false
		}
		body = body[n:]
	}
	if len(body) == 0 || v[0] >= 1<<48 || v[1] >= 1<<32 || v[2] >= MaxPlies<<2 || v[3] >= 1<<16 {
		return nil, false
	}
	if v[0] > 0 {
		e.Game = 0
	}
	e.Key += v[0]
	e.Game += uint32(v[1])
	e.Ply = uint16(v[2] >> 2)
	e.Known, e.Winner = v[2]&3 != unknown, game.Empty
	if e.Known {
		e.Winner = game.Color(v[2] & 3)
	}
	e.Next, e.Year = Next(v[3]), body[0]
	return body[1:], true
}

// Pages is the storage of segments, each a list of pages in order.
type Pages interface {
	// Seek returns the number of the last page of a segment whose first key is below key, or 0.
	Seek(ctx context.Context, segment int64, key uint64) (page int, err error)
	// Pages returns at most limit pages of a segment, starting with page.
	Pages(ctx context.Context, segment int64, page, limit int) ([]Page, error)
}

// Find calls f with the entries of a key in some segments.
func Find(ctx context.Context, pages Pages, segments []int64, key uint64, f func(Entry)) error {
	for _, s := range segments {
		if err := findIn(ctx, pages, s, key, f); err != nil {
			return err
		}
	}
	return nil
}

func findIn(ctx context.Context, pages Pages, segment int64, key uint64, f func(Entry)) error {
	page, err := pages.Seek(ctx, segment, key)
	if err != nil {
		return err
	}
	for {
		found, err := pages.Pages(ctx, segment, page, readAtOnce)
		if err != nil {
			return err
		}
		for _, p := range found {
			if more, err := p.find(key, f); err != nil || !more {
				return err
			}
		}
		if page += len(found); len(found) < readAtOnce {
			return nil
		}
	}
}

// find calls f with the entries of a key, and reports whether the next page may have more.
func (p Page) find(key uint64, f func(Entry)) (more bool, err error) {
	if p.First > key {
		return false, nil
	}
	more = true
	err = p.Entries(func(e Entry) bool {
		if e.Key == key {
			f(e)
		}
		more = e.Key <= key
		return more
	})
	return more, err
}

// mergeAt is how many segments of a size are merged into one of the next size.
const mergeAt = 8

// Segment is one segment of an index.
type Segment struct {
	ID      int64
	Entries int
}

// level returns the size class of a segment: each class has mergeAt times as many entries as the
// one below.
func (s Segment) level() int {
	level := 0
	for n := s.Entries >> 12; n >= mergeAt; n /= mergeAt {
		level++
	}
	return level
}

// ToMerge returns the segments to merge: those of the smallest size class with enough of them; nil
// for none. So each entry is rewritten at most once per class, and a search visits fewer than
// mergeAt segments of each.
func ToMerge(segments []Segment) []int64 {
	of := map[int][]int64{}
	for _, s := range segments {
		of[s.level()] = append(of[s.level()], s.ID)
	}
	best := -1
	for level, ids := range of {
		if len(ids) >= mergeAt && (best < 0 || level < best) {
			best = level
		}
	}
	return of[best]
}

// Merge merges several segments into one, without the entries of deleted games. It passes the pages
// to emit in order, and returns the number of entries. It keeps a few pages of each segment in
// memory.
func Merge(
	ctx context.Context, pages Pages, segments []int64, gone func(game uint32) bool, emit func(Page) error,
) (entries int, err error) {
	w := Writer{Emit: emit}
	var all []*cursor
	for _, s := range segments {
		c := &cursor{pages: pages, segment: s}
		if err := c.fill(ctx); err != nil {
			return 0, err
		}
		all = append(all, c)
	}
	for {
		all = slices.DeleteFunc(all, func(c *cursor) bool { return len(c.entries) == 0 })
		if len(all) == 0 {
			return entries, w.Flush()
		}
		c := slices.MinFunc(all, func(a, b *cursor) int { return Compare(a.entries[0], b.entries[0]) })
		e := c.entries[0]
		if c.entries = c.entries[1:]; len(c.entries) == 0 {
			if err := c.fill(ctx); err != nil {
				return 0, err
			}
		}
		if gone(e.Game) {
			continue
		}
		entries++
		if err := w.Add(e); err != nil {
			return 0, err
		}
	}
}

// cursor iterates over a segment.
type cursor struct {
	pages   Pages
	segment int64
	page    int // the next one
	entries []Entry
}

// fill reads the next pages.
func (c *cursor) fill(ctx context.Context) error {
	found, err := c.pages.Pages(ctx, c.segment, c.page, readAtOnce)
	if err != nil {
		return err
	}
	c.page += len(found)
	c.entries = c.entries[:0]
	for _, p := range found {
		if err := p.Entries(func(e Entry) bool { c.entries = append(c.entries, e); return true }); err != nil {
			return err
		}
	}
	return nil
}
