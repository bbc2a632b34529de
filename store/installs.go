package store

import (
	"context"
	"time"
)

// databaseInstalls implements [Installs].
type databaseInstalls struct{ *database }

func (d databaseInstalls) Load(ctx context.Context, name string) (data []byte, err error) {
	err = each(ctx, d.read, `SELECT data FROM installs WHERE name = $1`, []any{name}, func(scan func(...any) error) error {
		return scan(&data)
	})
	return data, err
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	return d.alone(ctx, `
		INSERT INTO installs (name, data) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data`, name, string(data))
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	return d.alone(ctx, `DELETE FROM installs WHERE name = $1`, name)
}

// check fails if the database cannot be written.
func (d *database) check(ctx context.Context) error {
	return d.alone(ctx, beat, time.Now().UnixMilli())
}

// alone makes one statement a transaction.
func (d *database) alone(ctx context.Context, query string, args ...any) error {
	return d.write.transact(ctx, func(ctx context.Context, s session) error {
		_, err := s.exec(ctx, query, args...)
		return err
	})
}
