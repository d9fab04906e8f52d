package sentence

import (
	"fmt"
	"strconv"
	"time"
)

// placer is a value that languages format in their own way; its placeholder contains it in a form
// for programs.
type placer interface{ place() string }

// Forms are the values that languages format in their own way, by their names in calls and in
// placeholders.
var Forms = map[string]string{"Moment": "moment", "TimeOfDay": "time", "Span": "span"}

// Moment is a time with its day; its placeholder contains it in RFC 3339.
type Moment time.Time

func (m Moment) String() string { return time.Time(m).UTC().Format("2 January 2006, 15:04 UTC") }

func (m Moment) place() string { return time.Time(m).UTC().Format(time.RFC3339) }

// TimeOfDay is a time of a known day; its placeholder contains it with the day, in RFC 3339.
type TimeOfDay time.Time

func (t TimeOfDay) String() string { return time.Time(t).UTC().Format("15:04 UTC") }

func (t TimeOfDay) place() string { return Moment(t).place() }

// Span is a time to wait, rounded up; its placeholder contains it in seconds.
type Span time.Duration

func (s Span) String() string {
	unit, n := "second", s.seconds()
	if n > 90 {
		unit, n = "minute", (n+59)/60
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

func (s Span) place() string { return strconv.Itoa(s.seconds()) }

func (s Span) seconds() int { return int((time.Duration(s) + time.Second - 1) / time.Second) }
