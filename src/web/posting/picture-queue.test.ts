import { expect, test, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { maxPictures } from '../../shared/limits.ts'
import { createPictureQueue, type Outcome } from './picture-queue.ts'

const fileOf = (name: string, { type = 'image/jpeg', size = 3 } = {}) => {
  const file = new File(['abc'], name, { type })
  return size === 3 ? file : Object.defineProperty(file, 'size', { value: size })
}

type Sending = {
  file: File
  signal: AbortSignal
  onProgress: (share: number) => void
  succeed: (address?: string) => Promise<void>
  fail: (error: Error) => Promise<void>
}

/** A queue whose uploads end when the test says so. */
function queueWith(first: { name: string; address: string | null }[] = []) {
  const sendings: Sending[] = []
  const outcomes: Outcome[] = []
  const queue = createPictureQueue({
    first,
    tell: (outcome) => outcomes.push(outcome),
    upload: (file, { onProgress, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const settle = async (end: () => void) => {
        end()
        await promise.catch(() => {})
        await Promise.resolve()
      }
      sendings.push({
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
    const sending = sendings[index]
    if (!sending) throw new Error(`Nothing number ${index} is being sent.`)
    return sending
  }
  return { queue, sendings, outcomes, at }
}

const states = (queue: ReturnType<typeof createPictureQueue>) =>
  queue.pictures().map(({ name, state }) => `${name} ${state.at}`)

test('pictures are sent one after the other, and told of once all are through', async () => {
  const { queue, sendings, outcomes, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  expect(states(queue)).toEqual(['a sending', 'b waiting'])
  at(0).onProgress(0.4)
  expect(queue.pictures()[0]?.state).toEqual({ at: 'sending', share: 0.4 })
  await at(0).succeed()
  expect(states(queue)).toEqual(['a ready', 'b sending'])
  expect(outcomes).toEqual([])
  await at(1).succeed()
  expect(outcomes).toEqual([{ uploaded: 2, failed: [], twice: [] }])
  expect(queue.addresses()).toEqual(['/pictures/a', '/pictures/b'])
  expect(sendings).toHaveLength(2)
})

test('one that fails says why, does not hold up the others, and can be tried again in its place', async () => {
  const { queue, outcomes, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  await at(0).fail(new AppError('invalid', 'This is no picture.'))
  await at(1).succeed()
  expect(queue.pictures()[0]?.state).toEqual({ at: 'failed', why: 'This is no picture.', again: true })
  expect(outcomes).toEqual([{ uploaded: 1, failed: [{ name: 'a', code: 'invalid' }], twice: [] }])
  queue.retry(queue.pictures()[0]?.id ?? 0)
  await at(2).succeed()
  expect(queue.addresses()).toEqual(['/pictures/a', '/pictures/b'])
})

test('no answer at all is told as such', async () => {
  const { queue, at } = queueWith()
  queue.add([fileOf('a')])
  await at(0).fail(new TypeError('Failed to fetch'))
  expect(queue.pictures()[0]?.state).toMatchObject({
    why: expect.stringMatching(/couldn't reach the server/),
  })
})

test.each([
  ['larger than 15 MB', fileOf('a', { size: 15 * 1024 * 1024 + 1 })],
  ['empty', fileOf('a', { size: 0 })],
  ['not a picture', fileOf('a.pdf', { type: 'application/pdf' })],
])('what is surely %s is not sent', (why, file) => {
  const { queue, sendings, outcomes } = queueWith()
  queue.add([file])
  expect(queue.pictures()[0]?.state).toMatchObject({
    at: 'failed',
    again: false,
    why: expect.stringContaining(why),
  })
  expect(sendings).toEqual([])
  expect(outcomes).toMatchObject([{ uploaded: 0, failed: [{ name: file.name }] }])
})

test('there is room for ten, and the rest is named', () => {
  const { queue } = queueWith([{ name: 'there', address: '/pictures/there' }])
  const names = Array.from({ length: maxPictures + 1 }, (_, index) => `${index}`)
  expect(queue.add(names.map((name) => fileOf(name)))).toEqual(['9', '10'])
  expect(queue.pictures()).toHaveLength(maxPictures)
})

test('a picture that is there already is not there twice', async () => {
  const { queue, outcomes, at } = queueWith([{ name: 'there', address: '/pictures/same' }])
  queue.add([fileOf('again')])
  await at(0).succeed('/pictures/same')
  expect(queue.addresses()).toEqual(['/pictures/same'])
  expect(outcomes).toEqual([{ uploaded: 0, failed: [], twice: ['again'] }])
})

test('removing one on its way ends its upload, and the next one follows', async () => {
  const { queue, at, outcomes } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  queue.remove(queue.pictures()[0]?.id ?? 0)
  expect(at(0).signal.aborted).toBe(true)
  await at(0).fail(new Error('aborted'))
  expect(states(queue)).toEqual(['b sending'])
  await at(1).succeed()
  expect(outcomes).toEqual([{ uploaded: 1, failed: [], twice: [] }])
})

test('pictures are put in order, never out of the list', () => {
  const { queue } = queueWith(['a', 'b', 'c'].map((name) => ({ name, address: name })))
  const idOf = (name: string) => queue.pictures().find((picture) => picture.name === name)?.id ?? 0
  queue.move(idOf('c'), 0)
  expect(queue.addresses()).toEqual(['c', 'a', 'b'])
  queue.move(idOf('c'), 1)
  expect(queue.addresses()).toEqual(['a', 'c', 'b'])
  queue.move(idOf('a'), 99)
  expect(queue.addresses()).toEqual(['c', 'b', 'a'])
})

test('whoever waits for them is told once nothing is on its way', async () => {
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

test('one that was never uploaded, and one that is gone, are told and left out', () => {
  const { queue } = queueWith([
    { name: 'a', address: null },
    { name: 'b', address: '/pictures/b' },
  ])
  queue.lose(queue.pictures()[1]?.id ?? 0)
  expect(states(queue)).toEqual(['a failed', 'b failed'])
  expect(queue.addresses()).toEqual([])
})

test('what a file looks like is let go of once it is not needed', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const { queue, at } = queueWith()
  queue.add([fileOf('a'), fileOf('b')])
  const [a, b] = queue.pictures()
  await at(0).succeed()
  queue.forgetLocal(a?.id ?? 0)
  expect(revoke.mock.calls).toEqual([[a?.local]])
  queue.dispose()
  expect(revoke.mock.calls).toEqual([[a?.local], [b?.local]])
  expect(queue.pictures()).toEqual([])
  revoke.mockRestore()
})
