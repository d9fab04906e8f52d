package convert_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/server/base/convert"
)

// shelf has one board.
type shelf struct{}

func (shelf) Get(_ context.Context, spec string) (*board.Board, error) {
	if spec != "id:nine" {
		return nil, errors.New("gone")
	}
	return board.Parse("grid:9")
}

// TestConditionsOf checks the names of boards, rules and clocks, and that clocks without a limit are left out.
func TestConditionsOf(t *testing.T) {
	rules := catalog.Games()[0].ID
	c := convert.ConditionsOf(t.Context(), shelf{}, "id:nine", rules, "fischer=10m+5s")
	if c.BoardTitle == "" || c.BoardTitle == "id:nine" || c.GameTitle == "" || c.Words.Name == "" || c.ClockText == "" || c.Speed == "" {
		t.Errorf("%+v", c)
	}
	c = convert.ConditionsOf(t.Context(), shelf{}, "gone", rules, "")
	if c.BoardTitle != "gone" || c.ClockText != "" || c.Speed != "" {
		t.Errorf("%+v", c)
	}
}

// TestStamp writes times in UTC.
func TestStamp(t *testing.T) {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.FixedZone("", 3600))
	if got := convert.Stamp(at); got != "2026-11-30T11:00:00Z" {
		t.Error(got)
	}
	if got := convert.Stamp(time.Time{}); got != "" {
		t.Error(got)
	}
}
