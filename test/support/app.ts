/** The app of one test file: a database of its own, a clock that stands still, and whoever a test says is asking. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { type App, type AppOptions, createApp } from '../../src/server/app.ts'
import { openPictureStorage, type PictureStorage } from '../../src/server/modules/media/storage.ts'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import type { Viewer } from '../../src/shared/policy.ts'
import { defaultProduct } from '../../src/shared/product.ts'
import { administer, databaseAt, templateName } from './databases.ts'
import { silentLog } from './silent-log.ts'
import { siteSecret } from './site-secret.ts'

/** Noon of this day in the site's time zone. */
export const today = '2026-11-20'
const now = new Date(`${today}T17:00:00Z`)

/** What was made for one test goes with that test, the rest with the file: the server has only so many connections. */
function whenDone(clean: () => Promise<unknown>) {
  const register = expect.getState().currentTestName === undefined ? afterAll : onTestFinished
  register(async () => void (await clean()))
}

type CreatedDatabase = {
  database: Database
  /** Where it is, for tests that connect in their own way. */
  address: string
}

/** A new database, with the schema and the catalog unless told to be empty; it goes when the test, or the file, is done. */
export async function createDatabase(content: 'catalog' | 'empty' = 'catalog'): Promise<CreatedDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(
    server,
    `create database ${name} template ${content === 'empty' ? 'template0' : templateName}`,
  )
  const address = databaseAt(server, name)
  const database = connectTo(address)
  whenDone(async () => {
    await database.close()
    await administer(server, `drop database ${name} with (force)`)
  })
  return { database, address }
}

export function connectTo(address: string, statementTimeoutMs?: number): Database {
  return openDatabase({
    connectionString: address,
    timeZone: defaultProduct.timeZone,
    log: silentLog,
    connections: 4,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  })
}

export type Answer<Body> = {
  status: number
  /** The JSON of the answer, in the shape that the test says it has. */
  body: Body
  /** The answer as it was sent. */
  text: string
  headers: Record<string, unknown>
}

export type TestApp = {
  app: App
  database: Database
  /** Where its pictures are. */
  pictures: PictureStorage
  /** Its DATA_DIR. */
  folder: string
  /** GETs a call under /api. */
  get: <Body = unknown>(path: string, viewer?: Viewer | null) => Promise<Answer<Body>>
  /** Moves the app's clock. */
  setNow: (instant: Date) => void
}

/** Somebody who is signed in, with what a test does not care about filled in. */
export const viewerWith = (given: Partial<Viewer> & Pick<Viewer, 'email'>): Viewer => ({
  accountId: '0193e0a4-0000-7000-8000-000000000001',
  sessionId: '0193e0a4-0000-7000-8000-000000000002',
  name: 'Somebody',
  photo: null,
  isAdmin: false,
  hasRecentLogin: true,
  suspensionReason: null,
  ...given,
})

export const admin = viewerWith({ email: 'admin@example.com', isAdmin: true })

const viewerHeader = 'x-test-viewer'

/** Tests of what is not about accounts say who is asking, without signing in. */
async function viewerOfHeader(request: FastifyRequest): Promise<Viewer | null> {
  const viewer = request.headers[viewerHeader]
  return typeof viewer === 'string' ? (JSON.parse(viewer) as Viewer) : null
}

type TestSettings = Partial<AppOptions['config']> &
  Pick<AppOptions, 'bodyTimeoutMs'> & { realSessions?: boolean; pictures?: Partial<PictureStorage> }

/**
 * An app on a database of its own, or on the one given; `config` overrides the settings of a site like any other.
 * With `realSessions` the session's cookie says who is asking, as on a real site.
 */
export async function createTestApp(
  given?: Database,
  { realSessions = false, pictures: otherPictures, bodyTimeoutMs, ...config }: TestSettings = {},
): Promise<TestApp> {
  const database = given ?? (await createDatabase()).database
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-app-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  const pictures = { ...(await openPictureStorage({ storage: null, dataDir: folder })), ...otherPictures }
  let clock = now
  const app = await createApp({
    config: {
      product: defaultProduct,
      publicUrl: 'http://localhost:3000',
      logLevel: 'silent',
      rateLimit: null,
      trustProxy: false,
      production: false,
      google: null,
      oidc: null,
      imageHost: null,
      ...config,
    },
    secret: siteSecret,
    database,
    pictures,
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    clock: () => clock,
    ...(!realSessions && { viewerOf: viewerOfHeader }),
  })
  whenDone(() => app.http.close())
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
  }
}
