import { createSetupLink } from '../server/modules/setup/service.ts'
import { setupLinkHours } from '../shared/limits.ts'
import { privatePaths } from '../shared/paths.ts'
import type { DatabaseCommand } from './command.ts'

export const setupCommand: DatabaseCommand = {
  usage: 'print a link with which you become the first admin and set the site up',
  async run(database, _argument, { publicUrl }) {
    const link = await createSetupLink(database, publicUrl)
    if (link === null)
      return `The site has an admin, who can continue the setup at ${publicUrl}${privatePaths.setup}, or change the settings on the dashboard.`
    return `Open this link while the site runs. It works once, for ${setupLinkHours} hours, and those before no longer do. PUBLIC_URL and PORT say its address.\n${link}`
  },
}
