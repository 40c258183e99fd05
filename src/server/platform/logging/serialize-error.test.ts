import { expect, test } from 'vitest'
import { serializeError } from './serialize-error.ts'

const textOf = (error: unknown) => JSON.stringify(serializeError(error))

test('leaves out what PostgreSQL says about the values', () => {
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "account_email_key"'),
    {
      code: '23505',
      severity: 'ERROR',
      detail: 'Key (email)=(ada@example.com) already exists.',
      where: 'PL/pgSQL function with hunter2',
      internalQuery: 'select hunter2',
      parameters: ['hunter2'],
      table: 'account',
      constraint: 'account_email_key',
    },
  )
  expect(serializeError(error)).toMatchObject({
    type: 'Error',
    message: 'duplicate key value violates unique constraint "account_email_key"',
    code: '23505',
    severity: 'ERROR',
    table: 'account',
    constraint: 'account_email_key',
  })
  expect(textOf(error)).not.toMatch(/ada|hunter2/)
})

test('leaves out the input that a data exception or a syntax error quotes', () => {
  const exception = Object.assign(new Error('invalid input syntax for type uuid: "hunter2"'), {
    code: '22P02',
  })
  expect(serializeError(exception)).toMatchObject({ message: 'invalid input syntax for type uuid: "…"' })
  try {
    JSON.parse('hunter2 {"password": "hunter2"')
  } catch (error) {
    expect(textOf(error)).not.toContain('hunter2')
  }
})

test('leaves out the raw request of a connection error', () => {
  const error = Object.assign(new Error('Parse Error'), {
    code: 'HPE_INVALID_METHOD',
    rawPacket: Buffer.from('Cookie'),
  })
  expect(textOf(error)).not.toContain('rawPacket')
})

test('shows the stack without the message, and the causes', () => {
  const cause = new Error('cause\n    at hunter2 in a message')
  const error = new Error('outer', { cause })
  const serialized = JSON.stringify(serializeError(error))
  expect(serialized).toMatch(/serialize-error\.test\.ts/)
  expect(serialized).toContain('"message":"cause')
  expect(serialized.match(/outer/g)).toHaveLength(1)
})

test('bounds messages, causes, and the errors of an AggregateError', () => {
  let error = new Error('x'.repeat(10_000))
  for (let depth = 0; depth < 50; depth += 1) error = new Error('y'.repeat(10_000), { cause: error })
  const all = new AggregateError(
    Array.from({ length: 100 }, () => error),
    'all',
  )
  expect(textOf(error).length).toBeLessThan(12_000)
  expect(textOf(all).length).toBeLessThan(40_000)
})

test('accepts anything that was thrown', () => {
  for (const thrown of ['ada@example.com', 42, null, undefined, {}])
    expect(serializeError(thrown)).toMatchObject({ message: 'This is not an Error.' })
})
