package app_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/internal/app"
	"othellobot/store/storetest"
)

func execute(t *testing.T, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	must(t, err)
	_, err = db.ExecContext(t.Context(), statement)
	must(t, errors.Join(err, db.Close()))
}

func TestCopyCommand(t *testing.T) {
	s := newShell(t)
	s.run("bot copy DATABASE_URL sqlite:FOLDER/new.db")
	s.run("bot copy sqlite:FOLDER/othello.db sqlite:FOLDER/new.db")
	s.env["NEW_DATABASE_URL_FILE"] = filepath.Join(s.folder, "url")
	must(t, os.WriteFile(s.env["NEW_DATABASE_URL_FILE"], []byte("sqlite:"+s.folder+"/newer.db\n"), 0o600))
	s.run("bot copy DATABASE_URL NEW_DATABASE_URL")
	s.run("bot stop 11")
	s.run("bot copy DATABASE_URL NEW_DATABASE_URL")
	must(t, os.WriteFile(filepath.Join(s.folder, "env"), []byte("THIRD_URL=sqlite:"+s.folder+"/third.db\n"), 0o600))
	s.run("bot -env FOLDER/env copy DATABASE_URL THIRD_URL")
	s.run("bot copy sqlite:FOLDER/none.db sqlite:FOLDER/newest.db")
	if journal, _ := filepath.Glob(s.folder + "/othello.db-*"); journal != nil {
		t.Errorf("the copy leaves %v next to the first database", journal)
	}
	must(t, errors.Join(os.Link(s.folder+"/othello.db", s.folder+"/link.db"), os.Symlink(s.folder+"/othello.db", s.folder+"/symlink.db")))
	s.run("bot copy DATABASE_URL sqlite:FOLDER/link.db")
	s.run("bot copy DATABASE_URL sqlite:FOLDER/symlink.db")
	for _, wrong := range []string{
		"", "DATABASE_URL", "DATABASE_URL DATABASE_URL", "DATABASE_URL OLD_URL", "memory: DATABASE_URL",
		"DATABASE_URL mysql://ana:" + canary + "@host/d", "DATABASE_URL postgres://ana:" + canary + "#@host/d",
		"DATABASE_URL postgres://ana:" + canary + "@127.0.0.1:1/d",
	} {
		s.run("bot copy " + wrong)
	}
	text := regexp.MustCompile(`(?m)^\$ .*`).ReplaceAllString(s.text.String(), "")
	if strings.Contains(text, canary) {
		t.Errorf("a password is shown:\n%s", text)
	}
	s.golden("copy.txt")
}

// A copy to PostgreSQL and back has the same games.
func TestCopyToPostgres(t *testing.T) {
	s := newShell(t)
	url := storetest.Postgres(t)
	s.env["NEW_DATABASE_URL"] = url + "&application_name=" + url[strings.LastIndex(url, "test_"):]
	s.run("bot games -json")
	before := s.text.String()
	s.run("bot copy DATABASE_URL NEW_DATABASE_URL")
	s.run("bot copy NEW_DATABASE_URL sqlite:FOLDER/back.db")
	if text := s.text.String(); strings.Count(text, "copied and compared: 8 rows") != 2 {
		t.Error(text)
	}
	s.text.Reset()
	for _, url := range []string{s.env["NEW_DATABASE_URL"], "sqlite:" + s.folder + "/back.db"} {
		s.env["DATABASE_URL"] = url
		s.run("bot games -json")
		if s.text.String() != before {
			t.Errorf("now\n%s, before\n%s", s.text.String(), before)
		}
		s.text.Reset()
	}
}

func TestVersionCommand(t *testing.T) {
	s := newShell(t)
	file := filepath.Join(s.folder, "othello.db")
	s.run("bot version -check")
	content, err := os.ReadFile(file)
	must(t, err)
	must(t, os.WriteFile(file+".before-1", content, 0o600))
	execute(t, file, "INSERT INTO othello_schema (version) VALUES (2)")
	s.run("bot version -check")
	s.env["DATABASE_URL"] = "sqlite:" + s.folder + "/none.db"
	s.run("bot version -check")
	s.env["DATABASE_URL"] = "memory:"
	s.run("bot version -check")
	s.run("bot version now")
	s.golden("version.txt")
	for _, args := range [][]string{{"version"}, {"-version"}} {
		var out bytes.Buffer
		if err := app.Run(context.Background(), args, func(string) string { return "" }, nil, &out, &out); err != nil || !strings.HasPrefix(out.String(), "othellobot ") {
			t.Errorf("%v: %v, %s", args, err, &out)
		}
	}
}

// The commands of docs/upgrade.md print what the page says, in order.
func TestUpgradePage(t *testing.T) {
	const place = "/var/lib/othellobot"
	s := newShell(t)
	s.env["NEW_DATABASE_URL"] = "sqlite:" + s.folder + "/new/othello.db"
	want := ""
	for _, block := range regexp.MustCompile("(?s)```console\n\\$ (.*?)```").FindAllStringSubmatch(read(t, "docs/upgrade.md"), -1) {
		command, says, _ := strings.Cut(strings.ReplaceAll(block[1], place, "FOLDER"), "\n")
		for _, v := range varying {
			says = v.looks.ReplaceAllString(says, v.name)
		}
		want += "$ " + command + "\n" + says + "\n"
		switch {
		case strings.Contains(command, ".before-2"):
			content, err := os.ReadFile(filepath.Join(s.folder, "monday.db"))
			must(t, err)
			must(t, os.WriteFile(filepath.Join(s.folder, "othello.db.before-2"), content, 0o600))
		case strings.HasPrefix(command, "bot restore FOLDER"): // on another machine
			s.env["DATABASE_URL"] = "sqlite:" + s.folder + "/moved/othello.db"
		}
		s.run(command)
	}
	rows := regexp.MustCompile(`\d+ rows`)
	if d := cmp.Diff(want, s.text.String(), cmp.Transformer("rows", func(text string) string { return rows.ReplaceAllString(text, "N rows") })); strings.Count(want, "$ ") < 7 || d != "" {
		t.Error(d)
	}
}
