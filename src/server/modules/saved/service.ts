/** The ads that people saved in their account. Nobody else can see them, the authors of the ads included. */
import type { SavedAds } from '../../../shared/contract/saved.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxSavedAds } from '../../../shared/limits.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import { ensureProfile } from '../accounts/service.ts'
import * as queries from './queries.ts'

export type SavedService = ReturnType<typeof createSavedService>

export function createSavedService(database: Database) {
  const { kysely } = database
  async function list({ accountId }: Viewer): Promise<SavedAds> {
    const [ids, own] = await Promise.all([
      queries.listSaved(kysely, accountId),
      queries.listOwn(kysely, accountId),
    ])
    return { ids, own }
  }

  return {
    list,

    /** Throws `conflict` if a single listing does not fit. Several are saved as far as they fit. */
    async save(viewer: Viewer, ids: string[]) {
      const { profileId } = await ensureProfile(database, viewer)
      await kysely.transaction().execute(async (tx) => {
        const excess = await queries.insertSaved(tx, profileId, ids)
        if (excess > 0 && ids.length === 1)
          throw new AppError(
            'conflict',
            `You have saved ${maxSavedAds} ads, which is the most. Remove some to save others.`,
          )
      })
      return list(viewer)
    },

    async remove(viewer: Viewer, ids: string[]) {
      await queries.deleteSaved(kysely, viewer.accountId, ids)
      return list(viewer)
    },
  }
}
