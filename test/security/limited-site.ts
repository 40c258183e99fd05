/** The running server with the rate limits of production, for clients with addresses of their own. */
import { randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { Database } from '../../src/server/platform/database/database.ts'
import { createDatabase, registerCleanup } from '../support/site/app.ts'
import { startSite } from '../support/site/site.ts'

/** Servers of one site have these in common. Nothing listens at the address of the storage: no test stores photos. */
const secret = randomBytes(32).toString('base64url')
const sharedStorage = 's3://key:secret@photos?endpoint=http://127.0.0.1:9&region=us-east-1'

const publicUrl = 'https://board.example.test'

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; cookie: string }
type SendOptions = { from?: string; cookie?: string; headers?: Record<string, string>; body?: unknown }

export type LimitedSite = {
  database: Database
  get: (path: string, options?: SendOptions) => Promise<Answer>
  /** Sends JSON from a page of this site. */
  post: (path: string, body: unknown, options?: SendOptions) => Promise<Answer>
  put: (path: string, body: unknown, options?: SendOptions) => Promise<Answer>
}

/** Starts a server and stops it after the test, or after the file outside a test. Servers that are given the same database belong to one site. */
export async function startLimitedSite(
  settings: Record<string, string> = {},
  existing?: { database: Database; address: string },
): Promise<LimitedSite> {
  const { database, address } = existing ?? (await createDatabase())
  const site = await startSite({
    databaseUrl: address,
    demo: false,
    settings: {
      NODE_ENV: 'production',
      // Vitest sets this variable, and the server refuses to start with it.
      TEST: '',
      PUBLIC_URL: publicUrl,
      SECRET: secret,
      ...(existing && { STORAGE_URL: sharedStorage }),
      RATE_LIMIT: '1',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  registerCleanup(site.stop)
  const port = Number(new URL(site.url).port)
  const send = sendTo(port)
  return {
    database,
    get: (path, options) => send('GET', path, options),
    post: (path, body, options) => send('POST', path, { ...options, body }),
    put: (path, body, options) => send('PUT', path, { ...options, body }),
  }
}

/** A loopback address other than 127.0.0.1. */
export const address = (n: number): string => `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`

export const countOf = (answers: Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

const sendTo =
  (port: number) =>
  (method: string, path: string, { from, cookie, headers, body }: SendOptions = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : JSON.stringify(body)
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent: false,
          ...(from && { localAddress: from }),
          headers: {
            ...(cookie && { cookie }),
            ...(content && { 'content-type': 'application/json', origin: publicUrl }),
            ...headers,
          },
        },
        (response) => {
          response.toArray().then(
            (chunks) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(chunks).toString('utf8'),
                cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
              }),
            reject,
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.setTimeout(30_000, () => outgoing.destroy(new Error('The server did not respond in time.')))
      outgoing.end(content)
    })
