package slack

// Settle waits until no accepted delivery is running.
func (a *Adapter) Settle() { a.intake.Wait() }
