package gallery

import (
	"container/list"
	"sync"
)

// maxCached is how many bytes of pictures are kept.
const maxCached = 16 << 20

// cache keeps the files that were asked for last, and remembers which were shown lately. It
// may be used concurrently.
type cache struct {
	mu     sync.Mutex
	byName map[string]*list.Element
	recent *list.List // of files, the newest in front
	size   int
	most   int
}

type file struct {
	name string
	data []byte // nil while it was shown and not drawn
}

func (f file) size() int { return len(f.name) + len(f.data) }

func newCache(most int) *cache {
	return &cache{byName: make(map[string]*list.Element), recent: list.New(), most: most}
}

// get gives a file, or nil, and whether that was shown or drawn lately.
func (c *cache) get(name string) (data []byte, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byName[name]
	if !ok {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(file).data, true
}

// show remembers that a file is shown.
func (c *cache) show(name string) {
	if _, known := c.get(name); !known {
		c.put(name, nil)
	}
}

// put keeps a file, and drops the oldest as long as there is too much.
func (c *cache) put(name string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byName[name]; ok {
		c.drop(e)
	}
	f := file{name, data}
	c.byName[name] = c.recent.PushFront(f)
	for c.size += f.size(); c.size > c.most; {
		c.drop(c.recent.Back())
	}
}

func (c *cache) drop(e *list.Element) {
	f := c.recent.Remove(e).(file)
	delete(c.byName, f.name)
	c.size -= f.size()
}
