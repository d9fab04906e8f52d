package clock

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// The limits of a spec's numbers.
const (
	longestMain = day         // of live clocks
	longestStep = time.Hour   // an increment, a period of byo-yomi
	longestOver = day         // a Canadian period, a move of a live clock
	longestMove = 30 * day    // of correspondence
	mostPeriods = 100         // of byo-yomi
	mostStones  = 100         // of a Canadian period
	shortest    = time.Second // of everything that may not be 0
	MaxSpec     = 64          // characters of a spec
)

// Parse reads a spec such as "fischer=5m+3s", with an optional prefix "clock:". The empty text
// means no clock. Times are numbers with the units d, h, m and s, larger ones first. Errors name
// the text and what is wrong with it.
func Parse(text string) (Spec, error) {
	s, err := parse(strings.TrimPrefix(text, "clock:"), len(text))
	if err != nil {
		return Spec{}, fmt.Errorf("clock %.64q: %w", text, err)
	}
	return s, nil
}

// form describes how the numbers of a kind are written and read.
type form struct {
	kind  Kind
	model string // an example
	read  func(numbers string) (Spec, error)
	write func(Spec) string
}

// forms contains every kind with numbers.
var forms = []form{
	{Absolute, "absolute=20m", readAbsolute, func(s Spec) string { return span(s.Main) }},
	{Fischer, "fischer=5m+3s", readFischer, func(s Spec) string { return span(s.Main) + "+" + span(s.Step) }},
	{Byoyomi, "byoyomi=10m+5x30s", readByoyomi, func(s Spec) string { return fmt.Sprintf("%s+%dx%s", span(s.Main), s.Count, span(s.Step)) }},
	{Canadian, "canadian=10m+25/5m", readCanadian,
		func(s Spec) string { return fmt.Sprintf("%s+%d/%s", span(s.Main), s.Count, span(s.Step)) }},
	{PerMove, "move=30s", readPerMove, func(s Spec) string { return span(s.Step) }},
	{Correspondence, "correspondence=3d", readCorrespondence, func(s Spec) string { return fmt.Sprintf("%dd", s.Step/day) }},
}

// String returns the canonical spec, which Parse reads.
func (s Spec) String() string {
	for _, f := range forms {
		if f.kind == s.Kind {
			return string(s.Kind) + "=" + f.write(s)
		}
	}
	return string(None)
}

// MarshalText implements encoding.TextMarshaler: logs contain clocks as specs.
func (s Spec) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Spec) UnmarshalText(text []byte) (err error) {
	*s, err = Parse(string(text))
	return err
}

func parse(text string, length int) (Spec, error) {
	if length > MaxSpec {
		return Spec{}, fmt.Errorf("it has more than %d characters", MaxSpec)
	}
	if text == "" || text == string(None) {
		return Spec{Kind: None}, nil
	}
	kind, numbers, ok := strings.Cut(text, "=")
	var models []string
	for _, f := range forms {
		if f.kind == Kind(kind) {
			if !ok {
				return Spec{}, fmt.Errorf("its numbers are missing, as in %q", f.model)
			}
			s, err := f.read(numbers)
			if err != nil {
				return Spec{}, fmt.Errorf("%w, as in %q", err, f.model)
			}
			s.Kind = f.kind
			return s, nil
		}
		models = append(models, strconv.Quote(f.model))
	}
	return Spec{}, fmt.Errorf(`unknown kind %.20q: want "none" or one like %s`, kind, strings.Join(models, ", "))
}

func readAbsolute(numbers string) (s Spec, err error) {
	s.Main, err = within("the main time", numbers, shortest, longestMain)
	return s, err
}

func readFischer(numbers string) (Spec, error) {
	main, step, ok := strings.Cut(numbers, "+")
	if !ok {
		return Spec{}, errors.New("the plus between the main time and the increment is missing")
	}
	s, err := readAbsolute(main)
	if err != nil {
		return s, err
	}
	s.Step, err = within("the increment", step, shortest, longestStep)
	return s, err
}

func readByoyomi(numbers string) (Spec, error) {
	return readOvertime(numbers, "x", "periods", mostPeriods, longestStep)
}

func readCanadian(numbers string) (Spec, error) {
	return readOvertime(numbers, "/", "stones", mostStones, longestOver)
}

// readOvertime reads a main time, which may be 0, and the overtime after it.
func readOvertime(numbers, sign, what string, most int, longest time.Duration) (s Spec, err error) {
	main, over, ok := strings.Cut(numbers, "+")
	if !ok {
		return s, fmt.Errorf("the plus between the main time and the %s is missing", what)
	}
	count, period, ok := strings.Cut(over, sign)
	if !ok {
		return s, fmt.Errorf("%q between the number of %s and the period is missing", sign, what)
	}
	if s.Main, err = within("the main time", main, 0, longestMain); err != nil {
		return s, err
	}
	if s.Count, err = number(count); err != nil || s.Count < 1 || s.Count > most {
		return s, fmt.Errorf("the number of %s is %.20q, want 1 to %d", what, count, most)
	}
	s.Step, err = within("the period", period, shortest, longest)
	return s, err
}

func readPerMove(numbers string) (s Spec, err error) {
	s.Step, err = within("the time of a move", numbers, shortest, longestOver)
	return s, err
}

func readCorrespondence(numbers string) (s Spec, err error) {
	if s.Step, err = within("the time of a move", numbers, day, longestMove); err == nil && s.Step%day != 0 {
		err = fmt.Errorf("the time of a move is %.20q, want whole days", numbers)
	}
	return s, err
}

// within reads a span of time between two bounds.
func within(what, text string, least, most time.Duration) (time.Duration, error) {
	d, err := readSpan(text)
	if err != nil {
		return 0, fmt.Errorf("%s is %.20q: %w", what, text, err)
	}
	if d < least || d > most {
		return 0, fmt.Errorf("%s is %.20q, want %s to %s", what, text, span(least), span(most))
	}
	return d, nil
}

// units are the units of spans, largest first.
var units = []struct {
	sign byte
	span time.Duration
	word string
}{{'d', day, "day"}, {'h', time.Hour, "hour"}, {'m', time.Minute, "minute"}, {'s', time.Second, "second"}}

// errSpan is the error for an invalid span of time.
var errSpan = errors.New("want numbers with the units d, h, m and s, the larger ones first")

// readSpan reads a span of time such as "1h30m".
func readSpan(text string) (time.Duration, error) {
	var sum time.Duration
	for _, u := range units {
		at := strings.IndexByte(text, u.sign)
		if at < 0 {
			continue
		}
		n, err := number(text[:at])
		if err != nil {
			return 0, errSpan
		}
		sum += time.Duration(n) * u.span
		if text = text[at+1:]; text == "" {
			return sum, nil
		}
	}
	return 0, errSpan
}

// errNumber is the error for an invalid number.
var errNumber = errors.New("want one to six digits")

// number reads a number of one to six digits.
func number(text string) (int, error) {
	if text == "" || len(text) > 6 || strings.Trim(text, "0123456789") != "" {
		return 0, errNumber
	}
	return strconv.Atoi(text)
}

// span writes a span of time in whole seconds, such as "1h30m". It writes days only for a whole
// number of several days.
func span(d time.Duration) string {
	if d > day && d%day == 0 {
		return fmt.Sprintf("%dd", d/day)
	}
	text := ""
	for _, u := range units[1:] {
		if n := d / u.span; n > 0 {
			text += strconv.FormatInt(int64(n), 10) + string(u.sign)
		}
		d %= u.span
	}
	if text == "" {
		return "0s"
	}
	return text
}
