import { expect, test } from 'vitest'
import { createDatabase } from '../../test/support/site/app.ts'
import { silentLog } from '../../test/support/site/silent-log.ts'
import { readConfig } from '../server/config/environment.ts'
import { registerServer } from '../server/platform/database/running-servers.ts'
import { setupCommand } from './setup.ts'

const config = readConfig({ NODE_ENV: 'test' })

test('the link has the address of the running site, whatever the port of the command; without a site, there is none', async () => {
  const { database } = await createDatabase()
  const setup = () => setupCommand.run(database, undefined, config)
  expect(await setup()).toBe('The site is not running. Start it, and open the link that it prints.')
  const server = await registerServer(
    database,
    { settings: {}, publicUrl: 'http://localhost:4999' },
    silentLog,
  )
  expect(await setup()).toMatch(/\nhttp:\/\/localhost:4999\/setup\?token=[\w-]+$/)
  await server.stop()
})
