package sentence

import (
	"slices"
	"testing"
	"time"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

func TestNew(t *testing.T) {
	for _, c := range []struct {
		s      Sentence
		text   string
		places []string
	}{
		{New("a", "Nothing."), "Nothing.", nil},
		{New("a", "100 %% of %d by %.3q", 2, "Adalbert"), `100 % of 2 by "Ada"`, []string{"2", `"Ada"`}},
		{New("a", "%.1f MB of %s", 1.25, "x"), "1.2 MB of x", []string{"1.2", "x"}},
		{New("", "%d", 2), "2", nil},
		{New("a", "until %s", Moment(noon)), "until 1 July 2026, 12:00 UTC", []string{"2026-07-01T12:00:00Z"}},
		{New("a", "at %s", TimeOfDay(noon)), "at 12:00 UTC", []string{"2026-07-01T12:00:00Z"}},
		{New("a", "wait %s", Span(90*time.Second)), "wait 90 seconds", []string{"90"}},
		{New("a", "wait %s", Span(90*time.Second+1)), "wait 2 minutes", []string{"91"}},
		{New("a", "wait %s", Span(1)), "wait 1 second", []string{"1"}},
		{Of("white", "a", "Black %s", "White %s", "x"), "White x", []string{"x"}},
		{Of("black", "a", "Black %s", "White %s", "x"), "Black x", []string{"x"}},
	} {
		if c.s.Text != c.text || !slices.Equal(c.s.Places, c.places) {
			t.Errorf("%+v, want %q %q", c.s, c.text, c.places)
		}
	}
}

func TestPattern(t *testing.T) {
	for format, want := range map[string]string{
		"Nothing.":           "Nothing.",
		"100 %% of %.3q":     "100 % of {a}",
		"%s has %d of %.0f.": "{a} has {b} of {c}.",
	} {
		got, counted := Pattern(format)
		if got != want || counted != (format[0] == '%') {
			t.Errorf("%q: %q, %v", format, got, counted)
		}
	}
}

func TestFormsStandInPlaces(t *testing.T) {
	if got, _ := Pattern("From %s to %s.", "", "moment"); got != "From {a} to {b, moment}." {
		t.Errorf("got %q", got)
	}
}

func TestSides(t *testing.T) {
	if black, white := Of("black", "a", "B", "W"), Of("white", "a", "B", "W"); black.ID != "a.black" || white.ID != "a.white" {
		t.Errorf("%+v, %+v", black, white)
	}
	if got := Join(New("a", "One."), New("b", "Two.")); got != "One. Two." {
		t.Errorf("joined %q", got)
	}
	if err := Errorf("a", "%d.", 1); err.Error() != "1." {
		t.Errorf("%v", err)
	}
}
