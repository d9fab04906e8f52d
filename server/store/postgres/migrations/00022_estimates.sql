-- +goose Up
ALTER TABLE games ADD COLUMN estimates BOOLEAN NOT NULL DEFAULT FALSE; -- its players may ask how it stands

-- +goose Down
ALTER TABLE games DROP COLUMN estimates;
