package room

// inbox is the queue of what a room's goroutine has to do. Any goroutine may add to it.
type inbox struct {
	queue chan func()
	gone  chan struct{} // closed when the room has ended
}

// do adds f, waiting while the queue is full. It returns false if the room has ended.
func (b inbox) do(f func()) bool {
	select {
	case b.queue <- f:
		return true
	case <-b.gone:
		return false
	}
}

// post adds f, or drops it if the queue is full.
func (b inbox) post(f func()) {
	select {
	case b.queue <- f:
	default:
	}
}
