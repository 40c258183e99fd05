-- The fields of listings that operators have added or changed. `src/shared/listing-fields/` documents `definition`, and has the fields that
-- ship with the program.
create table listing_field (
  key text not null,
  definition jsonb not null,
  constraint listing_field_pkey primary key (key),
  constraint listing_field_key check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  constraint listing_field_definition check (jsonb_typeof(definition) = 'object' and definition ->> 'key' = key)
);

-- The order of all fields; those that are not in it follow.
create table listing_field_order (
  only_row boolean not null default true,
  keys text[] not null default '{}',
  constraint listing_field_order_pkey primary key (only_row),
  constraint listing_field_order_only_row check (only_row)
);
insert into listing_field_order default values;

-- The values of the fields by key: texts, numbers, true or false, and lists of the keys of choices.
alter table listing add column fields jsonb not null default '{}';
alter table listing add constraint listing_fields check (jsonb_typeof(fields) = 'object' and not jsonb_path_exists(fields,
  'strict $.* ? (@.type() == "object" || @.type() == "null" || @.type() == "array" && exists (@[*] ? (@.type() != "string")))',
  silent => true)) not valid;
