-- What was read of an imported calendar the last time, which its author sees. See src/shared/imported-calendar.ts.
-- Uploaded files are one calendar, whose url is empty.

alter table imported_calendar add column report jsonb;
