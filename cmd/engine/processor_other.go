//go:build !unix

package main

import "time"

// processorUsed is the time of day, for want of better.
func processorUsed() time.Duration { return time.Duration(time.Now().UnixNano()) }
