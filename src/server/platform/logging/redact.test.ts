import { describe, expect, test } from 'vitest'
import { maxLineBytes, redactLine } from './redact.ts'

const redact = (record: Record<string, unknown>) => {
  const line = redactLine(`${JSON.stringify(record)}\n`)
  expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1).toBe(true)
  return { line, record: JSON.parse(line) as Record<string, unknown> }
}
const redactText = (msg: string) => redact({ msg }).record.msg

describe('masks email addresses', () => {
  test.each([
    ['Sent to mod@example.com.', 'Sent to m…@example.com.'],
    ['/api/remove-admin/mod%40example.com', '/api/remove-admin/m…%40example.com'],
    ['/api/remove-admin/mod%2540example.com', '/api/remove-admin/m…%2540example.com'],
    [
      'Key (email)=(ada.park+board@example.co.uk) already exists.',
      'Key (email)=(a…@example.co.uk) already exists.',
    ],
    ['<josé@exämple.org> rejected', '<j…@exämple.org> rejected'],
    ['Ada Park <ada@example.com>, bob@example.com', 'Ada Park <a…@example.com>, b…@example.com'],
    // The first letter is lost: in JSON, it is the one of the escape sequence.
    ['first line\nada@example.com', 'first line\n…@example.com'],
  ])('%s', (before, after) => {
    expect(redactText(before)).toBe(after)
  })
})

describe('masks secrets', () => {
  test.each([
    ['/email-link?token=cqk55iAbCdEf', '/email-link?token=…'],
    ['/api/auth/callback/google?state=s3cret&code=4%2F0Abc', '/api/auth/callback/google?state=…&code=…'],
    ['/signin?to=%2Freset-password%3Ftoken=abc', '/signin?to=%2Freset-password%3Ftoken=…'],
    [
      'corkboard.session_token=abc.def; __Host-corkboard.sign_up=ghi',
      'corkboard.session_token=…; __Host-corkboard.sign_up=…',
    ],
    ['Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.abcdef.ghi', 'Authorization: Bearer …'],
    ['issued eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'issued …'],
    ['postgres://board:hunter2@db.internal/board', 'postgres://…@db.internal/board'],
  ])('%s', (before, after) => {
    expect(redactText(before)).toBe(after)
  })

  test('in fields whose name says that they are secret', () => {
    const { line } = redact({ password: 'a "quoted" one', newPassword: 'x', accessToken: 'y', code: '23505' })
    expect(JSON.parse(line)).toEqual({ password: '…', newPassword: '…', accessToken: '…', code: '23505' })
  })
})

test('keeps ordinary lines unchanged', () => {
  const record = {
    level: 30,
    msg: 'Sent an email.',
    url: '/all-services?page=…',
    ms: 1.25,
    code: 'ECONNREFUSED',
  }
  expect(redact(record).record).toEqual(record)
})

describe('C15 log injection', () => {
  test.each([
    ['line breaks', 'a\r\n{"level":30,"msg":"forged"}'],
    ['ANSI escapes', '\u001b[31mred\u001b[0m \u009b2J'],
    ['Unicode line breaks and direction marks', 'a\u2028b\u2029c\u202ed\u2066e\u200f'],
  ])('%s are escaped and the value is unchanged', (_name, msg) => {
    const { line, record } = redact({ msg })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in the line
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200f]/)
    expect(record.msg).toBe(msg)
  })
})

describe('L8 long lines', () => {
  test.each([
    ['one long string', { msg: 'x'.repeat(9000) }],
    ['a string that JSON escapes to six times its length', { msg: '\u0001'.repeat(9000) }],
    ['multi-byte characters', { msg: '語'.repeat(9000) }],
    ['halves of emoji', { msg: '😀'.repeat(9000) }],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, 'x'.repeat(50)])),
    ],
    ['deep nesting', { deep: JSON.parse(`${'[{"a":'.repeat(500)}1${'}]'.repeat(500)}`) }],
    ['long names', { ['n'.repeat(9000)]: 1 }],
  ])('%s', (_name, fields) => {
    const { line, record } = redact({ level: 40, time: 1, ...fields })
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maxLineBytes)
    expect(record.level).toBe(40)
  })

  test('are masked before they are cut', () => {
    expect(
      redact({ msg: `${'x '.repeat(498)}secret-name@example.com ${'y'.repeat(9000)}` }).line,
    ).not.toContain('secret-n')
  })
})

test('takes linear time on text that almost matches', { tags: ['timed'] }, () => {
  for (const text of [
    'a'.repeat(100_000),
    '@a'.repeat(50_000),
    '%40'.repeat(30_000),
    '?token'.repeat(20_000),
    'eyJ'.repeat(30_000),
  ]) {
    const started = performance.now()
    redactLine(JSON.stringify({ msg: `${text}@` }))
    expect(performance.now() - started).toBeLessThan(1000)
  }
})
