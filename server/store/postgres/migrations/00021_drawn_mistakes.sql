-- +goose Up
-- For those who look for boards that nobody needs: mistakes on boards that somebody drew.
CREATE INDEX mistakes_drawn ON mistakes (game) WHERE position('\x22626f617264223a2269643a'::bytea in body) > 0; -- "board":"id:

-- +goose Down
DROP INDEX mistakes_drawn;
