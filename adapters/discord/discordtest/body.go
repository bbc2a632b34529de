package discordtest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"strings"
)

// See https://docs.discord.com/developers/reference#uploading-files.
func (c *call) split() *failure {
	text, files, err := Split(c.contentType, c.raw)
	if err != nil {
		return invalid("%v", err)
	}
	c.json, c.files = text, files
	return nil
}

// Split returns the JSON of a body, and its files by number, or nil if the body is not a form.
func Split(contentType string, raw []byte) (text []byte, files map[string]Attachment, err error) {
	kind, parameters, _ := mime.ParseMediaType(contentType)
	if kind != "multipart/form-data" {
		return raw, nil, nil
	}
	files = map[string]Attachment{}
	parts := multipart.NewReader(bytes.NewReader(raw), parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return text, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		if part.FormName() == "payload_json" {
			text = data
			continue
		}
		number := strings.TrimSuffix(strings.TrimPrefix(part.FormName(), "files["), "]")
		files[number] = Attachment{Filename: part.FileName(), Data: data}
	}
}

func (c *call) message() (*body, *failure) {
	b := &body{files: map[string]Attachment{}}
	if err := json.Unmarshal(c.json, b); err != nil {
		return nil, invalid("%v", err)
	}
	for number, file := range c.files {
		file.ID = c.s.snowflake()
		b.files[number] = file
	}
	return b, nil
}
