/** Migrates the database before the supervisor starts the site: the embedded one as its owner, because the server has a role without rights. */
import { readConfig } from './config/environment.ts'
import { exitCodes } from './config/start-error.ts'
import { createLogger } from './platform/log.ts'
import { prepareContents } from './prepare-contents.ts'
import { runProcess } from './process-end.ts'
import { startDatabase } from './start-database.ts'

await runProcess(async () => {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  const running = await startDatabase(config, log)
  try {
    await running.withoutStatementTimeout((database) => prepareContents(database, config, log))
    return exitCodes.ok
  } finally {
    await running.stop()
  }
})
