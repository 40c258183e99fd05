import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type BucketServer, startBucketServer } from '../../../../test/support/site/bucket-server.ts'
import { createBucketStore, createFolderStore, type ImageStore, isFull } from './image-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

async function fileWith(content: string): Promise<string> {
  const file = join(folder, 'picture')
  await writeFile(file, content)
  return file
}

async function readText(
  store: ImageStore,
  key: string,
): Promise<{ text: string; bytes: number | null } | null> {
  const found = await store.read(key)
  return found && { text: Buffer.concat(await found.stream.toArray()).toString(), bytes: found.bytes }
}

async function bucketServer(): Promise<BucketServer> {
  const server = await startBucketServer()
  onTestFinished(() => server.close())
  return server
}

const kinds: Record<string, () => Promise<ImageStore>> = {
  'a folder': async () => createFolderStore(join(folder, 'store')),
  'a bucket': async () => createBucketStore((await bucketServer()).bucket),
}

describe.each(Object.entries(kinds))('%s', (_kind, open) => {
  test('returns stored files until they are removed', async () => {
    const store = await open()
    await store.put('ads/one.webp', await fileWith('the one'))
    await store.put('ads/two.webp', await fileWith('another'))
    expect(await readText(store, 'ads/one.webp')).toEqual({ text: 'the one', bytes: 7 })
    await store.remove('ads/one.webp')
    expect(await readText(store, 'ads/one.webp')).toBeNull()
    expect(await readText(store, 'ads/two.webp')).toEqual({ text: 'another', bytes: 7 })
  })

  test('returns null for a missing file, and ignores removing one', async () => {
    const store = await open()
    expect(await readText(store, 'ads/none.webp')).toBeNull()
    await store.remove('ads/none.webp')
  })

  test('rejects keys that lead outside of it', async () => {
    const store = await open()
    await writeFile(join(folder, 'secret'), 'a secret')
    await expect(store.read('ads/../../secret')).rejects.toThrow()
    await expect(store.remove('../secret')).rejects.toThrow()
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('a secret')
  })

  test('is reachable', async () => {
    expect(await (await open()).isReachable()).toBe(true)
  })
})

describe('a folder', () => {
  test('stores a file atomically by moving it', async () => {
    const store = createFolderStore(join(folder, 'store'))
    const file = await fileWith('whole')
    await store.put('ads/one.webp', file)
    await expect(readFile(file)).rejects.toThrow('ENOENT')
    expect(await readdir(join(folder, 'store', 'ads'))).toEqual(['one.webp'])
  })

  test('is unreachable if it cannot be created', async () => {
    await writeFile(join(folder, 'store'), 'a file')
    await expect(createFolderStore(join(folder, 'store')).isReachable()).rejects.toThrow()
  })

  test('throws for a folder in place of a file', async () => {
    await mkdir(join(folder, 'store', 'ads', 'one.webp'), { recursive: true })
    await expect(createFolderStore(join(folder, 'store')).read('ads/one.webp')).rejects.toThrow()
  })
})

describe('a bucket', () => {
  test('stores everything under its prefix', async () => {
    const server = await bucketServer()
    const store = await createBucketStore(server.bucket)
    await store.put('ads/one.webp', await fileWith('the one'))
    expect(await server.keys()).toEqual(['board/ads/one.webp'])
  })

  test('fails quickly while it is unreachable, and recovers', async () => {
    const server = await bucketServer()
    const store = await createBucketStore(server.bucket)
    const file = await fileWith('the one')
    await store.put('ads/one.webp', file)
    await server.down()
    const started = Date.now()
    const results = await Promise.allSettled([
      store.isReachable(),
      store.put('ads/two.webp', file),
      store.read('ads/one.webp'),
      store.remove('ads/one.webp'),
    ])
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    expect(Date.now() - started).toBeLessThan(20_000)
    await server.up()
    expect(await readText(store, 'ads/one.webp')).toEqual({ text: 'the one', bytes: 7 })
    expect(await store.isReachable()).toBe(true)
  })

  test('throws if it does not exist', async () => {
    const store = await createBucketStore({ ...(await bucketServer()).bucket, name: 'other' })
    await expect(store.isReachable()).rejects.toThrow()
    await expect(store.read('ads/one.webp')).rejects.toThrow()
  })

  test('times out if it never responds', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((listening) => server.once('listening', listening))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const bucket = {
      name: 'pictures',
      prefix: '',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    }
    const store = await createBucketStore(bucket, 200)
    const started = Date.now()
    await expect(store.read('ads/one.webp')).rejects.toThrow()
    await expect(store.put('ads/one.webp', await fileWith('the one'))).rejects.toThrow()
    expect(Date.now() - started).toBeLessThan(20_000)
  })
})

test('recognizes a full disk in errors and their causes', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(isFull(full)).toBe(true)
  expect(isFull(new Error('cannot write', { cause: full }))).toBe(true)
  expect(isFull(Object.assign(new Error('quota'), { code: 'EDQUOT' }))).toBe(true)
  expect(isFull(Object.assign(new Error('read-only'), { code: 'EROFS' }))).toBe(false)
  expect(isFull(new Error('no space left on device'))).toBe(false)
})
