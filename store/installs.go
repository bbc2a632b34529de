package store

import "context"

// databaseInstalls implements [Installs].
type databaseInstalls struct{ *database }

func (d databaseInstalls) Load(ctx context.Context, name string) (data []byte, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	err = d.read.query(ctx, `SELECT data FROM installs WHERE name = $1`, []any{name}, func(scan scan) error { return scan(&data) })
	return data, err
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	defer limited(&ctx, d.limits.Attempt)()
	_, err := d.write.change(ctx, `
		INSERT INTO installs (name, data) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data`, name, string(data))
	return err
}

func (d databaseInstalls) Keep(ctx context.Context, name string, data []byte) ([]byte, error) {
	defer limited(&ctx, d.limits.Attempt)()
	_, err := d.write.change(ctx, `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, string(data))
	if err != nil {
		return nil, err
	}
	return d.Load(ctx, name)
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	defer limited(&ctx, d.limits.Attempt)()
	_, err := d.write.change(ctx, `DELETE FROM installs WHERE name = $1`, name)
	if err == nil {
		d.scrubSoon(ctx)
	}
	return err
}

func (d databaseInstalls) Names(ctx context.Context) (names []string, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	return column[string](ctx, d.read, `SELECT name FROM installs ORDER BY name`)
}

func (d databaseInstalls) Swap(ctx context.Context, name string, old, data []byte) (bool, error) {
	defer limited(&ctx, d.limits.Attempt)()
	n, err := d.write.change(ctx, `UPDATE installs SET data = $3 WHERE name = $1 AND data = $2`, name, string(old), string(data))
	return n > 0, err
}
