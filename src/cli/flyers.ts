import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createDrawings } from '../server/modules/flyers/drawings.ts'
import { audiences, drawSiteFlyer } from '../server/modules/flyers/site-flyers.ts'
import { createLogger } from '../server/platform/log.ts'
import type { SettingsCommand } from './command.ts'

export const flyersCommand: SettingsCommand = {
  usage: 'write the two printable flyers of the site, with a QR code of PUBLIC_URL',
  argument: 'folder',
  async runWithoutDatabase(config, argument) {
    if (!argument) throw new Error('Enter the folder to write the flyers to.')
    const folder = resolve(argument)
    await mkdir(folder, { recursive: true })
    const drawings = createDrawings(createLogger('error'))
    try {
      const files: string[] = []
      for (const audience of audiences) {
        const file = join(folder, `${audience}.pdf`)
        await writeFile(file, await drawSiteFlyer(drawings.draw, config, audience))
        files.push(file)
      }
      return `Wrote the flyers for ${config.publicUrl}:\n${files.join('\n')}`
    } finally {
      await drawings.stop()
    }
  },
}
