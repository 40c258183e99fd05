import { describe, expect, test } from 'vitest'
import { AppError, statusOfCode } from '../../../shared/errors.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { toAppError } from './errors.ts'

const withCode = (code: string, message = 'raw text of the insides') =>
  Object.assign(new Error(message), { code })

describe('the database is away when', () => {
  const codes = [
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
    // A container that has stopped has no name any more; a network that is down has no way to it.
    ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['08006', '08001', '53300', '57P01', '57P03', '57014'],
  ]
  test.each(codes)('its error is %s', (code) => {
    const error = toAppError(withCode(code))
    expect(error.code).toBe('unavailable')
    expect(error.message).not.toContain('insides')
  })

  test.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
  ])('pg says: %s', (message) => {
    expect(toAppError(new Error(message)).code).toBe('unavailable')
  })

  test('every address of a name that has several refuses', () => {
    const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])
    expect(toAppError(Object.assign(both, { code: 'ECONNREFUSED' })).code).toBe('unavailable')
  })
})

test.each([
  new Error('relation "x" does not exist'),
  withCode('42P01'),
  withCode('22P02'),
  Object.assign(new Error('odd'), { statusCode: 500 }),
  'a text that was thrown',
])('anything unexpected is a fixed sentence: %s', (thrown) => {
  expect(toAppError(thrown).toReply()).toEqual({ code: 'internal', message: somethingWentWrong })
})

test('what we meant is passed on as it is', () => {
  const meant = new AppError('conflict', 'It was changed meanwhile.', { title: 'Changed.' })
  expect(toAppError(meant)).toBe(meant)
  expect(meant.toReply()).toEqual({
    code: 'conflict',
    message: 'It was changed meanwhile.',
    fields: { title: 'Changed.' },
  })
})

test.each([400, 403, 404, 405, 406, 408, 412, 413, 414, 415, 416, 429, 431, 503])(
  'a refusal of the web framework, %i, is not turned into a failure of ours',
  (statusCode) => {
    const error = toAppError(Object.assign(new Error('FST_ERR'), { statusCode }))
    expect(Math.floor(error.status / 100)).toBe(Math.floor(statusCode / 100))
  },
)

test('each code has a status of its own', () => {
  expect(new Set(Object.values(statusOfCode)).size).toBe(Object.keys(statusOfCode).length)
})
