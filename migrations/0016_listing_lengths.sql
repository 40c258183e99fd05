-- A minimum length counts every character of the trimmed text, spaces between words included.
-- A text of only white space, zero-width characters, or direction marks is still rejected.
alter table listing
  drop constraint listing_title_length,
  drop constraint listing_description_length,
  add constraint listing_title_length check (
    length(btrim(title, E' \t\n\r\u00a0\ufeff')) >= 3 and length(title) <= 120
    and title ~ '[^[:space:]\u00a0\u200b-\u200f\u2060\ufeff]'
  ),
  add constraint listing_description_length check (
    length(btrim(description, E' \t\n\r\u00a0\ufeff')) >= 10 and length(description) <= 10000
    and description ~ '[^[:space:]\u00a0\u200b-\u200f\u2060\ufeff]'
  );
