-- When the budget of each client will be full again: see platform/rate-limit/budgets.ts. Unlogged, because losing it in a
-- crash only refills the budgets.
create unlogged table request_budget (
  key text not null constraint request_budget_pkey primary key,
  full_at timestamptz not null,
  -- The latest report, from which an update computes full_at.
  spent interval not null
) with (fillfactor = 70);

-- Records a hit unless the bucket is backing off: beyond free_hits within the window, each further hit doubles the wait after
-- it, from one second up to max_wait. Returns 0, or the seconds until the next hit is allowed. Hits on one bucket are
-- serialized, so concurrent ones cannot pass together.
create function consume_with_backoff(bucket_name text, free_hits integer, hit_window interval, max_wait interval)
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
