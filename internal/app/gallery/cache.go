package gallery

import (
	"container/list"
	"sync"
)

// maxCached is how many bytes of pictures are kept.
const maxCached = 16 << 20

// cache keeps the files that were asked for last. It may be used concurrently.
type cache struct {
	mu     sync.Mutex
	byName map[string]*list.Element
	recent *list.List // of files, the newest in front
	size   int
	most   int
}

type file struct {
	name string
	data []byte
}

func newCache(most int) *cache {
	return &cache{byName: make(map[string]*list.Element), recent: list.New(), most: most}
}

func (c *cache) get(name string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byName[name]
	if !ok {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(file).data, true
}

// put keeps a file that is not there, and drops the oldest as long as there is too much.
func (c *cache) put(name string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byName[name] = c.recent.PushFront(file{name, data})
	for c.size += len(data); c.size > c.most; {
		oldest := c.recent.Remove(c.recent.Back()).(file)
		delete(c.byName, oldest.name)
		c.size -= len(oldest.data)
	}
}
