package guard_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"moyo/server/base/guard"
)

func ExampleRun() {
	err := guard.Run(func() error { panic("out of ideas") })
	text, _, _ := strings.Cut(err.Error(), "\n")
	fmt.Println(text)
	// Output: panic: out of ideas
}

func TestRun(t *testing.T) {
	own := errors.New("own")
	if err := guard.Run(func() error { return own }); err != own {
		t.Errorf("got %v, want the function's own error", err)
	}
	if err := guard.Run(func() error { return nil }); err != nil {
		t.Errorf("got %v, want no error", err)
	}
}
