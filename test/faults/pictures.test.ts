/** Pictures that cannot be stored or processed: the upload fails with a message, and the site goes on. */
import { access, mkdir, mkdtemp, readFile, rmdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Service } from '../../src/shared/listing.ts'
import { postOf } from '../support/data/posts.ts'
import { pictureFormOf, type Reply, request } from './support/client.ts'
import { startDatabaseServer } from './support/database-server.ts'
import { startFaultySite } from './support/faulty-site.ts'
import { createLedger, expectPictures } from './support/ledger.ts'
import { report } from './support/report.ts'
import { fillDisk, mountDisk } from './support/small-disk.ts'

type Picture = { secure_url: string }

test('X14: when storing the third of five pictures fails, the others are posted and no file is left over', async (context) => {
  const disk = await mountDisk(context, 64)
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-faults-'))
  await symlink(disk, join(folder, 'pictures'))
  const site = await startFaultySite({ folder })
  const { cookie } = await site.signIn()
  const upload = async (shade: number): Promise<Reply<Picture>> =>
    request(site, '/api/images', { method: 'POST', cookie, body: await pictureFormOf(shade) })
  const images: string[] = []
  for (let number = 1; number <= 5; number += 1) {
    const free = number === 3 ? await fillDisk(disk) : null
    const { status, body } = await upload(number)
    expect(status).toBe(number === 3 ? 503 : 201)
    if (status === 201) images.push(body.secure_url)
    await free?.()
  }
  const retried = await upload(3)
  expect(retried.status).toBe(201)
  images.splice(2, 0, retried.body.secure_url)
  const posted = await request<Service>(site, '/api/services', {
    method: 'POST',
    cookie,
    body: postOf('service', { title: 'Five pictures', images }),
  })
  expect(posted.body.images).toEqual(images)

  const ledger = createLedger()
  ledger.listings.set('Five pictures', {
    id: posted.body._id,
    images,
    edit: { acknowledged: 0, attempted: 0 },
    deletion: 'none',
    deletedBy: 'author',
    reported: 'no',
  })
  await site.withDatabase((database) => expectPictures(database, ledger, folder))
})

test('X15: with 512 MB of memory, fifty uploads at once, three of them huge, leave the server running', async (context) => {
  const group = await createMemoryGroup(512)
  if (!group) return context.skip('This machine has no memory control group that can be created.')
  const site = await startFaultySite({
    databaseUrl: await startDatabaseServer(),
    wrapper: ['sh', '-c', `echo $$ > ${group.processes} && exec "$@"`, 'sh'],
  })
  const { cookie } = await site.signIn()
  const { pid } = site.server()
  const send = async (index: number) => {
    const size = index % 20 === 0 ? { width: 8000, height: 6000 } : { width: 600, height: 450 }
    const body = await pictureFormOf(index, size)
    return request(site, '/api/images', { method: 'POST', cookie, body, timeoutMs: 270_000 })
  }
  let running = true
  const waits: number[] = []
  const watching = (async () => {
    while (running) waits.push((await request(site, '/healthz')).milliseconds)
  })()
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index)))
  running = false
  await watching
  for (const { status, text } of replies) expect([201, 413, 422, 400, 503], text).toContain(status)
  const stored = replies.filter(({ status }) => status === 201).length
  expect(stored).toBeGreaterThan(0)
  expect(site.server().pid).toBe(pid)
  expect(process.kill(pid, 0)).toBe(true)
  waits.sort((a, b) => a - b)
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
  expect(p99).toBeLessThan(1000)
  expect((await request(site, '/api/services')).status).toBe(200)
  report('memory', { stored, healthz: waits, peakMegabytes: (await group.peakBytes()) / 1024 / 1024 })
})

/** Creates a control group with a memory limit, of version 2 or 1. Returns null where that is impossible. */
async function createMemoryGroup(megabytes: number) {
  const versions = [
    { parent: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
    {
      parent: '/sys/fs/cgroup/memory',
      limit: 'memory.limit_in_bytes',
      peak: 'memory.max_usage_in_bytes',
    },
  ]
  for (const { parent, limit, peak } of versions) {
    const folder = join(parent, `corkboard-${process.pid}`)
    try {
      await mkdir(folder)
      onTestFinished(() => rmdir(folder).catch(() => {}))
      // Where version 1 is mounted, the parent folder of version 2 is an ordinary one.
      await access(join(folder, limit))
      await writeFile(join(folder, limit), String(megabytes * 1024 * 1024))
      const peakBytes = async () => Number(await readFile(join(folder, peak), 'utf8'))
      return { processes: join(folder, 'cgroup.procs'), peakBytes }
    } catch {
      // The other version, or none.
    }
  }
  return null
}
