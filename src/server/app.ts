/** The server's table of contents: what happens to each request, modules, and routes. Opens no port. */
import { timeOfLastBackup } from './modules/backup/service.ts'
import { mountMaintenance } from './modules/settings/maintenance.ts'
import { createModules, type ModuleOverrides, type Site } from './modules.ts'
import { isMigrated } from './platform/database/migrate.ts'
import { mountContractRoutes } from './platform/http/contract-routes.ts'
import { createDispatch } from './platform/http/dispatch.ts'
import { handleNotFound } from './platform/http/errors.ts'
import { mountForms } from './platform/http/form-routes.ts'
import { mountHealth } from './platform/http/health.ts'
import { mountDocs } from './platform/http/openapi.ts'
import { mountProxyProbe } from './platform/http/proxy-probe.ts'
import { openPipeline, type PipelineOverrides } from './platform/http/request-pipeline.ts'
import { jobQueue } from './platform/jobs/jobs.ts'
import { openLanguages } from './platform/language/reader-language.ts'
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts'
import { emailQueue } from './platform/mail/outbox.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { mountMetrics } from './platform/metrics/mount-metrics.ts'
import type { OtherProcesses } from './platform/metrics/process-exchange.ts'
import type { Module } from './platform/module.ts'
import { type MachineLocks, noLocks } from './platform/processes/machine-locks.ts'
import { type Tracing, traceCalls } from './platform/tracing/tracing.ts'
import { warmUp } from './warm-up.ts'

export type AppOptions = Pick<
  Site,
  'config' | 'secret' | 'database' | 'reads' | 'settings' | 'engine' | 'pictures' | 'clock'
> & {
  /** The folder of the embedded PostgreSQL; null or missing for another server. */
  databaseFolder?: string | null
  /** New ones by default. */
  metrics?: Metrics
  tracing?: Tracing | null
  /** The folder of emails that `/dev/mailbox` shows; null or missing in production. */
  shownOutbox?: string | null
  /** The other processes that serve the site, if there are any. */
  otherProcesses?: OtherProcesses | undefined
  locks?: MachineLocks
  /** What tests replace. */
  overrides?: ModuleOverrides & PipelineOverrides
}

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp(options: AppOptions) {
  const { config, secret, database, reads, settings, pictures, overrides = {} } = options
  const { metrics = createMetrics(), tracing = null, locks = noLocks, shownOutbox } = options
  const { publicUrl } = config
  const pipeline = await openPipeline(
    { ...options, settings: settings.current, metrics, tracing, processes: locks.processes },
    overrides,
  )
  const { app, connections, writeGuard, limitSessions } = pipeline
  openLanguages(() => settings.state().settings.languages, config.dataDir, app.log)
  const modules = await createModules({ ...options, metrics, locks, log: app.log, limitSessions }, overrides)
  const all: readonly Module[] = modules.all
  const { sessions } = modules
  const dispatch = traceCalls(createDispatch(modules.handlers), tracing)

  let draining = false
  // Without the primary, pages can still be read from the replica.
  const canWork = reads ? async () => true : writeGuard.canWrite
  const readiness = {
    database: async () => (await isMigrated(reads?.reader ?? database)) && (await canWork()),
    storage: () => pictures.store.isReachable(),
  }
  mountHealth(app, readiness, () => draining)
  const metricsListener = mountMetrics(app, {
    config,
    metrics,
    otherProcesses: options.otherProcesses,
    sources: {
      database,
      queues: [jobQueue, emailQueue, ...all.flatMap(({ queue = [] }) => queue)],
      caches: Object.assign({}, ...all.map(({ caches }) => caches)),
      folder: config.dataDir,
      lastBackup: () => timeOfLastBackup(database),
    },
  })
  mountMaintenance(app, { settings: settings.current, isClosed: modules.isClosed })
  mountProxyProbe(app, secret)
  mountContractRoutes(app, dispatch, sessions)
  mountForms(app, { dispatch, viewerOf: sessions.viewerOf, publicUrl })
  for (const { mount, onListen, onClose } of all) {
    await mount?.(app, dispatch)
    if (onListen) app.addHook('onListen', () => void onListen())
    if (onClose) app.addHook('onClose', async () => onClose())
  }
  if (shownOutbox) mountDevMailbox(app, shownOutbox, settings.current)
  await mountDocs(app, { settings: settings.current, publicUrl, siteSchemas: modules.siteSchemas })
  handleNotFound(app)

  return {
    http: app,
    /** Serves the metrics alone, for METRICS_LISTEN. */
    metricsListener,
    /** Serves typical requests before visitors send theirs, for at most this many milliseconds. Never throws. */
    warmUp: (maxMs: number, stopRequested: Promise<unknown>) =>
      warmUp({ http: app, words: modules.searchWords(), maxMs, stopRequested }),
    connections,
    /** Closes each connection with its next response, and makes `/readyz` report that the site is stopping. */
    drain() {
      connections.closeWithResponses()
      draining = true
    },
  }
}
