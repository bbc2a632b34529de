-- +goose Up
ALTER TABLE places ADD COLUMN language TEXT NOT NULL DEFAULT '';
