import { describe, expect, test } from 'vitest'
import { AppError, statusOfCode } from '../../../shared/errors.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { toAppError } from './errors.ts'

const withCode = (code: string, message = 'internal details') => Object.assign(new Error(message), { code })

describe('the database is unavailable if', () => {
  const codes = [
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
    // A stopped container has no name; a network that is down has no route.
    ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['08006', '08001', '53300', '57P01', '57P03', '57014'],
  ]
  test.each(codes)('the error code is %s', (code) => {
    const error = toAppError(withCode(code))
    expect(error.code).toBe('unavailable')
    expect(error.message).not.toContain('internal')
  })

  test.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
  ])('the message of pg is: %s', (message) => {
    expect(toAppError(new Error(message)).code).toBe('unavailable')
  })

  test('every address of the host refuses the connection', () => {
    const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])
    expect(toAppError(Object.assign(both, { code: 'ECONNREFUSED' })).code).toBe('unavailable')
  })
})

test.each([
  new Error('relation "x" does not exist'),
  withCode('42P01'),
  withCode('22P02'),
  Object.assign(new Error('odd'), { statusCode: 500 }),
  'a thrown text',
])('hides the details of an unexpected error: %s', (thrown) => {
  expect(toAppError(thrown).toReply()).toEqual({ code: 'internal', message: somethingWentWrong })
})

test('returns an AppError unchanged', () => {
  const error = new AppError('conflict', 'It was changed meanwhile.', { title: 'Changed.' })
  expect(toAppError(error)).toBe(error)
  expect(error.toReply()).toEqual({
    code: 'conflict',
    message: 'It was changed meanwhile.',
    fields: { title: 'Changed.' },
  })
})

test.each([400, 403, 404, 405, 406, 408, 412, 413, 414, 415, 416, 429, 431, 503])(
  'keeps the class of a framework error with status %i',
  (statusCode) => {
    const error = toAppError(Object.assign(new Error('FST_ERR'), { statusCode }))
    expect(Math.floor(error.status / 100)).toBe(Math.floor(statusCode / 100))
  },
)

test('every error code has a different status', () => {
  expect(new Set(Object.values(statusOfCode)).size).toBe(Object.keys(statusOfCode).length)
})
