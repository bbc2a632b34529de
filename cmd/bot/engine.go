package main

import (
	"runtime"
	"time"

	"othellobot/engine"
)

const (
	engineMemory = 32 << 20 // bytes, for the tables of all searches together
	moveTime     = 1500 * time.Millisecond
)

// thinkers is in how many games the engine thinks at a time: a processor is left
// for those who type.
func thinkers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// newEngine makes the engine, with a search more than there are thinkers for
// those who want a hint.
func newEngine() *engine.Engine { return engine.New(thinkers()+1, engineMemory) }
