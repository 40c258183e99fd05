-- Records a hit unless it would exceed a limit: at most max_hits[i] within windows[i]. Returns 0, or the seconds until the
-- next hit is allowed. Hits on one bucket are serialized, so concurrent hits cannot exceed the limit together.
create or replace function consume_rate_limit(bucket_name text, max_hits integer[], windows interval[])
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

-- Records a hit unless the bucket is backing off: beyond free_hits within the window, each further hit doubles the wait after
-- it, from one second up to max_wait. Returns 0, or the seconds until the next hit is allowed. Hits on one bucket are
-- serialized, so concurrent ones cannot pass together.
create or replace function consume_with_backoff(bucket_name text, free_hits integer, hit_window interval, max_wait interval)
  returns integer language plpgsql as $$
declare
  now_ constant timestamptz := clock_timestamp();
  hits integer;
  latest timestamptz;
  next_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('rate limit ' || bucket_name, 0));
  select count(*), max(at) into hits, latest
  from rate_limit_hit where bucket = bucket_name and at > now_ - hit_window;
  if hits >= free_hits then
    next_at := latest + least(max_wait, interval '1 second' * 2 ^ least(hits - free_hits, 20));
    if next_at > now_ then
      return greatest(1, ceil(extract(epoch from next_at - now_)))::integer;
    end if;
  end if;
  insert into rate_limit_hit (bucket, at) values (bucket_name, now_);
  return 0;
end $$;
