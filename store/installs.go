package store

import "context"

type databaseInstalls struct{ *database }

func (d databaseInstalls) Load(ctx context.Context, name string) ([]byte, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return one[[]byte](ctx, d.read, `SELECT data FROM installs WHERE name = $1`, name)
}

func (d databaseInstalls) change(ctx context.Context, query, name string, args ...any) (int64, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return d.database.change(ctx, query, append([]any{name}, args...)...)
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	const query = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET data = excluded.data`
	_, err := d.change(ctx, query, name, string(data))
	return err
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	_, err := d.change(ctx, `DELETE FROM installs WHERE name = $1`, name)
	if err == nil {
		d.scrubSoon(ctx)
	}
	return err
}

func (d databaseInstalls) Names(ctx context.Context) ([]string, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return column[string](ctx, d.read, `SELECT name FROM installs ORDER BY name`)
}

func (d databaseInstalls) Swap(ctx context.Context, name string, old, data []byte) (bool, error) {
	query, args := `UPDATE installs SET data = $2 WHERE name = $1 AND data = $3`, []any{string(data), string(old)}
	if old == nil {
		query, args = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, args[:1]
	}
	n, err := d.change(ctx, query, name, args...)
	return n > 0, err
}
