package deadline

import "context"

// Installations keep what an adapter knows of those who installed it.
type Installations interface {
	Load(ctx context.Context, name string) ([]byte, error)
	Save(ctx context.Context, name string, data []byte) error
	Delete(ctx context.Context, name string) error
}

// Installs gives what keeps installations in next, each call within [Attempt].
func Installs(next Installations) Installations { return installs{next} }

type installs struct{ next Installations }

// Load implements [Installations].
func (i installs) Load(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return i.next.Load(ctx, name)
}

// Save implements [Installations].
func (i installs) Save(ctx context.Context, name string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return i.next.Save(ctx, name, data)
}

// Delete implements [Installations].
func (i installs) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return i.next.Delete(ctx, name)
}
