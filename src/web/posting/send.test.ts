import { describe, expect, test } from 'vitest'
import { AppError, UnexpectedResponseError } from '../../shared/errors.ts'
import { failureOfSending } from './send.ts'

const proxyError = new UnexpectedResponseError(502)

describe('a listing that could not be saved', () => {
  test.each([
    ['service', false, 'Failed to post service'],
    ['service', true, 'Error updating service'],
    ['event', false, 'Failed to post event'],
    ['event', true, 'Error updating event'],
  ] as const)(
    'shows the sentence of its action for a proxy error: %s, update %s',
    (kind, update, sentence) => {
      expect(failureOfSending(kind, update, proxyError, false)).toBe(sentence)
    },
  )

  test('shows the sentence of the server where there is one', () => {
    const refusal = new AppError('rate_limited', 'Please wait.')
    expect(failureOfSending('service', false, refusal, false)).toBe('Failed to post service. Please wait.')
    expect(failureOfSending('event', false, refusal, false)).toBe('Please wait.')
    expect(failureOfSending('service', true, refusal, false)).toBe('Please wait.')
  })
})
