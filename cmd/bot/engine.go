package main

import (
	"runtime"
	"time"

	"othellobot/engine"
)

// What the engine may take. Its tables have one size on all machines, so that it
// finds the same everywhere; with the one for hints they take 32 MiB.
const (
	searchMemory = 8 << 20 // bytes, for the tables of a search
	mostThinkers = 3
	moveTime     = 1500 * time.Millisecond
)

// thinkers is in how many games the engine thinks at a time: where there are
// several processors, one is left for those who type.
func thinkers() int { return min(max(1, runtime.GOMAXPROCS(0)-1), mostThinkers) }

func newEngine() *engine.Engine { return engine.New(thinkers(), searchMemory) }
