import { sql } from 'kysely'
import { maxCountedItems, type QueueQuery } from '../metrics/collect-gauges.ts'

/** Jobs that are due, that run, and that failed in their last attempt. A retry counts as waiting from the time it is due. */
export const jobQueue: QueueQuery = sql`
  select 'jobs' as queue, state, items, oldest from (
    select
      count(*) filter (where state = 'waiting') as waiting, max(age) filter (where state = 'waiting') as waiting_age,
      count(*) filter (where state = 'running') as running, max(age) filter (where state = 'running') as running_age,
      count(*) filter (where state = 'failed') as failed, max(age) filter (where state = 'failed') as failed_age
    from (
      select case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when run_at <= now() then 'waiting' end as state,
        extract(epoch from now() - coalesce(locked_at, run_at))::float as age
      from graphile_worker.jobs limit ${maxCountedItems}
    ) job
  ) counted, lateral (values
    ('waiting', waiting, waiting_age), ('running', running, running_age), ('failed', failed, failed_age)
  ) states (state, items, oldest)`
