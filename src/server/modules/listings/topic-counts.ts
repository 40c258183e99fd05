/** Counts the public listings of every category and subcategory, from the counts that the database maintains. */
import { sql } from 'kysely'
import type { TopicCount } from '../../../shared/contract/browse.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'

/** `places` are the ids of one place, or of the places that share a name; [0] stands for all places. */
export function readTopicCounts(
  { preparedQuery }: Database,
  topics: number[],
  places: number[],
): Promise<TopicCount[]> {
  return preparedQuery('topic counts', () => topicCounts, { topics, places })
}

/** Looks each topic up in the index: without `lateral`, the plan of any parameters reads the counts of every place. */
const topicCounts = sql<TopicCount>`
  select topic.id::text as id, counted.services, counted.events
  from unnest(${placeholder('topics')}::int[]) topic(id)
  cross join lateral (
    select coalesce(sum(change) filter (where kind = 'service'), 0)::int as services,
      coalesce(sum(change) filter (where kind = 'event'), 0)::int as events
    from listing_count
    where kind in ('service', 'event') and topic_id = topic.id and place_id = any(${placeholder('places')}::int[])
  ) counted
  where counted.services + counted.events > 0 order by topic.id`
