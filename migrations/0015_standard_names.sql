-- Renames tables, columns, functions, constraints, and indexes to the standard term for each concept. No data changes.
-- A function that names a renamed object in its body is defined again; the others are only renamed.

-- The search and list index over public listings.
alter table browse rename to listing_index;
alter table listing_index rename column agenda to event_order;
alter table listing_index rename constraint browse_pkey to listing_index_pkey;
alter table listing_index rename constraint browse_listing_fkey to listing_index_listing_fkey;
alter index browse_newest_idx rename to listing_index_newest_idx;
alter index browse_category_idx rename to listing_index_category_idx;
alter index browse_subcategory_idx rename to listing_index_subcategory_idx;
alter index browse_country_idx rename to listing_index_country_idx;
alter index browse_state_idx rename to listing_index_state_idx;
alter index browse_city_idx rename to listing_index_city_idx;
alter index browse_price_idx rename to listing_index_price_idx;
alter index browse_agenda_idx rename to listing_index_event_order_idx;
alter index browse_country_agenda_idx rename to listing_index_country_event_order_idx;
alter index browse_category_agenda_idx rename to listing_index_category_event_order_idx;
alter index browse_turnover_idx rename to listing_index_event_rollover_idx;
alter index browse_words_idx rename to listing_index_words_idx;
alter index browse_sitemap_idx rename to listing_index_sitemap_idx;
alter function browse_count_insert rename to listing_index_count_insert;
alter function browse_count_update rename to listing_index_count_update;
alter function browse_count_delete rename to listing_index_count_delete;
alter trigger browse_count_insert on listing_index rename to listing_index_count_insert;
alter trigger browse_count_update on listing_index rename to listing_index_count_update;
alter trigger browse_count_delete on listing_index rename to listing_index_count_delete;
alter function browse_follow_listing rename to listing_index_sync;
alter trigger browse_follow_listing on listing rename to listing_index_sync;

alter function listing_end_events rename to mark_ended_events;
create or replace function mark_ended_events(today date) returns void language plpgsql as $$
begin
  -- With the day in the text, PostgreSQL knows that few events match and uses listing_index_event_rollover_idx.
  execute format(
    'update listing_index set ended = true where kind = ''event'' and ended = false and end_date < %L', today);
  execute format(
    'update listing_index set ended = false where kind = ''event'' and ended = true and end_date >= %L', today);
end $$;

-- Search.
alter function as_words rename to normalize_words;
create or replace function listing_search_words(l listing) returns tsvector language sql stable as $$
  select setweight(to_tsvector('listing_words', normalize_words(l.title)), 'A')
    || setweight(to_tsvector('listing_words', normalize_words(concat_ws(' ', category.name, subcategory.name))), 'B')
    || setweight(to_tsvector('listing_words', normalize_words(concat_ws(' ', city.name, state.name, country.name))), 'C')
    || setweight(to_tsvector('listing_words', normalize_words(l.description)), 'D')
  from category
  join country on country.id = l.country_id
  left join subcategory on subcategory.id = l.subcategory_id
  left join state on state.id = l.state_id
  left join city on city.id = l.city_id
  where category.id = l.category_id
$$;

alter function remember_search_words rename to add_search_words;
create or replace function add_search_words(l listing) returns void language sql as $$
  with written as (
    select unnest(tsvector_to_array(to_tsvector('plain_words', normalize_words(concat_ws(' ', l.title, l.description,
      category.name, subcategory.name, city.name, state.name, country.name))))) as word
    from category
    join country on country.id = l.country_id
    left join subcategory on subcategory.id = l.subcategory_id
    left join state on state.id = l.state_id
    left join city on city.id = l.city_id
    where category.id = l.category_id
  ), added as (
    insert into search_word (word, stem)
    select word, coalesce((ts_lexize('english_stem', word))[1], word)
    from written
    where length(word) between 3 and 40 and word ~ '^[[:alpha:]]+$'
      and not exists (select from search_word known where known.word = written.word)
    order by word
    on conflict do nothing
    returning word
  )
  insert into search_spelling (spelling, word)
  select spelling, word from added, spellings(word) spelling
$$;

create or replace function listing_index_sync() returns trigger language plpgsql as $$
begin
  if new.status not in ('active', 'reported') then
    delete from listing_index where listing_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status in ('active', 'reported')
    and (old.title, old.description, old.category_id, old.subcategory_id, old.country_id, old.state_id, old.city_id,
         old.posted, old.price, old.start_date, old.end_date)
      is not distinct from
        (new.title, new.description, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id,
         new.posted, new.price, new.start_date, new.end_date)
  then
    return null;
  end if;
  perform add_search_words(new);
  insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
    price, start_date, end_date, ended, words)
  values (new.id, new.kind, new.category_id, new.subcategory_id, new.country_id, new.state_id, new.city_id, new.posted,
    new.price, new.start_date, new.end_date, coalesce(new.end_date < current_date, false),
    listing_search_words(new) || listing_markers(new))
  on conflict (listing_id) do update set
    category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, country_id = excluded.country_id,
    state_id = excluded.state_id, city_id = excluded.city_id, posted = excluded.posted, price = excluded.price,
    start_date = excluded.start_date, end_date = excluded.end_date, ended = excluded.ended, words = excluded.words;
  return null;
