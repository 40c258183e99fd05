import { describe, expect, test } from 'vitest'
import { AppError, UnexpectedResponseError } from '../../shared/errors.ts'
import { saveErrorMessage } from './use-save-listing.ts'

const proxyError = new UnexpectedResponseError(502)

describe('the message of a failed save', () => {
  test.each([
    ['service', false, 'Failed to post service'],
    ['service', true, 'Error updating service'],
    ['event', false, 'Failed to post event'],
    ['event', true, 'Error updating event'],
  ] as const)('is the summary for a proxy error: %s, update %s', (kind, update, sentence) => {
    expect(saveErrorMessage(kind, update, proxyError, false)).toBe(sentence)
  })

  test('contains the server message if there is one', () => {
    const error = new AppError('rate_limited', 'Please wait.')
    expect(saveErrorMessage('service', false, error, false)).toBe('Failed to post service. Please wait.')
    expect(saveErrorMessage('event', false, error, false)).toBe('Please wait.')
    expect(saveErrorMessage('service', true, error, false)).toBe('Please wait.')
  })
})
