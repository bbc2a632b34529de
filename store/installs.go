package store

import "context"

// databaseInstalls implements [Installs].
type databaseInstalls struct{ *database }

func (d databaseInstalls) Load(ctx context.Context, name string) (data []byte, err error) {
	err = d.read.query(ctx, `SELECT data FROM installs WHERE name = $1`, []any{name}, func(scan scan) error { return scan(&data) })
	return data, err
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	_, err := d.write.change(ctx, `
		INSERT INTO installs (name, data) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data`, name, string(data))
	return err
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	_, err := d.write.change(ctx, `DELETE FROM installs WHERE name = $1`, name)
	return err
}
