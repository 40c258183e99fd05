/**
 * Global setup of the browser tests: starts the demo site that most tests visit. Its PostgreSQL also serves the sites
 * that some tests start, each with its own database.
 */
import { openDatabase } from '../../../src/server/platform/database/database.ts'
import { attachEmbeddedPostgres } from '../../../src/server/platform/database/embedded/embedded-postgres.ts'
import { crowdedState, listingsInCrowdedState } from '../data/crowded-state.ts'
import { createListing } from '../data/factories.ts'
import { openRunFolder } from './memory-folder.ts'
import { silentLog } from './silent-log.ts'
import { startSite } from './site.ts'
import { siteSecret } from './site-secret.ts'

export default async function setup() {
  const removeRunFolder = await openRunFolder()
  // Tests make links of emails with the secret.
  const site = await startSite({ settings: { SECRET: siteSecret } })
  try {
    const connectionString = (await attachEmbeddedPostgres({ dataDir: site.folder })) ?? ''
    await fillCrowdedState(connectionString)
    process.env.E2E_SITE = site.url
    process.env.E2E_DATABASE = connectionString
    process.env.E2E_FOLDER = site.folder
  } catch (error) {
    await site.stop()
    await removeRunFolder()
    throw error
  }
  return async () => {
    await site.stop()
    await removeRunFolder()
  }
}

/** Adds a state with two pages of services and of events, which the demo does not have. */
async function fillCrowdedState(connectionString: string) {
  const database = openDatabase({ connectionString, timeZone: 'UTC', log: silentLog, connections: 1 })
  const place = { state: crowdedState, city: 'Cheyenne' }
  for (let index = 0; index < listingsInCrowdedState; index += 1) {
    // Old and long over, so that every list shows them after the demo's own listings.
    const posted = new Date(Date.UTC(2020, 0, 1, 12, index)).toISOString()
    await createListing(database, { ...place, posted, title: `Snow shoveling, street ${index + 1}` })
    await createListing(database, {
      ...place,
      posted,
      kind: 'event',
      title: `Rodeo day ${index + 1}`,
      startDate: '2020-02-01',
    })
  }
  await database.close()
}
