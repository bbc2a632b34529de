package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
	goosedb "github.com/pressly/goose/v3/database"
)

// compatible is the last version of the schema that a program must know to work on it.
// Each one after it only adds what an older program can leave alone: a table, an index,
// or a column with a default. A version that changes more becomes the compatible one.
const compatible = 3

// versions records which versions of the schema were made in a table of their own.
// The table that programs go by to refuse a newer schema, goose's default, gets the
// compatible ones alone, so that an older program also starts on what was only added to.
type versions struct {
	goosedb.Store
	needed goosedb.Store // the compatible ones
}

func newVersions(dialect goose.Dialect) (*versions, error) {
	made, err := goosedb.NewStore(dialect, "schema_versions")
	if err != nil {
		return nil, err
	}
	needed, err := goosedb.NewStore(dialect, goose.DefaultTablename)
	return &versions{Store: made, needed: needed}, err
}

// TableExists implements [goosedb.StoreExtender].
func (v *versions) TableExists(ctx context.Context, db goosedb.DBTxConn) (bool, error) {
	return tableExists(ctx, db, v.Store)
}

func tableExists(ctx context.Context, db goosedb.DBTxConn, of goosedb.Store) (bool, error) {
	if extended, ok := of.(goosedb.StoreExtender); ok {
		there, err := extended.TableExists(ctx, db)
		if !errors.Is(err, errors.ErrUnsupported) {
			return there, err
		}
	}
	_, err := of.GetMigration(ctx, db, 0) // in SQLite a failure leaves a transaction as it is
	return err == nil, nil
}

// CreateVersionTable implements [goosedb.Store]. It takes over what programs recorded
// that had one table for all versions.
func (v *versions) CreateVersionTable(ctx context.Context, db goosedb.DBTxConn) error {
	if err := v.Store.CreateVersionTable(ctx, db); err != nil {
		return err
	}
	there, err := tableExists(ctx, db, v.needed)
	if err != nil {
		return err
	}
	if !there {
		return v.needed.CreateVersionTable(ctx, db)
	}
	for _, statement := range []string{
		`INSERT INTO %[2]s (version_id, is_applied) SELECT version_id, is_applied FROM %[1]s WHERE version_id > 0 ORDER BY version_id`,
		`DELETE FROM %[1]s WHERE version_id = 0 OR version_id > %[3]d AND version_id <= %[4]d`,
	} {
		statement = fmt.Sprintf(statement, v.needed.Tablename(), v.Tablename(), compatible, recordedAsNeeded)
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// recordedAsNeeded is the last version that some programs recorded in the one table
// although it only adds.
const recordedAsNeeded = 5

// Insert implements [goosedb.Store].
func (v *versions) Insert(ctx context.Context, db goosedb.DBTxConn, made goosedb.InsertRequest) error {
	if err := v.Store.Insert(ctx, db, made); err != nil || made.Version > compatible {
		return err
	}
	return v.needed.Insert(ctx, db, made)
}

// Delete implements [goosedb.Store].
func (v *versions) Delete(ctx context.Context, db goosedb.DBTxConn, version int64) error {
	return errors.Join(v.Store.Delete(ctx, db, version), v.needed.Delete(ctx, db, version))
}
