-- What admins say of categories and subcategories. `first_name` is the name that a renamed topic began with, by which
-- `catalog/synonyms.txt` has its phrases; `synonyms` are those of the admins in addition, in the format of that file. Without an icon or a
-- drawing, the words of the name choose the icon. `became` is the topic of the other level for which it stands, as `merged_into` is one of
-- the same level.
-- small table
alter table category
  add column kinds text[] not null default '{service,event}',
  add column icon text not null default '',
  -- An SVG that was cleaned.
  add column drawing text not null default '',
  add column synonyms text not null default '',
  add column first_name text,
  add column became integer,
  add constraint category_kinds check (kinds <@ '{service,event}' and cardinality(kinds) between 1 and 2);
-- small table
alter table subcategory
  add column kinds text[] not null default '{service,event}',
  add column synonyms text not null default '',
  add column first_name text,
  add column became integer,
  add constraint subcategory_kinds check (kinds <@ '{service,event}' and cardinality(kinds) between 1 and 2);

-- Names and addresses that topics had before they were renamed. They still lead to them, unless another topic has them now.
create table former_topic (
  topic_id integer not null,
  name text not null,
  slug text not null,
  changed timestamptz not null default clock_timestamp(),
  constraint former_topic_pkey primary key (topic_id, name)
);
