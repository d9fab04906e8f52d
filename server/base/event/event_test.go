package event

import (
	"slices"
	"testing"
)

func TestTopic(t *testing.T) {
	var topic Topic[int]
	topic.Tell(1) // no listener
	var heard []int
	topic.Hear(func(n int) { heard = append(heard, n) })
	topic.Hear(func(n int) { heard = append(heard, 10*n) })
	topic.Tell(2)
	topic.Tell(3)
	if want := []int{2, 20, 3, 30}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}
