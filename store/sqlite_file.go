package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
)

// queryOnly has a connection leave the file as it is: its end copies no journal into it.
const queryOnly = "query_only(1)"

// sqliteDSN names a database file that is there to the driver, with pragmas for every
// connection.
func sqliteDSN(path string, pragmas ...string) string {
	mode := "rw"
	if slices.Contains(pragmas, queryOnly) {
		mode = "ro"
	}
	values := url.Values{"mode": {mode}, "_pragma": append([]string{"busy_timeout(5000)"}, pragmas...)}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + values.Encode()
}

// create makes an empty file for its owner, where there is none.
func create(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", path)
	}
	if err != nil {
		return err
	}
	return file.Close()
}

const (
	lockSuffix    = ".lock"
	journalSuffix = "-wal"
	beforeSuffix  = ".before-" // and the version of the schema that came then
)
