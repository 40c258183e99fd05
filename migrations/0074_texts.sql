-- What admins have changed of the texts of the site, and the pages that they added, with all versions. The newest version of a key is
-- the one that the site shows. `texts/` has the texts that nobody has changed.
create table text_version (
  key text not null,
  version integer not null,
  -- Null: the site's own text again, or, of a page that an admin added, no page.
  title text,
  subtitle text not null default '',
  body text not null default '',
  -- Where a page that an admin added is: the path without the slash, the menu that links to it, and its position there.
  address text,
  place text,
  position integer,
  -- The site's own text that the admin saw last, to offer a later one.
  base text not null default '',
  changed_at timestamptz not null default now(),
  constraint text_version_pkey primary key (key, version),
  constraint text_version_version check (version > 0),
  constraint text_version_place check (place in ('header', 'footer', 'none'))
);
