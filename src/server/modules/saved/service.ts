/** The ads that people saved in their account. Nobody else can see them, the authors of the ads included. */
import { sql } from 'kysely'
import type { SavedAds } from '../../../shared/contract/saved.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxSavedAds } from '../../../shared/limits.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { ensureProfile } from '../accounts/service.ts'

export type SavedService = ReturnType<typeof createSavedService>

export function createSavedService(database: Database) {
  const { kysely } = database
  async function list({ accountId }: Viewer): Promise<SavedAds> {
    const [ids, own] = await Promise.all([listSaved(kysely, accountId), listOwn(kysely, accountId)])
    return { ids, own }
  }

  return {
    list,

    /** Throws `conflict` if a single listing does not fit. Several are saved as far as they fit. */
    async save(viewer: Viewer, ids: string[]) {
      const { profileId } = await ensureProfile(database, viewer)
      await kysely.transaction().execute(async (tx) => {
        const excess = await insertSaved(tx, profileId, ids)
        if (excess > 0 && ids.length === 1)
          throw new AppError(
            'conflict',
            t('You have saved {max} ads, which is the most. Remove some to save others.', {
              max: maxSavedAds,
            }),
          )
      })
      return list(viewer)
    },

    async remove(viewer: Viewer, ids: string[]) {
      await deleteSaved(kysely, viewer.accountId, ids)
      return list(viewer)
    },
  }
}

/** Returns the ids of an account's saved listings, public or not, the latest first. */
async function listSaved(connection: Connection, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select listing_id as id from saved_listing
    where profile_id = (select id from profile where account_id = ${accountId})
    order by saved desc, listing_id desc`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Returns the ids of an account's newest listings in lists. */
async function listOwn(connection: Connection, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select listing.id from listing join profile on profile.id = author_id
    where account_id = ${accountId} and status in ('active', 'reported') and not archived
    order by posted desc limit ${maxSavedAds}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Saves the public ones of these listings, as far as the limit allows. Returns how many did not fit. */
async function insertSaved(tx: Connection, profileId: string, ids: string[]): Promise<number> {
  // Browser tabs merge at the same time: one after the other, they cannot exceed the limit together.
  await sql`select from profile where id = ${profileId} for no key update`.execute(tx)
  const { rows } = await sql<{ excess: number }>`
    with candidate as (
      select listing.id, listing.price, row_number() over (order by requested.position) as position
      from unnest(${ids}::uuid[]) with ordinality requested(id, position)
      join listing on listing.id = requested.id
      where listing.status in ('active', 'reported')
        and not exists (select from saved_listing where profile_id = ${profileId} and listing_id = listing.id)
    ), free as (
      select ${maxSavedAds} - count(*) as places, clock_timestamp() as now
      from saved_listing where profile_id = ${profileId}
    ),
    inserted as (
      insert into saved_listing (profile_id, listing_id, known_price, saved)
      select ${profileId}, id, price, now - position * interval '1 microsecond'
      from candidate, free where position <= free.places
      on conflict do nothing
    )
    select greatest(0, count(*) - (select places from free))::int as excess from candidate`.execute(tx)
  return rows[0]?.excess ?? 0
}

async function deleteSaved(connection: Connection, accountId: string, ids: string[]): Promise<void> {
  await sql`
    delete from saved_listing
    where profile_id = (select id from profile where account_id = ${accountId})
      and listing_id = any(${ids}::uuid[])`.execute(connection)
}
