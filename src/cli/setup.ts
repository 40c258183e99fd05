import { createSetupLink } from '../server/modules/setup/service.ts'
import { findRunningPublicUrl } from '../server/platform/database/running-servers.ts'
import { setupLinkHours } from '../shared/limits.ts'
import { privatePaths } from '../shared/paths.ts'
import type { DatabaseCommand } from './command.ts'

export const setupCommand: DatabaseCommand = {
  usage: 'print a link with which you become the first admin and set the site up',
  async run(database, _argument, config) {
    // The site may have been started with a PORT that this command does not have.
    const running = await findRunningPublicUrl(database)
    const link = await createSetupLink(database, running ?? config.publicUrl)
    if (link === null)
      return `The site has an admin, who can continue the setup at ${running ?? config.publicUrl}${privatePaths.setup}, or change the settings on the dashboard.`
    // Its start replaces the link.
    if (!running) return 'The site is not running. Start it, and open the link that it prints.'
    return `Open this link. It works once, for ${setupLinkHours} hours, and those before no longer do.\n${link}`
  },
}
