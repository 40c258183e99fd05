/** Reads and writes topics: the rows of `category` and `subcategory`, of which a subcategory has a parent. */
import { sql } from 'kysely'
import type { Topic } from '../../../../shared/topics/topic.ts'
import type { Connection } from '../../../platform/database/database.ts'

/** Reads all topics that are not merged, categories first, each level in its order. Retired ones are included. */
export async function readTopics(connection: Connection): Promise<Topic[]> {
  const { rows } = await sql<Topic>`
    select topic.* from (
      select id, null::int as parent, name, slug, position, kinds, icon, drawing, synonyms, names, retired_at is not null as retired
      from category where merged_into is null and became is null
      union all
      select id, category_id, name, slug, position, kinds, '', '', synonyms, names, retired_at is not null
      from subcategory where merged_into is null and became is null
    ) topic order by parent is not null, position, id`.execute(connection)
  return rows
}

/** Reserves the ids of new topics. */
export async function nextTopicIds(tx: Connection, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('topic_id_seq')::int as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Stores new topics and changed ones, categories first. Names and addresses that they had still lead to them. */
export async function storeTopics(tx: Connection, topics: readonly Topic[]): Promise<void> {
  for (const topic of topics) {
    await freeName(tx, topic)
    await keepFormerName(tx, topic)
    const { id, parent, name, slug, position, kinds, icon, drawing, synonyms, retired } = topic
    // An older version of the program recorded changes without them.
    const names = JSON.stringify(topic.names ?? {})
    const retiredAt = sql`case when ${retired}::boolean then coalesce(topic.retired_at, now()) end`
    await (parent === null
      ? sql`
          insert into category as topic (id, name, slug, position, kinds, icon, drawing, synonyms, names, retired_at)
          values (${id}, ${name}, ${slug}, ${position}, ${kinds}, ${icon}, ${drawing}, ${synonyms}, ${names}::jsonb,
            case when ${retired}::boolean then now() end)
          on conflict (id) do update set name = excluded.name, slug = excluded.slug, position = excluded.position,
            kinds = excluded.kinds, icon = excluded.icon, drawing = excluded.drawing, synonyms = excluded.synonyms,
            names = excluded.names, first_name = coalesce(topic.first_name, topic.name), retired_at = ${retiredAt}`
      : sql`
          insert into subcategory as topic (id, category_id, name, slug, position, kinds, synonyms, names, retired_at)
          values (${id}, ${parent}, ${name}, ${slug}, ${position}, ${kinds}, ${synonyms}, ${names}::jsonb,
            case when ${retired}::boolean then now() end)
          on conflict (id) do update set name = excluded.name, slug = excluded.slug, position = excluded.position,
            kinds = excluded.kinds, synonyms = excluded.synonyms, names = excluded.names,
            first_name = coalesce(topic.first_name, topic.name), retired_at = ${retiredAt}`
    ).execute(tx)
  }
}

const tableOf = ({ parent }: Topic) => sql.table(parent === null ? 'category' : 'subcategory')

/** Merged topics keep their rows, so one may have the name or the address of a new topic. It gets others, which nobody sees. */
async function freeName(tx: Connection, topic: Topic) {
  const { parent, name, slug } = topic
  const sibling = parent === null ? sql`true` : sql`category_id = ${parent}`
  await sql`
    update ${tableOf(topic)} set name = left(name, 100) || ' #' || id, slug = left(slug, 100) || '-merged-' || id
    where (merged_into is not null or became is not null) and ${sibling} and (name = ${name} or slug = ${slug})`.execute(
    tx,
  )
}

async function keepFormerName(tx: Connection, topic: Topic) {
  const { id, name, slug } = topic
  await sql`
    insert into former_topic (topic_id, name, slug)
    select id, name, slug from ${tableOf(topic)} where id = ${id} and (name <> ${name} or slug <> ${slug})
    on conflict (topic_id, name) do update set slug = excluded.slug, changed = excluded.changed`.execute(tx)
}

/** Deletes topics. Violates a foreign key if something still has one. Returns false, and deletes none, if others have become one of them. */
export async function deleteTopics(tx: Connection, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from category where became = any(${ids}::int[])
    union all select from subcategory where became = any(${ids}::int[])`.execute(tx)
  if (rows.length > 0) return false
  await sql`delete from subcategory where id = any(${ids}::int[])`.execute(tx)
  await sql`delete from category where id = any(${ids}::int[])`.execute(tx)
  await sql`delete from former_topic where topic_id = any(${ids}::int[])`.execute(tx)
  return true
}

/** Deletes what stands for other topics, on a site without listings. */
export async function deleteMergedTopics(tx: Connection): Promise<void> {
  for (const table of ['subcategory', 'category'])
    await sql`
      with gone as (
        delete from ${sql.table(table)} where merged_into is not null or became is not null returning id
      )
      delete from former_topic where topic_id in (select id from gone)`.execute(tx)
}

/** Returns how many public listings each topic has, those of its subcategories included. */
export async function countListings(connection: Connection): Promise<Map<number, number>> {
  const { rows } = await sql<{ topic: number; listings: number }>`
    select topic_id as topic, sum(change)::int as listings from listing_count
    where place_id = 0 and topic_id <> 0 group by topic_id`.execute(connection)
  return new Map(rows.map(({ topic, listings }) => [topic, listings]))
}

/** Returns whether there is any listing, whatever its status. */
export async function hasListings(connection: Connection): Promise<boolean> {
  const { rows } = await sql`select from listing limit 1`.execute(connection)
  return rows.length > 0
}
