package analysis

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"sync"
)

// Bounds of the open queries.
const (
	maxOpen     = 100_000   // positions
	maxOpenSize = 256 << 20 // bytes of the lines of their queries
)

// job is one turn of a query.
type job struct {
	*query
	turn     int64
	priority int64
	number   int64 // in the order of arrival

	slot    int // index in the heap; -1 when it runs
	ctx     context.Context
	cancel  context.CancelFunc
	threads int
}

// queue holds the positions to analyze, and those under analysis.
type queue struct {
	mu      sync.Mutex
	change  *sync.Cond
	waiting jobs
	open    map[int64]*job // by number: waiting or running
	running int
	size    int // bytes of the lines of queries with open jobs
	last    int64
	closed  bool // no more jobs come
	slots   int  // jobs that run at the same time
	threads int  // of the machine
}

func newQueue(slots, threads int) *queue {
	q := &queue{open: map[int64]*job{}, slots: slots, threads: threads}
	q.change = sync.NewCond(&q.mu)
	return q
}

// add adds the turns of a query, or returns false if too many are open.
func (q *queue) add(ctx context.Context, from *query) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.open)+len(from.turns) > maxOpen || q.size+from.size > maxOpenSize {
		return false
	}
	for _, turn := range from.turns {
		q.last++
		j := &job{query: from, turn: turn, priority: from.priority, number: q.last}
		if p, ok := from.priorities[turn]; ok {
			j.priority = p
		}
		j.ctx, j.cancel = context.WithCancel(ctx)
		q.open[j.number] = j
		if from.open++; from.open == 1 {
			q.size += from.size
			from.at.open.Add(1)
		}
		heap.Push(&q.waiting, j)
	}
	q.change.Broadcast()
	return true
}

// next waits for a job and starts it; ok is false after the last one.
func (q *queue) next() (j *job, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 {
		if q.closed {
			return nil, false
		}
		q.change.Wait()
	}
	busy := min(q.running+len(q.waiting), q.slots)
	j = heap.Pop(&q.waiting).(*job)
	q.running++
	j.threads = max(1, q.threads/busy)
	return j, true
}

// finish removes a job that ran.
func (q *queue) finish(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.remove(j)
}

// remove removes a job from the open ones.
func (q *queue) remove(j *job) {
	j.cancel()
	delete(q.open, j.number)
	if j.open--; j.open == 0 {
		q.size -= j.size
		j.at.open.Add(-1)
	}
}

// stop stops the jobs that match. Those that run end soon with what they have found. It returns those that wait, in the order of
// arrival; they are no longer open.
func (q *queue) stop(match func(j *job) bool) (waiting []*job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.inOrder() {
		switch {
		case !match(j):
		case j.slot < 0:
			j.cancel()
		default:
			heap.Remove(&q.waiting, j.slot)
			q.remove(j)
			waiting = append(waiting, j)
		}
	}
	return waiting
}

// inOrder returns the open jobs in the order of arrival.
func (q *queue) inOrder() []*job {
	list := make([]*job, 0, len(q.open))
	for _, j := range q.open {
		list = append(list, j)
	}
	slices.SortFunc(list, func(a, b *job) int { return cmp.Compare(a.number, b.number) })
	return list
}

// close ends next after the jobs so far.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.change.Broadcast()
}

// jobs is a heap: the first has the highest priority, and among equals it came first.
type jobs []*job

func (h jobs) Len() int { return len(h) }

func (h jobs) Less(i, k int) bool {
	return h[i].priority > h[k].priority || h[i].priority == h[k].priority && h[i].number < h[k].number
}

func (h jobs) Swap(i, k int) {
	h[i], h[k] = h[k], h[i]
	h[i].slot, h[k].slot = i, k
}

// Push implements heap.Interface.
func (h *jobs) Push(x any) {
	j := x.(*job)
	j.slot = len(*h)
	*h = append(*h, j)
}

// Pop implements heap.Interface.
func (h *jobs) Pop() any {
	old := *h
	j := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	j.slot = -1
	return j
}
