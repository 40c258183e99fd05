import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createDrawings } from '../server/modules/flyers/drawings.ts'
import { audiences, drawSiteFlyer } from '../server/modules/flyers/site-flyers.ts'
import { createLogger } from '../server/platform/log.ts'
import type { SettingsCommand } from './command.ts'

export const flyersCommand: SettingsCommand = {
  usage: 'write the two flyers of the site, with the code of PUBLIC_URL, for printing',
  argument: 'folder',
  async runAlone(config, argument) {
    if (!argument) throw new Error('Please give the folder to write them to.')
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
      return `Written for ${config.publicUrl}:\n${files.join('\n')}`
    } finally {
      await drawings.stop()
    }
  },
}
