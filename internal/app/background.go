package app

import "runtime"

// inBackground calls a function on a thread of its own, which gives way to whatever else
// wants to run, on this computer too: a review takes seconds of a processor, and nobody
// who plays is to notice. The thread ends with the function, for its priority could not be
// raised again. A panic of the function is one of the caller.
func inBackground(do func() error) error {
	type outcome struct {
		err      error
		panicked any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() { o.panicked = recover(); done <- o }()
		runtime.LockOSThread()
		giveWay()
		o.err = do()
	}()
	o := <-done
	if o.panicked != nil {
		panic(o.panicked)
	}
	return o.err
}
