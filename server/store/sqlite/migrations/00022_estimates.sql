-- +goose Up
ALTER TABLE games ADD COLUMN estimates INTEGER NOT NULL DEFAULT 0; -- its players may ask how it stands

-- +goose Down
ALTER TABLE games DROP COLUMN estimates;
