-- Whether any listing matches a query. PostgreSQL cannot know how rare the words of the query are, and would read the whole
-- table for words that no listing has. The full-text index answers at once.
create function matches_any_listing(query tsquery) returns boolean language sql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  as $$ select exists (select from listing_index where words @@ query) $$;

-- As before, except that the index decides whether a term occurs.
create or replace function search_query(searchtext text, verify boolean) returns tsquery language plpgsql stable as $$
declare
  term text;
  activity text;
  query tsquery;
  result tsquery;
begin
  for term in
    select lexeme from unnest(to_tsvector('plain_words', normalize_words(searchtext))) order by positions[1] limit 12
  loop
    query := plainto_tsquery('listing_words', term);
    continue when numnode(query) = 0;
    activity := substring(term from '^(.{3,})[eo]rs?$');
    if activity is not null
      and exists (select from search_word where stem = (ts_lexize('english_stem', activity))[1])
    then
      query := query || plainto_tsquery('listing_words', activity);
    end if;
    if verify then
      if not matches_any_listing(query) then
        select coalesce(string_agg('(' || candidate::text || ')', ' | ')::tsquery, query) into query
        from (select plainto_tsquery('listing_words', word) as candidate from similar_words(term) word) candidates
        where numnode(candidate) > 0 and matches_any_listing(candidate);
      end if;
    elsif numnode(query) = 1 and not exists (select from search_word where stem = (ts_lexize('english_stem', term))[1])
    then
      select coalesce(string_agg('(' || candidate::text || ')', ' | ')::tsquery, query) into query
      from (select plainto_tsquery('listing_words', word) as candidate from similar_words(term) word limit 4) candidates
      where numnode(candidate) > 0;
    end if;
    result := case when result is null then query else result && query end;
  end loop;
  return result;
end $$;
