// Package guard confines a panic to the piece of work that caused it, so that a failing request, room or search does
// not stop others.
package guard

import (
	"fmt"
	"runtime/debug"
)

// Run calls f and returns its error. A panic of f becomes an error with its stack.
func Run(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}
