-- The language in which a person reads the site and gets emails; null for the site's default.
alter table account add column language text;
alter table account add constraint account_language_length check (length(language) <= 35) not valid;
