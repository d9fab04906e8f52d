// Package guard keeps a panic to the piece of work that caused it, so that one
// request, room or search that goes wrong takes no other with it.
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
