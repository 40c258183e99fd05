/** What people choose for their page: its name in the URL, and whether it shows their bio. */

import { sql } from 'kysely'
import { AppError, notFound } from '../../../shared/errors.ts'
import { maxHandles } from '../../../shared/limits.ts'
import { sellerSettings as sentences } from '../../../shared/messages/recommendations.ts'
import { isReservedHandle } from '../../../shared/names.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { SellerSettings } from '../../../shared/recommendation.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../accounts/service.ts'

type Options = {
  database: Database
  rateLimiter: RateLimiter
  settings: CurrentSettings
}

export function createSellerSettings({ database, rateLimiter, settings: site }: Options) {
  async function get(viewer: Viewer): Promise<SellerSettings> {
    const { profileId } = await ensureProfile(database, viewer)
    const settings = await findSettings(database.kysely, profileId)
    if (!settings) throw notFound('profile')
    return settings
  }

  return {
    get,

    async change(viewer: Viewer, { handle, showBio }: { handle: string; showBio: boolean }) {
      const { profileId } = await ensureProfile(database, viewer)
      await database.kysely.transaction().execute(async (tx) => {
        const current = await lockSettings(tx, profileId)
        if (current === null) throw notFound('profile')
        await tx.updateTable('profile').set({ show_bio: showBio }).where('id', '=', profileId).execute()
        // One that was chosen before it was reserved can stay.
        if (handle === (current.handle ?? '')) return
        if (isReservedHandle(handle, site().name)) throw handleError(t(sentences.reserved))
        await rateLimiter.consume('handleByAccount', viewer.accountId, tx)
        await setHandle(tx, profileId, handle)
      })
      return get(viewer)
    },
  }
}

const handleError = (message: string) => new AppError('conflict', message, { handle: message })

async function findSettings(connection: Connection, profileId: string): Promise<SellerSettings | null> {
  const { rows } = await sql<SellerSettings>`
    select profile.id, profile.show_bio as "showBio",
      (select handle from profile_handle where profile_id = profile.id and is_current) as handle
    from profile where profile.id = ${profileId}`.execute(connection)
  return rows[0] ?? null
}

/** Concurrent changes by one person wait for each other, so that nobody gets more handles than allowed. */
async function lockSettings(tx: Connection, profileId: string) {
  await sql`select from profile where id = ${profileId} for no key update`.execute(tx)
  return findSettings(tx, profileId)
}

/** An empty handle leaves none. Earlier ones stay, because links to them must not lead to anyone else. */
async function setHandle(tx: Connection, profileId: string, handle: string): Promise<void> {
  await sql`
    update profile_handle set is_current = false where profile_id = ${profileId} and is_current`.execute(tx)
  if (handle === '') return
  const { rows } = await sql<{ own: number }>`
    select count(*)::int as own from profile_handle where profile_id = ${profileId} and handle <> ${handle}`.execute(
    tx,
  )
  if ((rows[0]?.own ?? 0) >= maxHandles) throw handleError(sentences.tooMany(maxHandles))
  const { numAffectedRows = 0n } = await sql`
    insert into profile_handle (handle, profile_id) values (${handle}, ${profileId})
    on conflict (handle) do update set is_current = true
      where profile_handle.profile_id = excluded.profile_id`.execute(tx)
  if (numAffectedRows === 0n) throw handleError(t(sentences.taken))
}
