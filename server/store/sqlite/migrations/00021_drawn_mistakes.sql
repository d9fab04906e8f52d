-- +goose Up
-- For those who look for boards that nobody needs: mistakes on boards that somebody drew.
CREATE INDEX mistakes_drawn ON mistakes (game) WHERE instr(body, CAST('"board":"id:' AS BLOB)) > 0;

-- +goose Down
DROP INDEX mistakes_drawn;
