-- Which older programs may run on this schema: those that know at least this migration. The program that migrates writes
-- the only row.
create table schema_compatibility (
  only_row boolean constraint schema_compatibility_pkey primary key default true
    constraint schema_compatibility_only_row check (only_row),
  oldest_migration text not null,
  migrated_by text not null
);
