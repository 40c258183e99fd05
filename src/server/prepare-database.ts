/** Migrates the embedded database as its owner, before the supervisor starts the server, which uses a role without rights. */
import { readConfig } from './config/environment.ts'
import { exitCodes } from './config/start-error.ts'
import { createLogger } from './platform/log.ts'
import { runProcess } from './process-end.ts'
import { prepareDatabase, startDatabase } from './start-database.ts'

await runProcess(async () => {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  const running = await startDatabase(config, log)
  try {
    await running.withoutStatementTimeout((database) => prepareDatabase(database, config, log))
    return exitCodes.ok
  } finally {
    await running.stop()
  }
})
