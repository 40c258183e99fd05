import { requestRebuild } from '../server/modules/search/feed/change-list.ts'
import type { DatabaseCommand } from './command.ts'
import { requireMigrated } from './require-migrated.ts'

export const reindexCommand: DatabaseCommand = {
  usage: 'build the search index of every server again while the site is online',
  async run(database) {
    await requireMigrated(database)
    await requestRebuild(database)
    return 'Every search index is built again from now on, or when its server starts. Until it is complete, searches use the one before. The log says “Built the search index.” when it is.'
  },
}
