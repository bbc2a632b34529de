package game

import "container/heap"

// queue is a heap of shelves, ordered by when something is due there.
type queue []*shelf

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	if q[i].due != q[j].due {
		return q[i].due < q[j].due
	}
	return q[i].place < q[j].place // the same order in every run
}

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].position, q[j].position = int32(i+1), int32(j+1)
}

func (q *queue) Push(x any) {
	s := x.(*shelf)
	*q = append(*q, s)
	s.position = int32(len(*q))
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	s := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	s.position = 0
	return s
}

// put sets when something is due on the shelf, in Unix milliseconds.
func (q *queue) put(s *shelf, at int64) {
	s.due = at
	if s.position == 0 {
		heap.Push(q, s)
	} else {
		heap.Fix(q, int(s.position-1))
	}
}

// drop takes the shelf out of the queue, if it is in it.
func (q *queue) drop(s *shelf) {
	if s.position != 0 {
		heap.Remove(q, int(s.position-1))
	}
}
