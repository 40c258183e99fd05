import { describe, expect, test } from 'vitest'
import { AppError, statusOfCode } from '../../../shared/errors.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { codeOfStatus, toAppError } from './errors.ts'

const withCode = (code: string, message = 'internal details') => Object.assign(new Error(message), { code })

describe('the database is unavailable if', () => {
  const codes = [
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
    // A stopped container has no name; a network that is down has no route.
    ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['08006', '08001', '53300', '57P01', '57P03', '57014'],
    // After a failover, the server may still be connected to the old primary.
    '25006',
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
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('the message of pg is: %s', (message) => {
    expect(toAppError(new Error(message)).code).toBe('unavailable')
  })

  test('every address of the host refuses the connection', () => {
    const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])
    expect(toAppError(Object.assign(both, { code: 'ECONNREFUSED' })).code).toBe('unavailable')
  })
})

test('a full disk of the database is a 503 that says so', () => {
  const error = toAppError(withCode('53100', 'could not extend file "base/16384/16700"'))
  expect(error).toMatchObject({ code: 'unavailable', retryAfter: 120 })
  expect(error.message).toMatch(/storage is full/)
})

test.each([
  new Error('relation "x" does not exist'),
  withCode('42P01'),
  Object.assign(new Error('odd'), { statusCode: 500 }),
  'a thrown text',
])('hides the details of an unexpected error: %s', (thrown) => {
  expect(toAppError(thrown).toReply()).toEqual({ code: 'internal', message: somethingWentWrong })
})

test.each(['22021', '22P02', '22003', '2201X', '22P05'])(
  'blames the request for a value that PostgreSQL cannot represent: %s',
  (code) => {
    const error = toAppError(withCode(code, 'invalid byte sequence for encoding "UTF8": 0x00'))
    expect([error.status, error.code]).toEqual([400, 'invalid'])
    expect(error.message).not.toContain('byte')
  },
)

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

test.each([405, 408, 414, 415, 431])('keeps the status %i, which has no error code', (statusCode) => {
  const error = toAppError(Object.assign(new Error('FST_ERR'), { statusCode }))
  expect([error.status, error.code]).toEqual([statusCode, 'invalid'])
})

test('every error code has a different status, except for a call that needs a fresh sign-in', () => {
  const { sign_in_again: signInAgain, ...others } = statusOfCode
  expect(new Set(Object.values(others)).size).toBe(Object.keys(others).length)
  expect([signInAgain, codeOfStatus(403)]).toEqual([403, 'forbidden'])
})
