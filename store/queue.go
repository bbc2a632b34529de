package store

import (
	"container/heap"
	"time"
)

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	if q[i].due != q[j].due {
		return q[i].due < q[j].due
	}
	return int64(q[i].game.ID) < int64(q[j].game.ID) // as databases compare them
}

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].position, q[j].position = i, j
}

// Push implements [heap.Interface].
func (q *queue) Push(x any) {
	e := x.(*entry)
	e.position = len(*q)
	*q = append(*q, e)
}

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return e
}

func (q *queue) put(e *entry) { heap.Push(q, e) }

func (q *queue) drop(e *entry) { heap.Remove(q, e.position) }

// isDue reports whether the first is due by now.
func (q queue) isDue(now time.Time) bool { return len(q) > 0 && q[0].due <= now.UnixMilli() }