end $$;

-- Returns up to eight indexed words that are one edit away from `term`, nearest first; none for a very short term.
drop function words_near(text);
create function similar_words(term text) returns setof text language sql stable as $$
  select word
  from search_spelling
  where length(term) > 3 and length(word) > 2 and spelling in (select spellings(term))
  group by word
  order by levenshtein(word, term), word
  limit 8
$$;

-- Parses search text, in which no character has a special meaning, into a query; null when it has no words.
-- A term that occurs in no listing is replaced by similar words that do. Without `verify`, the words in search_word
-- decide whether a term occurs; with it, the listings themselves do, more slowly, because search_word also keeps words of
-- deleted listings. A term for a person also matches the activity: "cleaner" matches "cleaning".
drop function search_query(text, boolean);
create function search_query(searchtext text, verify boolean) returns tsquery language plpgsql stable as $$
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
      if not exists (select from listing_index where words @@ query) then
        select coalesce(string_agg('(' || candidate::text || ')', ' | ')::tsquery, query) into query
        from (select plainto_tsquery('listing_words', word) as candidate from similar_words(term) word) candidates
        where numnode(candidate) > 0 and exists (select from listing_index where words @@ candidate);
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

-- Rate limits.
alter table attempt rename to rate_limit_hit;
alter index attempt_idx rename to rate_limit_hit_bucket_idx;
alter index attempt_at_idx rename to rate_limit_hit_at_idx;
drop function take_attempt(text, integer[], interval[]);
-- Records a hit unless it would exceed a limit: at most max_hits[i] within windows[i]. Returns 0, or the seconds until the
-- next hit is allowed. Hits on one bucket are serialized, so concurrent hits cannot exceed the limit together.
create function consume_rate_limit(bucket_name text, max_hits integer[], windows interval[])
  returns integer language plpgsql as $$
declare
  now_ constant timestamptz := clock_timestamp();
  wait integer := 0;
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('rate limit ' || bucket_name, 0));
  for i in 1 .. array_length(max_hits, 1) loop
    select at into oldest from rate_limit_hit
    where bucket = bucket_name and at > now_ - windows[i]
    order by at desc offset max_hits[i] - 1 limit 1;
    if oldest is not null then
      wait := greatest(wait, ceil(extract(epoch from oldest + windows[i] - now_))::integer, 1);
    end if;
  end loop;
  if wait = 0 then
    insert into rate_limit_hit (bucket, at) values (bucket_name, now_);
  end if;
  return wait;
end $$;

-- Pictures.
alter table image rename column doomed to pending_deletion_since;
alter function image_follow_use rename to image_sync_usage;
alter trigger image_follow_use_insert on listing_image rename to image_sync_usage_insert;
alter trigger image_follow_use_delete on listing_image rename to image_sync_usage_delete;
alter function listing_follow_images rename to listing_sync_images;
alter table image rename constraint image_placeholder_form to image_placeholder_format;

drop trigger image_url_stays on image;
drop function image_url_stays();
create function image_url_immutable() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'image_url_immutable', table = 'image',
    message = 'The URL of a picture cannot change.';
end $$;
create trigger image_url_immutable before update of url on image
  for each row when (new.url is distinct from old.url) execute function image_url_immutable();

-- The catalog.
alter table catalogue_load rename to catalog_load;
alter table catalog_load rename constraint catalogue_load_pkey to catalog_load_pkey;
alter table category rename constraint category_slug_form to category_slug_format;
alter table subcategory rename constraint subcategory_slug_form to subcategory_slug_format;
alter table country rename constraint country_code_form to country_code_format;
alter table country rename constraint country_slug_form to country_slug_format;

-- Listings.
alter table listing rename column status_before to previous_status;
alter table listing rename constraint listing_status_before to listing_previous_status;
alter table listing rename column suspended to hidden_by_suspension;
alter table listing rename constraint listing_facebook_form to listing_facebook_format;
alter table listing rename constraint listing_instagram_form to listing_instagram_format;
alter function listing_note_deletion rename to listing_set_deleted;
alter trigger listing_note_deletion on listing rename to listing_set_deleted;

alter table posting_key rename to idempotency_key;
alter table idempotency_key rename constraint posting_key_pkey to idempotency_key_pkey;
alter table idempotency_key rename constraint posting_key_author_fkey to idempotency_key_author_fkey;
alter table idempotency_key rename constraint posting_key_listing_fkey to idempotency_key_listing_fkey;
alter table idempotency_key rename constraint posting_key_length to idempotency_key_length;
alter index posting_key_listing_idx rename to idempotency_key_listing_idx;
alter index posting_key_created_idx rename to idempotency_key_created_idx;

-- Accounts.
alter table account rename column suspended to suspended_at;
alter table account rename constraint account_image_form to account_image_format;
alter function profile_follow_account rename to profile_sync_email;
alter trigger profile_follow_account on account rename to profile_sync_email;
alter function profile_count_follow rename to profile_count_sync;

