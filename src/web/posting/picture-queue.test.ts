import { expect, test, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { maxPictures } from '../../shared/limits.ts'
import { createPictureQueue, type UploadSummary } from './picture-queue.ts'

const fileOf = (name: string, { type = 'image/jpeg', size = 3 } = {}) => {
  const file = new File(['abc'], name, { type })
  return size === 3 ? file : Object.defineProperty(file, 'size', { value: size })
}

type FakeUpload = {
  file: File
  signal: AbortSignal
  onProgress: (progress: number) => void
  succeed: (address?: string) => Promise<void>
  fail: (error: Error) => Promise<void>
}

/** Creates a queue whose uploads the test completes. */
function queueWith(initial: { name: string; address: string | null }[] = []) {
  const uploads: FakeUpload[] = []
  const summaries: UploadSummary[] = []
  const queue = createPictureQueue({
    initial,
    onFinish: (summary) => summaries.push(summary),
    upload: (file, { onProgress, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const settle = async (end: () => void) => {
        end()
        await promise.catch(() => {})
        await Promise.resolve()
      }
      uploads.push({
        file,
        signal,
        onProgress,
        succeed: (address = `/pictures/${file.name}`) => settle(() => resolve(address)),
        fail: (error) => settle(() => reject(error)),
      })
      return promise
    },
  })
  const at = (index: number) => {
    const upload = uploads[index]
    if (!upload) throw new Error(`There is no upload ${index}.`)
    return upload
  }
  return { queue, uploads, summaries, at }
}

const states = (queue: ReturnType<typeof createPictureQueue>) =>
  queue.pictures().map(({ name, state }) => `${name} ${state.status}`)

test('uploads one at a time, and reports once all have finished', async () => {
  const { queue, uploads, summaries, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  expect(states(queue)).toEqual(['a uploading', 'b waiting'])
  at(0).onProgress(0.4)
  expect(queue.pictures()[0]?.state).toEqual({ status: 'uploading', progress: 0.4 })
  await at(0).succeed()
  expect(states(queue)).toEqual(['a ready', 'b uploading'])
  expect(summaries).toEqual([])
  await at(1).succeed()
  expect(summaries).toEqual([{ uploaded: 2, failed: [], duplicates: [] }])
  expect(queue.addresses()).toEqual(['/pictures/a', '/pictures/b'])
  expect(uploads).toHaveLength(2)
})

test('keeps a failed upload in place with its reason, and can retry it', async () => {
  const { queue, summaries, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  await at(0).fail(new AppError('invalid', 'This is no picture.'))
  await at(1).succeed()
  expect(queue.pictures()[0]?.state).toEqual({
    status: 'failed',
    reason: 'This is no picture.',
    canRetry: true,
  })
  expect(summaries).toEqual([{ uploaded: 1, failed: [{ name: 'a', code: 'invalid' }], duplicates: [] }])
  queue.retry(queue.pictures()[0]?.id ?? 0)
  await at(2).succeed()
  expect(queue.addresses()).toEqual(['/pictures/a', '/pictures/b'])
})

test('reports a network error as unreachable', async () => {
  const { queue, at } = queueWith()
  queue.add([fileOf('a')])
  await at(0).fail(new TypeError('Failed to fetch'))
  expect(queue.pictures()[0]?.state).toMatchObject({
    reason: expect.stringMatching(/couldn’t reach the server/),
  })
})

test.each([
  ['larger than 15 MB', fileOf('a', { size: 15 * 1024 * 1024 + 1 })],
  ['empty', fileOf('a', { size: 0 })],
  ['not an image', fileOf('a.pdf', { type: 'application/pdf' })],
])('does not upload a file that is %s', (problem, file) => {
  const { queue, uploads, summaries } = queueWith()
  queue.add([file])
  expect(queue.pictures()[0]?.state).toMatchObject({
    status: 'failed',
    canRetry: false,
    reason: expect.stringContaining(problem),
  })
  expect(uploads).toEqual([])
  expect(summaries).toMatchObject([{ uploaded: 0, failed: [{ name: file.name }] }])
})

test('accepts ten pictures and returns the names of the rest', () => {
  const { queue } = queueWith([{ name: 'there', address: '/pictures/there' }])
  const names = Array.from({ length: maxPictures + 1 }, (_, index) => `${index}`)
  expect(queue.add(names.map((name) => fileOf(name)))).toEqual(['9', '10'])
  expect(queue.pictures()).toHaveLength(maxPictures)
})

test('does not add the same picture twice', async () => {
  const { queue, summaries, at } = queueWith([{ name: 'there', address: '/pictures/same' }])
  queue.add([fileOf('again')])
  await at(0).succeed('/pictures/same')
  expect(queue.addresses()).toEqual(['/pictures/same'])
  expect(summaries).toEqual([{ uploaded: 0, failed: [], duplicates: ['again'] }])
})

test('aborts the upload of a removed picture and starts the next', async () => {
  const { queue, at, summaries } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  queue.remove(queue.pictures()[0]?.id ?? 0)
  expect(at(0).signal.aborted).toBe(true)
  await at(0).fail(new Error('aborted'))
  expect(states(queue)).toEqual(['b uploading'])
  await at(1).succeed()
  expect(summaries).toEqual([{ uploaded: 1, failed: [], duplicates: [] }])
})

test('moves pictures within the bounds of the list', () => {
  const { queue } = queueWith(['a', 'b', 'c'].map((name) => ({ name, address: name })))
  const idOf = (name: string) => queue.pictures().find((picture) => picture.name === name)?.id ?? 0
  queue.move(idOf('c'), 0)
  expect(queue.addresses()).toEqual(['c', 'a', 'b'])
  queue.move(idOf('c'), 1)
  expect(queue.addresses()).toEqual(['a', 'c', 'b'])
  queue.move(idOf('a'), 99)
  expect(queue.addresses()).toEqual(['c', 'b', 'a'])
})

test('resolves settled() when the queue is empty', async () => {
  const { queue, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  let settled = false
  const waiting = queue.settled().then(() => {
    settled = true
  })
  await at(0).fail(new Error('lost'))
  expect(settled).toBe(false)
  await at(1).succeed()
  await waiting
  expect(settled).toBe(true)
})

test('shows pictures without a file as failed, and leaves them out', () => {
  const { queue } = queueWith([
    { name: 'a', address: null },
    { name: 'b', address: '/pictures/b' },
  ])
  queue.markMissing(queue.pictures()[1]?.id ?? 0)
  expect(states(queue)).toEqual(['a failed', 'b failed'])
  expect(queue.addresses()).toEqual([])
})

test('revokes object URLs that are no longer needed', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const { queue, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  const [a, b] = queue.pictures()
  await at(0).succeed()
  queue.revokePreview(a?.id ?? 0)
  expect(revoke.mock.calls).toEqual([[a?.previewUrl]])
  queue.clear()
  expect(revoke.mock.calls).toEqual([[a?.previewUrl], [b?.previewUrl]])
  expect(queue.pictures()).toEqual([])
  revoke.mockRestore()
})
