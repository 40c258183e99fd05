import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApi, fetchTransport } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { somethingWentWrong, unreachable } from '../../shared/messages/pages.ts'
import { displayToasts, endPage, holdToasts, messageOf, takeToasts, toast } from './toast.ts'

afterEach(() => {
  takeToasts()
  displayToasts({ show() {} })
})

test('a toast waits until there is something to show it', () => {
  toast({ tone: 'success', text: 'Saved.' })
  const shown: string[] = []
  displayToasts({ show: () => shown.push(...takeToasts().map(({ text }) => text)) })
  toast({ tone: 'error', text: 'Not saved.' })
  expect(shown).toEqual(['Saved.', 'Not saved.'])
})

test('opening a dialog closes all toasts, and those of the dialog wait until the last dialog is closed', () => {
  const shown: string[] = []
  const dismiss = vi.fn()
  displayToasts({ show: () => shown.push(...takeToasts().map(({ text }) => text)), dismiss })
  const closeFirst = holdToasts()
  expect(dismiss).toHaveBeenCalledOnce()
  const closeSecond = holdToasts()
  toast({ tone: 'error', text: 'Not sent.' })
  closeSecond()
  expect(shown).toEqual([])
  closeFirst()
  expect(shown).toEqual(['Not sent.'])
})

test('the toasts of a page end with it, and those for the next page with that one', () => {
  const closeDialog = holdToasts()
  toast({ tone: 'success', text: 'Draft discarded.' })
  toast({ tone: 'success', text: 'Posted.', onNextPage: true })
  const endShown = vi.fn()
  displayToasts({ show() {}, endPage: endShown })
  endPage()
  expect(endShown).toHaveBeenCalledOnce()
  closeDialog()
  expect(takeToasts()).toEqual([{ tone: 'success', text: 'Posted.' }])
})

const fallback = 'Failed to send reset email.'

/** Returns the error that a call throws when the browser receives this response. */
function errorOf(response: Response): Promise<unknown> {
  return createApi(fetchTransport(async () => response))
    .listCategories({})
    .catch((error: unknown) => error)
}

describe('the message of an error', () => {
  test('is the sentence that our server sent', async () => {
    const error = await errorOf(
      Response.json({ code: 'rate_limited', message: 'Please wait.' }, { status: 429 }),
    )
    expect(messageOf(error)).toBe('Please wait.')
    expect(messageOf(error, fallback)).toBe('Please wait.')
    expect(messageOf(new AppError('conflict', 'It changed.'), fallback)).toBe('It changed.')
  })

  test.each([
    ['an HTML page of a proxy', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
    ['an empty response', () => new Response('', { status: 502 })],
    ['JSON of another server', () => Response.json({ error: 'no route' }, { status: 404 })],
  ])('is the sentence of the action for %s', async (_what, response) => {
    const error = await errorOf(response())
    expect(messageOf(error, fallback)).toBe(fallback)
    expect(messageOf(error)).toBe(somethingWentWrong)
  })

  test('is the sentence of the action if the server cannot be reached', () => {
    const error = new TypeError('Failed to fetch')
    expect(messageOf(error, fallback)).toBe(fallback)
    expect(messageOf(error)).toBe(unreachable)
  })
})
