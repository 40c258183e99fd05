-- The language of what an ad says: a tag such as `fr`, or `und` if it is none of the site's. It decides which stems its words have in the
-- index, and follows from the text unless the author says another one.
alter table listing add column language text not null default 'en';
alter table listing add constraint listing_language check (language ~ '^[a-z]{2,3}$') not valid;
