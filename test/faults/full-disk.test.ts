/** A disk runs full: reads go on, writes fail with a clear message, /readyz reports it, and space heals it. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { postOf } from '../support/data/posts.ts'
import { pictureFormOf, pictureSize, type Reply, request } from './support/client.ts'
import { type FaultySite, startFaultySite, untilServing } from './support/faulty-site.ts'
import { fillDisk, mountDisk } from './support/small-disk.ts'

const maxRecoveryMs = 5000
/** /readyz remembers for a few seconds that the database can write. */
const maxReportMs = 10_000

type Picture = { secure_url: string }

const upload = async (site: FaultySite, cookie: string, shade: number): Promise<Reply<Picture>> =>
  request(site, '/api/images', { method: 'POST', cookie, body: await pictureFormOf(shade) })
const post = (site: FaultySite, cookie: string, images: string[] = []) =>
  request<{ _id: string }>(site, '/api/services', {
    method: 'POST',
    cookie,
    body: postOf('service', { images }),
  })

function expectOutOfSpace({ status, body, headers }: Reply<object>) {
  expect({ status, body }).toEqual({
    status: 503,
    body: { code: 'unavailable', message: expect.stringMatching(/out of space|storage is full/) },
  })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

const expectReads = async (site: FaultySite, paths: string[]) => {
  for (const path of paths) expect((await request(site, path)).status, path).toBe(200)
}

const readiness = async (site: FaultySite) => (await request(site, '/readyz')).body

test('X7: a full disk for pictures rejects uploads and nothing else', async (context) => {
  const disk = await mountDisk(context, 64)
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-faults-'))
  await symlink(disk, join(folder, 'pictures'))
  const site = await startFaultySite({ folder })
  const { cookie } = await site.signIn()
  const first = await upload(site, cookie, 1)
  expect(first.status).toBe(201)

  const free = await fillDisk(disk)
  expectOutOfSpace(await upload(site, cookie, 2))
  expect(await readiness(site)).toEqual({ status: 'not ready', database: true, storage: false })
  const posted = await post(site, cookie, [first.body.secure_url])
  expect(posted.status).toBe(201)
  await expectReads(site, ['/', `/api/service/${posted.body._id}`, '/api/services', '/all-services'])
  const served = await fetch(site.url + first.body.secure_url)
  const { width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect({ width, height }).toEqual(pictureSize)

  const freedAt = performance.now()
  await free()
  expect(await untilServing(site, freedAt)).toBeLessThan(maxRecoveryMs)
  expect((await upload(site, cookie, 3)).status).toBe(201)
})

test("X8: with PostgreSQL's disk full, pages are served, writes are rejected, and nothing is damaged", async (context) => {
  const disk = await mountDisk(context, 400)
  const folder = join(disk, 'data')
  await mkdir(folder)
  await expectSurvival(await startFaultySite({ folder }), disk)
})

test('X8: with the disk of the write-ahead log full, the same holds', async (context) => {
  const { site, disk } = await siteWithLogOn(context)
  await expectSurvival(site, disk)
})

test('X8: after PostgreSQL stopped for lack of space, it comes back with the space', async (context) => {
  const { site, disk } = await siteWithLogOn(context)
  const { cookie } = await site.signIn()
  const posted = await post(site, cookie)
  expect(posted.status).toBe(201)
  const free = await fillDisk(disk)
  // Writing past the site's own check, as a script with its own connection would.
  await site
    .withDatabase((database) =>
      sql`create table filler as select repeat(md5(n::text), 100) as text from generate_series(1, 50000) n`.execute(
        database.kysely,
      ),
    )
    .catch(() => {})
  await expect.poll(() => readiness(site), { timeout: maxReportMs }).toMatchObject({ database: false })
  const freedAt = performance.now()
  await free()
  expect(await untilServing(site, freedAt)).toBeLessThan(15_000)
  await expectReads(site, [`/api/service/${posted.body._id}`])
  expect((await post(site, cookie)).status).toBe(201)
})

/** Starts a site whose write-ahead log is on its own small disk. */
async function siteWithLogOn(context: TestContext): Promise<{ site: FaultySite; disk: string }> {
  const disk = await mountDisk(context, 160)
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-faults-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = await startFaultySite({ folder })
  await site.shutDown()
  const log = join(folder, 'postgres', 'pg_wal')
  // `cp` keeps the owner, PostgreSQL's user.
  expect(spawnSync('cp', ['-a', log, join(disk, 'pg_wal')]).status).toBe(0)
  await rm(log, { recursive: true })
  await symlink(join(disk, 'pg_wal'), log)
  await site.start()
  return { site, disk }
}

async function expectSurvival(site: FaultySite, disk: string) {
  const { cookie } = await site.signIn()
  const acknowledged: string[] = []
  const postOnce = async () => {
    const reply = await post(site, cookie)
    if (reply.status === 201) acknowledged.push(reply.body._id)
    return reply
  }
  for (let count = 0; count < 5; count += 1) expect((await postOnce()).status).toBe(201)

  const free = await fillDisk(disk)
  await expect.poll(async () => (await postOnce()).status, { timeout: maxReportMs }).toBe(503)
  expectOutOfSpace(await postOnce())
  await expect
    .poll(() => readiness(site), { timeout: maxReportMs })
    .toEqual({ status: 'not ready', database: false, storage: expect.any(Boolean) })
  for (let round = 0; round < 20; round += 1)
    await expectReads(site, ['/', '/api/services', `/api/service/${acknowledged[0]}`, '/all-services'])
  expect((await request(site, '/api/userprofile', { cookie })).status).toBe(200)

  const freedAt = performance.now()
  await free()
  expect(await untilServing(site, freedAt)).toBeLessThan(maxRecoveryMs)
  expect((await postOnce()).status).toBe(201)
  await site.withDatabase(async ({ kysely }) => {
    const { rows } = await sql<{ id: string }>`select id from listing`.execute(kysely)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
    await sql`create extension amcheck`.execute(kysely)
    const damage = await sql`
      select relname, damage.* from pg_class, lateral verify_heapam(pg_class.oid) damage
      where relkind in ('r', 'm') and relpersistence = 'p'`.execute(kysely)
    expect(damage.rows).toEqual([])
    // Throws if an index is damaged.
    await sql`select bt_index_check(index.oid, true) from pg_class index join pg_am on pg_am.oid = relam
      where amname = 'btree' and relkind = 'i' and relpersistence = 'p'`.execute(kysely)
  })
}
