package game

import "container/heap"

// queue is a heap of rooms, ordered by when something is due in them.
type queue []*entry

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
	e := x.(*entry)
	*q = append(*q, e)
	e.position = int32(len(*q))
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	e.position = 0
	return e
}

// put sets when something is due in the room, in Unix milliseconds.
func (q *queue) put(e *entry, at int64) {
	e.due = at
	if e.position == 0 {
		heap.Push(q, e)
	} else {
		heap.Fix(q, int(e.position-1))
	}
}

// drop takes the room out of the queue, if it is in it.
func (q *queue) drop(e *entry) {
	if e.position != 0 {
		heap.Remove(q, int(e.position-1))
	}
}
