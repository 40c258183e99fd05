import type { Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import * as queries from './queries.ts'

/** The author that the one who asks is. An account that has no profile yet is given one. */
export async function authorOf(database: Database, viewer: Viewer): Promise<queries.AuthorId> {
  const known = await queries.findAuthor(database, viewer.userId)
  if (known) return known
  const { userId: accountId, name, email } = viewer
  await queries.insertProfile(database, { accountId, email, name: name.trim() || email })
  const made = await queries.findAuthor(database, accountId)
  if (made) return made
  throw new Error(`The account ${accountId} could not be given a profile.`)
}
