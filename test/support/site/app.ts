/** Creates apps for tests, each with its own database, a fixed clock, and a viewer chosen by the test. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import { type App, type AppOptions, createApp } from '../../../src/server/app.ts'
import { readConfig } from '../../../src/server/config/environment.ts'
import { openPictureStorage, type PictureStorage } from '../../../src/server/modules/media/storage.ts'
import type { SearchEngine } from '../../../src/server/modules/search/engine.ts'
import { openSettings } from '../../../src/server/modules/settings/service.ts'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../../src/server/platform/database/database.ts'
import type { Viewer } from '../../../src/shared/policy.ts'
import { toVariables } from '../../../src/shared/settings/read.ts'
import { defaultSettings, type SiteSettings } from '../../../src/shared/settings/table.ts'
import { createFedEngine, openLazily } from '../search/fed-engine.ts'
import { administer, databaseAt, templateName } from './databases.ts'
import { memoryFolder } from './memory-folder.ts'
import { silentLog } from './silent-log.ts'
import { siteSecret } from './site-secret.ts'

/** Noon of this day in the site's time zone. */
export const today = '2026-11-20'
const now = new Date(`${today}T17:00:00Z`)

/** Runs `clean` after the current test, or after the file outside a test: the server's connections are limited. */
export function registerCleanup(clean: () => Promise<unknown>) {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  register(async () => void (await clean()))
}

type CreatedDatabase = {
  database: Database
  /** The connection string. */
  address: string
}

/** Creates a database with the schema and the catalog, or an empty one. It is dropped after the test or the file. */
export async function createDatabase(content: 'catalog' | 'empty' = 'catalog'): Promise<CreatedDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(
    server,
    // Copying the files takes half the time of writing every page to the write-ahead log, because nothing is flushed.
    `create database ${name} template ${content === 'empty' ? 'template0' : templateName} strategy file_copy`,
  )
  const address = databaseAt(server, name)
  // On a busy machine, even opening a connection can take seconds: only tests of the circuit breaker need one.
  const database = connectTo(address, { patient: true })
  registerCleanup(async () => {
    await database.close()
    await administer(server, `drop database ${name} with (force)`)
  })
  return { database, address }
}

export function connectTo(
  address: string,
  options?: Pick<DatabaseOptions, 'statementTimeoutMs' | 'patient'>,
): Database {
  return openDatabase({
    connectionString: address,
    timeZone: defaultSettings.timeZone,
    log: silentLog,
    connections: 4,
    ...options,
  })
}

export type CallResponse<Body> = {
  status: number
  /** The parsed JSON, typed by the test. */
  body: Body
  /** The raw body. */
  text: string
  headers: Record<string, unknown>
}

export type TestApp = {
  app: App
  database: Database
  pictures: PictureStorage
  /** The app's DATA_DIR. */
  folder: string
  /** Sends a GET request to a call under `/api`. */
  get: <Body = unknown>(path: string, viewer?: Viewer | null) => Promise<CallResponse<Body>>
  /** Sets the app's clock. */
  setNow: (instant: Date) => void
  /** What the app has read of the site's settings and catalog. */
  revision: () => number
}

/** Returns a viewer with defaults for everything that the test does not set. */
export const viewerWith = (overrides: Partial<Viewer> & Pick<Viewer, 'email'>): Viewer => ({
  accountId: '0193e0a4-0000-7000-8000-000000000001',
  sessionId: '0193e0a4-0000-7000-8000-000000000002',
  name: 'Test User',
  photo: null,
  role: null,
  hasRecentLogin: true,
  suspensionReason: null,
  ...overrides,
})

export const admin = viewerWith({ email: 'admin@example.com', role: 'admin' })

const viewerHeader = 'x-test-viewer'

/** Reads the viewer from a header, for tests that need no real session. */
async function viewerOfHeader(request: FastifyRequest): Promise<Viewer | null> {
  const viewer = request.headers[viewerHeader]
  return typeof viewer === 'string' ? (JSON.parse(viewer) as Viewer) : null
}

type Overrides = NonNullable<AppOptions['overrides']>
type TestAppOptions = Partial<AppOptions['config']> &
  Omit<Overrides, 'viewerOf'> &
  Pick<AppOptions, 'reads' | 'otherProcesses'> & {
    engine?: SearchEngine
    /** As if environment variables set them. */
    settings?: Partial<SiteSettings>
    /** Whether the app sees changes by other apps. Asking for them would disturb tests that count queries. */
    followsSettings?: boolean
    realSessions?: boolean
    pictures?: Partial<PictureStorage>
  }

/** A test may send hundreds of requests at once, on a machine that is busy with other tests. */
const unlimitedLoad = {
  maxInProgress: Number.POSITIVE_INFINITY,
  maxWaitingQueries: Number.POSITIVE_INFINITY,
  maxEventLoopDelayMs: Number.POSITIVE_INFINITY,
}

/** Pictures are decoded at a low priority, which can take minutes on a busy machine. */
const pictureTimeoutMs = 300_000

/**
 * Creates an app on a new or an existing database. The options override the default settings. With `realSessions`, the
 * viewer comes from the session cookie, as in production.
 */
export async function createTestApp(
  existingDatabase?: Database,
  {
    realSessions = false,
    pictures: pictureOverrides,
    bodyTimeoutMs,
    loadLimits = unlimitedLoad,
    reads,
    otherProcesses,
    cachePages,
    isAllowedEndpoint,
    isAllowedCalendar,
    engine,
    settings: chosen = {},
    followsSettings = false,
    ...config
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database = existingDatabase ?? (await createDatabase()).database
  const folder = await mkdtemp(join(await memoryFolder(), 'corkboard-app-'))
  registerCleanup(() => rm(folder, { recursive: true, force: true }))
  const pictures = {
    ...(await openPictureStorage({ storage: null, dataDir: folder })),
    ...pictureOverrides,
    limits: { timeoutMs: pictureTimeoutMs, ...pictureOverrides?.limits },
  }
  let clock = now
  const settings = await openSettings({
    database,
    variables: toVariables(chosen),
    log: silentLog,
    ...(!followsSettings && { pollEveryMs: null }),
  })
  const searchEngine =
    engine ?? openLazily(() => createFedEngine(database, { hasReplica: reads !== undefined, settings }))
  const app = await createApp({
    config: { ...readConfig({}), dataDir: folder, logLevel: 'silent', rateLimit: null, ...config },
    secret: siteSecret,
    database,
    settings,
    engine: searchEngine,
    reads,
    pictures,
    otherProcesses,
    clock: () => clock,
    overrides: {
      bodyTimeoutMs,
      loadLimits,
      cachePages,
      isAllowedEndpoint,
      isAllowedCalendar,
      viewerOf: realSessions ? undefined : viewerOfHeader,
    },
  })
  registerCleanup(async () => {
    await app.http.close()
    settings.stop()
    await searchEngine.close()
  })
  return {
    app,
    database,
    pictures,
    folder,
    async get<Body>(path: string, viewer: Viewer | null = null) {
      const response = await app.http.inject({
        url: `/api${path}`,
        headers: viewer ? { [viewerHeader]: JSON.stringify(viewer) } : {},
      })
      return {
        status: response.statusCode,
        body: response.json<Body>(),
        text: response.body,
        headers: response.headers,
      }
    },
    setNow: (instant) => {
      clock = instant
    },
    revision: settings.revision,
  }
}
