package gateway

import (
	"fmt"
	"sync"

	"github.com/bwmarrin/discordgo"
)

// intake counts the interactions under way, and takes none after its end.
type intake struct {
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

// enter reports whether another interaction may begin, and counts it.
func (i *intake) enter() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.closed {
		i.running.Add(1)
	}
	return !i.closed
}

// close waits for what is under way.
func (i *intake) close() {
	i.mu.Lock()
	i.closed = true
	i.mu.Unlock()
	i.running.Wait()
}

// event hands an interaction over. discordgo calls it in a goroutine of its own.
func (g *Gateway) event(_ *discordgo.Session, e *discordgo.Event) {
	if e.Type != interaction || !g.intake.enter() {
		return
	}
	defer g.intake.running.Done()
	defer func() {
		if p := recover(); p != nil { // without its value, which may hold anything
			g.Log.Error("a panic in an interaction was survived", "reason", fmt.Sprintf("%T", p))
		}
	}()
	g.Interaction(e.RawData)
}
