package slack

// Settle waits until nothing that was taken on is under way.
func (a *Adapter) Settle() { a.intake.Wait() }
