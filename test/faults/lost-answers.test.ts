/** The change is made, but its answer never arrives: repeating the request has no second effect. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Service } from '../../src/shared/listing.ts'
import { waitFor } from '../support/checks/emails.ts'
import { postOf } from '../support/data/posts.ts'
import { startMailServer } from '../support/site/mail-server.ts'
import {
  NoAnswerError,
  newKey,
  type RequestOptions,
  request,
  requestUntilAnswered,
} from './support/client.ts'
import { type FaultySite, startFaultySite } from './support/faulty-site.ts'

const posts = process.env.FAULTS === 'all' ? 100 : 20

/** Sends a request and kills the server at the first byte of its answer, which the client never gets. */
async function sendAndKill(site: FaultySite, path: string, options: RequestOptions) {
  const answered = Promise.withResolvers<void>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(site.url).port), 'localhost')
    client.pipe(upstream)
    for (const socket of [client, upstream]) socket.on('error', () => {})
    upstream.once('data', () => {
      upstream.pause()
      answered.resolve()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const sending = request({ url: `http://127.0.0.1:${port}` }, path, {
    ...options,
    headers: { ...options.headers, origin: site.url },
    timeoutMs: 8000,
  })
  await Promise.all([
    expect(sending).rejects.toThrow(NoAnswerError),
    answered.promise.then(() => site.kill()),
  ])
  proxy.close()
  await site.start()
}

test('X2: killed between the commit and the answer, a post and a removal take effect once', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const site = await startFaultySite({ smtpUrl: mail.url })
  const author = await site.signIn()
  const admin = await site.signIn({ isAdmin: true })

  const post = {
    method: 'POST',
    cookie: author.cookie,
    headers: newKey(),
    body: postOf('service', { title: 'Posted once' }),
  } as const
  await sendAndKill(site, '/api/services', post)
  const retried = await requestUntilAnswered<Service>(site, '/api/services', post)
  expect(retried.status).toBe(201)
  expect(retried.body.title).toBe('Posted once')

  const removal = { method: 'DELETE', cookie: admin.cookie } as const
  const path = `/api/service/${retried.body._id}`
  await sendAndKill(site, path, removal)
  expect((await requestUntilAnswered(site, path, removal)).status).toBe(410)

  await mail.waitForEmail(author.email)
  await site.withDatabase(async ({ kysely }) => {
    await waitFor('the outbox to be empty', async () => {
      const { rows } = await sql`select from outbox_email where status = 'queued'`.execute(kysely)
      return rows.length === 0 ? true : undefined
    })
    const { rows } = await sql`
      select (select count(*)::int from listing) as listings,
        (select count(*)::int from audit_entry where target_id = ${retried.body._id}) as decisions,
        (select count(*)::int from outbox_email) as emails`.execute(kysely)
    expect(rows).toEqual([{ listings: 1, decisions: 1, emails: 1 }])
  })
  expect(new Set(mail.received.map(({ email }) => email.messageId)).size).toBe(1)
})

test(`X28: over a link that delays and resets connections, ${posts} posts arrive once each`, async () => {
  const site = await startFaultySite()
  const { cookie } = await site.signIn()
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(site.url).port), 'localhost')
    for (const socket of [client, upstream]) socket.on('error', () => {})
    // A fifth of the connections is reset: in the middle of the request, or of the answer.
    const fate = Math.random()
    const forward = (from: typeof client, to: typeof client, resetAfter: number) => {
      let sent = 0
      let last: Promise<unknown> = Promise.resolve()
      from.on('data', (chunk: Buffer) => {
        last = last
          .then(() => delay(20))
          .then(() => {
            sent += chunk.length
            if (sent > resetAfter) client.resetAndDestroy()
            else to.write(chunk)
          })
      })
      from.on('close', () => last.then(() => to.end()))
    }
    forward(client, upstream, fate < 0.1 ? 300 : Number.POSITIVE_INFINITY)
    forward(upstream, client, fate > 0.9 ? 0 : Number.POSITIVE_INFINITY)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const link = { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }

  const ids = new Map<string, string>()
  const titles = Array.from({ length: posts }, (_, index) => `Post number ${index}`)
  const queue = [...titles]
  const work = async () => {
    for (let title = queue.pop(); title !== undefined; title = queue.pop()) {
      const reply = await requestUntilAnswered<Service>(link, '/api/services', {
        method: 'POST',
        cookie,
        headers: { ...newKey(), origin: site.url, connection: 'close' },
        body: postOf('service', { title }),
      })
      expect(reply.status, reply.text).toBe(201)
      ids.set(title, reply.body._id)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  const { rows } = await site.withDatabase(({ kysely }) =>
    sql<{ id: string; title: string }>`select id, title from listing`.execute(kysely),
  )
  expect(new Map(rows.map(({ id, title }) => [title, id]))).toEqual(ids)
  expect(rows).toHaveLength(posts)
})
