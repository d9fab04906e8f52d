package analysis

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"moyo/engine/protocol/gtp"
	"moyo/game"
)

// fault is an error in a field of a query, in KataGo's words where clients could look for them.
type fault struct{ field, text string }

func (f *fault) Error() string { return f.field + ": " + f.text }

// decoder reads the fields of one query. After the first fault its methods do nothing.
type decoder struct {
	fields map[string]json.RawMessage
	fault  *fault
}

// fail records the first fault.
func (d *decoder) fail(field, format string, a ...any) {
	if d.fault == nil {
		d.fault = &fault{field, fmt.Sprintf(format, a...)}
	}
}

// has reports whether a field is given and there is no fault so far.
func (d *decoder) has(field string) bool {
	_, ok := d.fields[field]
	return ok && d.fault == nil
}

// integer reads an integer from least to most; text is the error.
func (d *decoder) integer(field string, least, most int64, text string, to *int64) {
	if !d.has(field) {
		return
	}
	n, err := strconv.ParseInt(string(d.fields[field]), 10, 64)
	if err != nil || n < least || n > most {
		d.fail(field, "%s", text)
		return
	}
	*to = n
}

// number reads a number from least to most; text is the error.
func (d *decoder) number(field string, least, most float64, text string, to *float64) {
	if !d.has(field) {
		return
	}
	var v float64
	err := json.Unmarshal(d.fields[field], &v)
	if err != nil || isNull(d.fields[field]) || !(v >= least && v <= most) {
		d.fail(field, "%s", text)
		return
	}
	*to = v
}

// seconds reads a time.
func (d *decoder) seconds(field string, to *time.Duration) {
	const most = 1e6
	v := 0.0
	d.number(field, 0.001, most, "Must be number of seconds from 0.001 to 1000000.0", &v)
	if v > 0 {
		*to = time.Duration(v * float64(time.Second))
	}
}

func (d *decoder) boolean(field string, to *bool) {
	if !d.has(field) {
		return
	}
	switch string(d.fields[field]) {
	case "true":
		*to = true
	case "false":
		*to = false
	default:
		d.fail(field, "Must be a boolean")
	}
}

// text reads a string; ok is false for other values.
func (d *decoder) text(field string) (s string, ok bool) {
	raw := d.fields[field]
	return s, json.Unmarshal(raw, &s) == nil && !isNull(raw)
}

func (d *decoder) player(field string, to *game.Color) {
	if !d.has(field) {
		return
	}
	name, _ := d.text(field)
	side, err := gtp.ParseColor(name)
	if err != nil {
		d.fail(field, `Must be "b" or "w"`)
		return
	}
	*to = side
}

// integers reads an array of integers; text is the error.
func (d *decoder) integers(field, text string) (list []int64) {
	if !d.has(field) {
		return nil
	}
	raw := d.fields[field]
	if json.Unmarshal(raw, &list) != nil || isNull(raw) {
		d.fail(field, "%s", text)
	}
	return list
}

// turned is a move of a side. word is its text if it is not a point or a pass: the choice of a game.
type turned struct {
	side game.Color
	move game.Move
	word string
}

// moves reads pairs of a player and a vertex. choices allows other words for moves.
func (d *decoder) moves(field string, at *place, pass, choices bool) (list []turned) {
	if !d.has(field) {
		return nil
	}
	const text = `Must be an array of pairs of the form: ["b" or "w", GTP board vertex]`
	var pairs [][]string
	raw := d.fields[field]
	if json.Unmarshal(raw, &pairs) != nil || isNull(raw) {
		d.fail(field, text)
		return nil
	}
	if len(pairs) > maxMoves {
		d.fail(field, "At most %d moves are supported", maxMoves)
		return nil
	}
	for _, pair := range pairs {
		if len(pair) != 2 {
			d.fail(field, text)
			return nil
		}
		side, err := gtp.ParseColor(pair[0])
		if err != nil {
			d.fail(field, "Could not parse player: %s", clip(pair[0]))
			return nil
		}
		m, ok := at.parse(pair[1])
		word := ""
		if !ok && choices {
			m, word, ok = game.NoMove, pair[1], true
		}
		if !ok || m == game.Pass && !pass {
			d.fail(field, "Could not parse board location: %s", clip(pair[1]))
			return nil
		}
		list = append(list, turned{side, m, word})
	}
	return list
}

// vertices reads points and passes.
func (d *decoder) vertices(field string, at *place) (list []game.Move) {
	var words []string
	raw := d.fields[field]
	if json.Unmarshal(raw, &words) != nil || isNull(raw) {
		d.fail(field, "Must be an array of GTP board vertices")
		return nil
	}
	for _, word := range words {
		m, ok := at.parse(word)
		if !ok {
			d.fail(field, "Could not parse board location: %s", clip(word))
			return nil
		}
		list = append(list, m)
	}
	return list
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// clip shortens a client's text in an error.
func clip(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}