-- Reports.
alter table report rename column settled to resolved;
alter table report_look rename to report_case_viewer;
alter table report_case_viewer rename constraint report_look_pkey to report_case_viewer_pkey;
alter function report_case_settle rename to report_case_refresh;
create or replace function report_case_refresh(listing uuid) returns void language plpgsql as $$
begin
  delete from report_case where listing_id = listing;
  insert into report_case (listing_id, kind, reports, first_reported, last_reported)
  select l.id, l.kind, count(*), min(report.created), max(report.created)
  from listing l join report on report.listing_id = l.id
  where l.id = listing and l.status <> 'deleted' and report.resolved is null
  group by l.id, l.kind;
end $$;
alter function report_case_follow_reports rename to report_case_sync_reports;
create or replace function report_case_sync_reports() returns trigger language plpgsql as $$
begin
  perform report_case_refresh(listing_id) from (select distinct listing_id from changed) touched;
  return null;
end $$;
alter function report_case_follow_listing rename to report_case_sync_listing;
create or replace function report_case_sync_listing() returns trigger language plpgsql as $$
begin
  perform report_case_refresh(new.id);
  return null;
end $$;
alter trigger report_case_follow_listing on listing rename to report_case_sync_listing;

-- The audit log.
drop trigger audit_entry_stays on audit_entry;
drop trigger audit_entry_stays_whole on audit_entry;
drop function audit_entry_stays();
create function audit_entry_append_only() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'audit_entry_append_only', table = 'audit_entry',
    message = 'Audit entries cannot be changed or deleted.';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function audit_entry_append_only();
create trigger audit_entry_append_only_truncate before truncate on audit_entry
  for each statement execute function audit_entry_append_only();

-- The contact form.
alter table puzzle_used rename to redeemed_challenge;
alter table redeemed_challenge rename constraint puzzle_used_pkey to redeemed_challenge_pkey;
alter table contact_message rename column state to status;
alter table contact_message rename column answered to resolved;
alter table contact_message rename constraint contact_message_state to contact_message_status;
alter table contact_message rename column mail_id to email_id;
alter index contact_message_mail_idx rename to contact_message_email_idx;
alter index contact_message_done_idx rename to contact_message_resolved_idx;

-- The email outbox.
drop trigger mail_enqueue on mail;
drop trigger contact_message_follow_mail on mail;
drop function mail_enqueue();
drop function contact_message_follow_mail();
drop function mail_add_job(uuid, text, timestamptz);
alter table mail rename to outbox_email;
alter table outbox_email rename column sealed to encrypted_content;
alter table outbox_email rename column state to status;
alter table outbox_email rename column tries to attempts;
alter table outbox_email rename column failure to last_error;
alter table outbox_email rename column settled to finished;
alter table outbox_email rename constraint mail_pkey to outbox_email_pkey;
alter table outbox_email rename constraint mail_recipient_length to outbox_email_recipient_length;
alter table outbox_email rename constraint mail_reply_to_length to outbox_email_reply_to_length;
alter table outbox_email rename constraint mail_kind_length to outbox_email_kind_length;
alter table outbox_email rename constraint mail_failure_length to outbox_email_last_error_length;
alter table outbox_email rename constraint mail_tries to outbox_email_attempts;
alter table outbox_email rename constraint mail_state to outbox_email_status;
alter table outbox_email rename constraint mail_settled to outbox_email_finished;
alter table outbox_email rename constraint mail_sealed to outbox_email_encrypted_content;
alter index mail_queued_idx rename to outbox_email_queued_idx;
alter index mail_settled_idx rename to outbox_email_finished_idx;

-- Adds the job that sends an email, or reschedules it. Jobs of one queue run one at a time, so emails to one recipient
-- stay in order; 256 queues keep the number of rows that every worker reads small.
create function outbox_email_add_job(id uuid, recipient text, run_at timestamptz) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job(
    'send_email',
    json_build_object('id', id),
    queue_name => 'email:' || left(md5(lower(recipient)), 2),
    run_at => run_at,
    job_key => 'email:' || id
  );
end $$;

create function outbox_email_enqueue() returns trigger language plpgsql as $$
begin
  perform outbox_email_add_job(new.id, new.recipient, now());
  return null;
end $$;
create trigger outbox_email_enqueue after insert on outbox_email
  for each row execute function outbox_email_enqueue();

create function contact_message_sync_email() returns trigger language plpgsql as $$
begin
  update contact_message set status = case new.status when 'queued' then 'new' else new.status end
  where email_id = new.id and status <> 'done';
  return null;
end $$;
create trigger contact_message_sync_email after update of status on outbox_email
  for each row when (old.status is distinct from new.status and new.kind = 'contact-message')
  execute function contact_message_sync_email();

-- Queued jobs of the earlier version have names and keys that no task has now. Emails get new jobs; cleanup runs every
-- hour or every day anyway.
select graphile_worker.remove_job('mail:' || id), outbox_email_add_job(id, recipient, now())
from outbox_email where status = 'queued';
select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier ~ '^(forget|tidy)_'));
