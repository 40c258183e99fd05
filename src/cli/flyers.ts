import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../server/config/environment.ts'
import { createDrawings } from '../server/modules/flyers/drawings.ts'
import { audiences, drawSiteFlyer } from '../server/modules/flyers/site-flyers.ts'
import { openPictureStorage } from '../server/modules/media/storage.ts'
import {
  readSettingsOrDefaults,
  type SettingsState,
  settingsFrom,
} from '../server/modules/settings/service.ts'
import { createLogger } from '../server/platform/log.ts'
import { connectForCommand } from '../server/start-database.ts'
import type { SettingsCommand } from './command.ts'

export const flyersCommand: SettingsCommand = {
  usage: 'write the two printable flyers of the site, with a QR code of PUBLIC_URL',
  argument: 'folder',
  async runWithoutDatabase(config, argument) {
    if (!argument) throw new Error('Enter the folder to write the flyers to.')
    const folder = resolve(argument)
    await mkdir(folder, { recursive: true })
    const { settings } = await settingsFor(config)
    const { publicUrl } = config
    const { store } = await openPictureStorage(config)
    const drawings = createDrawings(createLogger('error'))
    try {
      const files: string[] = []
      for (const audience of audiences) {
        const file = join(folder, `${audience}.pdf`)
        await writeFile(file, await drawSiteFlyer(drawings.draw, { settings, publicUrl, store }, audience))
        files.push(file)
      }
      return `Wrote the flyers for ${config.publicUrl}:\n${files.join('\n')}`
    } finally {
      await drawings.stop()
    }
  },
}

/** Returns the settings of the site; without its database, those of the environment. */
async function settingsFor(config: Config): Promise<SettingsState> {
  const running = await connectForCommand(config, createLogger('fatal')).catch(() => null)
  if (!running) return settingsFrom(config.siteVariables)
  try {
    return await readSettingsOrDefaults(running.database, config.siteVariables)
  } finally {
    await running.stop()
  }
}
