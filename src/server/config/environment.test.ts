import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './environment.ts'

/** Returns the message that rejects the settings; empty if they are valid. */
function rejectionOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('runs on this machine only, with demo listings, without any settings', () => {
  expect(readConfig({})).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('./data'),
    databaseUrl: null,
    databaseDirectUrl: null,
    replica: null,
    embeddedDatabaseUrl: null,
    searchSocket: null,
    workers: 1,
    workerNumber: null,
    redisUrl: null,
    demo: true,
    shutdownDelayMs: 0,
    warmUpMs: 0,
    devServer: false,
    logLevel: 'info',
    rateLimit: 10,
    trustProxy: false,
    tracing: false,
    metricsToken: null,
    metricsListen: null,
    searchCluster: null,
    secret: null,
    smtpUrl: null,
    mailFrom: null,
    inboundMail: null,
    google: null,
    oidc: null,
    storage: null,
    imageHost: null,
    backup: {
      folder: null,
      key: null,
    },
    slug: 'corkboard',
    siteVariables: {},
  })
})

test.each([
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development, or test'],
  [{ SECRET: 'change-me-change-me-change-me-change-me' }, 'SECRET is too easy to guess'],
  [{ SECRET: 'short' }, 'SECRET must have at least 32 characters'],
  [{ TRUST_PROXY: '*' }, 'TRUST_PROXY must list'],
  [{ PUBLIC_URL: 'https://*.example.org' }, 'PUBLIC_URL must be'],
  [{ METRICS_LISTEN: '9464' }, 'METRICS_LISTEN must be an address and a port such as 127.0.0.1:9464'],
  [{ METRICS_LISTEN: '127.0.0.1:94640' }, 'METRICS_LISTEN must be an address and a port'],
  [{ NODE_ENV: 'production', TEST: '1' }, 'TEST must not be set in production'],
])('G5 rejects %j with a sentence', (environment: Record<string, string>, sentence) => {
  expect(rejectionOf(environment)).toContain(sentence)
})

test('reads where the metrics are served', () => {
  expect(readConfig({ METRICS_LISTEN: '[::1]:9464' }).metricsListen).toEqual({ host: '::1', port: 9464 })
})

test('uses the processors in production, but at most four unless told otherwise', () => {
  const workersWith = (environment: Record<string, string>) => readConfig(environment).workers
  expect(workersWith({ NODE_ENV: 'production' })).toBe(Math.min(4, availableParallelism()))
  expect(workersWith({ NODE_ENV: 'production', WORKERS: '16' })).toBe(16)
  expect(workersWith({ NODE_ENV: 'development', WORKERS: '2' })).toBe(2)
})

test('warms up for three seconds in production by default', () => {
  const warmUpWith = (environment: Record<string, string>) => readConfig(environment).warmUpMs
  expect(warmUpWith({ NODE_ENV: 'production' })).toBe(3000)
  expect(warmUpWith({ NODE_ENV: 'production', WARM_UP: '0' })).toBe(0)
  expect(warmUpWith({ NODE_ENV: 'test', WARM_UP: '5' })).toBe(5000)
})

test.each(['0', '65', '-1', '1.5', 'auto', '1e1'])('rejects %s workers', (workers) => {
  expect(rejectionOf({ WORKERS: workers })).toContain('WORKERS must be a number of processes from 1 to 64.')
})

test('treats an empty setting as one that is not set', () => {
  const names = [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'RATE_LIMIT',
    'TRUST_PROXY',
    'SITE_NAME',
    'DEMO',
    'TEST',
  ]
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
})

const bad: Record<string, string[]> = {
  NODE_ENV: ['prod', 'Production', 'staging', 'true'],
  PORT: ['abc', '-1', '65536', '3.5', '0x10', '1e3', 'NaN', ' '],
  PUBLIC_URL: ['example.org', 'ftp://example.org', 'javascript:alert(1)', '/', 'https://*.example.org'],
  DATABASE_URL: ['mysql://localhost/x', 'localhost', 'file:///tmp/x'],
  DATABASE_REPLICA_MAX_LAG: ['-1', '301', 'ten', '1.5'],
  SHUTDOWN_DELAY: ['-1', '61', '5s'],
  WARM_UP: ['-1', '31', 'on'],
  DEMO: ['yes', 'true', '1'],
  DEV_SERVER: ['yes', 'true', '1'],
  LOG_LEVEL: ['loud', 'INFO'],
  RATE_LIMIT: ['0', '-1', 'none', 'NaN', 'Infinity'],
  TRUST_PROXY: ['yes', 'true', 'proxy.example', '10.0.0.0/99'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'grpc://localhost'],
  OTEL_TRACES_SAMPLER: ['sometimes'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half', '10%'],
  METRICS_TOKEN: ['short', 'a'.repeat(40), 'abcdefgh'.repeat(5), `${'0123456789abcdef'.repeat(3)} `],
  SECRET: [
    'short',
    'a'.repeat(32),
    'abc'.repeat(20),
    '0123456789'.repeat(4),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'change-me-change-me-change-me-change-me',
    'your-secret-key-goes-here-please-change',
    'corkboard-secret-corkboard-secret-1',
    'password1234password1234password1234',
    '11111111111111111111111111111112',
  ],
  SMTP_URL: ['mail.example.org', 'https://mail.example.org'],
  MAIL_FROM: ['nobody', 'a@b@c', 'a@b, c@d', 'Board <nobody>', 'Board <a@b>, c@d', 'Board\r\nBcc: x <a@b>'],
  BACKUP_URL: ['https://example.org/backups', 's3://bucket', 'ftp://example.org'],
  BACKUP_KEY: ['short', 'age1UPPER', 'nineteen characters'],
  STORAGE_URL: [
    'bucket',
    'https://s3.example.org/bucket',
    's3://',
    's3://b?region=x',
    's3://bucket',
    's3://bucket?region=',
    's3://bucket?endpoint=s3.example.org',
    's3://bucket?endpoint=file:///tmp',
    's3://bucket?endpoint=https://key:secret@s3.example.org',
    's3://bucket?region=x&bucket=other',
    's3://bucket/a//b?region=x',
    's3://bucket/a%20b?region=x',
    's3://key@bucket?region=x',
    's3://:secret@bucket?region=x',
    's3://key:100%@bucket?region=x',
  ],
  SITE_SLUG: ['Cork Board', '../x', 'a/b'],
}

describe.each(Object.entries(bad))('%s', (name, values) => {
  test.each(values)('cannot be "%s", and the message names it', (value) => {
    const message = rejectionOf({ [name]: value })
    expect(message).toMatch(/^Invalid settings:\n/)
    expect(message.split('\n').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^ {2}- ${name} .{5,}\\.$`)),
    ])
  })
})

test('names the values that NODE_ENV can have', () => {
  expect(rejectionOf({ NODE_ENV: 'prod' })).toContain('NODE_ENV must be production, development, or test.')
})

test('says how to create a secret', () => {
  expect(rejectionOf({ SECRET: 'a'.repeat(32) })).toContain('openssl rand -base64 33')
})

test.each([
  ['base64', 24],
  ['base64url', 33],
  ['hex', 16],
  ['hex', 32],
] as const)('accepts random secrets in %s of %i bytes', (encoding, bytes) => {
  for (let count = 0; count < 1000; count += 1)
    expect(rejectionOf({ SECRET: randomBytes(bytes).toString(encoding) })).toBe('')
})

test('accepts a passphrase of several words', () => {
  expect(rejectionOf({ SECRET: 'orbit mango velvet 41 quiet harbor plum' })).toBe('')
})

test('reports all invalid settings at once', () => {
  const message = rejectionOf({
    PORT: 'abc',
    DEMO: 'maybe',
    SITE_SLUG: 'Cork Board',
    MAIL_FROM: 'x',
  })
  for (const name of ['PORT', 'DEMO', 'SITE_SLUG', 'MAIL_FROM']) expect(message).toContain(name)
})

describe('in production', () => {
  const production = { NODE_ENV: 'production' }

  test('disables the demo and uses the normal rate limits', () => {
    expect(readConfig({ ...production, DEMO: 'on' })).toMatchObject({
      production: true,
      demo: false,
      rateLimit: 1,
    })
  })

  test('rejects RATE_LIMIT=off', () => {
    expect(rejectionOf({ ...production, RATE_LIMIT: 'off' })).toContain('RATE_LIMIT')
    expect(readConfig({ ...production, RATE_LIMIT: '0.5' }).rateLimit).toBe(0.5)
  })

  test('rejects DEV_SERVER=on', () => {
    expect(rejectionOf({ ...production, DEV_SERVER: 'on' })).toContain('DEV_SERVER')
  })

  test.each(['1', 'true', '0'])('rejects TEST=%s', (value) => {
    expect(rejectionOf({ ...production, TEST: value })).toContain('TEST')
  })

  test('reports settings that only production rejects along with the others', () => {
    const message = rejectionOf({ ...production, PORT: 'abc', RATE_LIMIT: 'off', TEST: '1' })
    for (const name of ['PORT', 'RATE_LIMIT', 'TEST']) expect(message).toContain(name)
  })
})

test('allows RATE_LIMIT=off and TEST outside production', () => {
  expect(readConfig({ RATE_LIMIT: 'off', TEST: '1' }).rateLimit).toBeNull()
})

test('uses the settings', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://board.example.org/',
    DATA_DIR: '/srv/board',
    DATABASE_URL: 'postgres://board:secret@db.example/board',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '2.5',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    SITE_NAME: 'Board',
    SITE_TIME_ZONE: 'Europe/Vienna',
    MAP_STYLE_URL: 'https://maps.example.org/style.json',
  })
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://board.example.org',
    dataDir: '/srv/board',
    databaseUrl: 'postgres://board:secret@db.example/board',
    demo: false,
    logLevel: 'warn',
    rateLimit: 2.5,
    trustProxy: '10.0.0.0/8, 127.0.0.1',
    slug: 'corkboard',
    siteVariables: {
      SITE_NAME: 'Board',
      SITE_TIME_ZONE: 'Europe/Vienna',
      MAP_STYLE_URL: 'https://maps.example.org/style.json',
    },
  })
})

test('includes a different port in the default public URL', () => {
  expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
})

test.each([
  ['board@example.org', { name: null, address: 'board@example.org' }],
  ['Board <board@example.org>', { name: 'Board', address: 'board@example.org' }],
  ['"The Board, Inc." <board@example.org>', { name: 'The Board, Inc.', address: 'board@example.org' }],
])('reads a name and an address from %s', (text, mailFrom) => {
  expect(readConfig({ MAIL_FROM: text }).mailFrom).toEqual(mailFrom)
})

test('receives email for a domain, on this machine unless an address is set', () => {
  const read = (listen?: string) =>
    readConfig({ INBOUND_MAIL: 'Reply.example.org', ...(listen && { INBOUND_MAIL_LISTEN: listen }) })
      .inboundMail
  expect(read()).toEqual({ domain: 'reply.example.org', host: '127.0.0.1', port: 2525 })
  expect(read('0.0.0.0:25')).toMatchObject({ host: '0.0.0.0', port: 25 })
  expect(read('[::]:25')).toMatchObject({ host: '::', port: 25 })
})

test.each([
  { INBOUND_MAIL: 'not a domain' },
  { INBOUND_MAIL: 'a@example.org' },
  { INBOUND_MAIL: 'reply.example.org', INBOUND_MAIL_LISTEN: '25' },
  { INBOUND_MAIL: 'reply.example.org', INBOUND_MAIL_LISTEN: 'localhost:70000' },
  { INBOUND_MAIL_LISTEN: '0.0.0.0:25' },
])('rejects %j', (variables) => {
  expect(() => readConfig(variables)).toThrow('INBOUND_MAIL')
})

test('a wrong setting of the site keeps no server from starting', () => {
  const siteVariables = { SITE_TIME_ZONE: 'Mars/Olympus', CONTACT_EMAIL: 'x' }
  expect(readConfig(siteVariables)).toEqual({ ...readConfig({}), siteVariables })
})

test('does not repeat the value of a setting, which may be a secret', () => {
  expect(rejectionOf({ DATABASE_URL: 'mysql://user:hunter2@host/name' })).not.toContain('hunter2')
})

describe('a provider', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const oidc = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }

  test('is enabled when all of its settings are set', () => {
    const { google: found, oidc: other } = readConfig({ ...google, ...oidc, OIDC_NAME: 'Town Hall' })
    expect(found).toEqual({
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    })
    expect(other).toEqual({
      name: 'Town Hall',
      issuer: 'https://id.example.org',
      clientId: 'id',
      clientSecret: 'secret',
    })
  })

  test.each([google, oidc])('with a missing setting is rejected: %j', (settings) => {
    for (const name of Object.keys(settings)) {
      expect(() => readConfig({ ...settings, [name]: '' })).toThrow(`${name} must be set if`)
    }
  })
})

describe('picture storage', () => {
  const storageOf = (address: string) => readConfig({ STORAGE_URL: address }).storage

  test('can be a bucket on any host, with credentials and a prefix', () => {
    expect(
      storageOf('s3://key:a%2Fb%25@pictures/board/one/?endpoint=http://127.0.0.1:9000&region=eu'),
    ).toEqual({
      name: 'pictures',
      prefix: 'board/one',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu',
      credentials: { accessKeyId: 'key', secretAccessKey: 'a/b%' },
    })
  })

  test('requires no region with an endpoint, and no endpoint on Amazon S3', () => {
    expect(storageOf('s3://pictures?endpoint=https://s3.example.org')).toMatchObject({
      region: 'us-east-1',
      credentials: null,
      prefix: '',
    })
    expect(storageOf('s3://pictures?region=eu-central-1')).toMatchObject({
      endpoint: null,
      region: 'eu-central-1',
    })
  })

  test('is rejected without repeating its secret', () => {
    expect(rejectionOf({ STORAGE_URL: 's3://key:hunter2@bucket' })).not.toContain('hunter2')
  })
})

describe('an external picture host', () => {
  const cloud = {
    IMAGE_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/demo/image/upload',
    IMAGE_UPLOAD_PRESET: 'ads',
  }
  const deliveredFrom = (settings: Record<string, string>) =>
    readConfig({ ...cloud, ...settings }).imageHost?.deliveryUrl

  test('is enabled when its URL and its preset are set', () => {
    expect(readConfig(cloud).imageHost).toEqual({
      uploadUrl: cloud.IMAGE_UPLOAD_URL,
      preset: 'ads',
      deliveryUrl: 'https://res.cloudinary.com/demo/',
    })
  })

  test('delivers pictures from its upload host by default', () => {
    const own = { IMAGE_UPLOAD_URL: 'https://images.example.org:8443/upload' }
    expect(deliveredFrom(own)).toBe('https://images.example.org:8443/')
    const delivery = { IMAGE_DELIVERY_URL: 'https://cdn.example.org/board' }
    expect(deliveredFrom({ ...own, ...delivery })).toBe('https://cdn.example.org/board/')
  })

  test.each([
    ['IMAGE_UPLOAD_PRESET must be set if', { IMAGE_UPLOAD_PRESET: '' }],
    ['IMAGE_UPLOAD_URL must be set if', { IMAGE_UPLOAD_URL: '' }],
    ['IMAGE_UPLOAD_URL must be a URL', { IMAGE_UPLOAD_URL: 'images.example.org' }],
    ['IMAGE_UPLOAD_URL must be a URL', { IMAGE_UPLOAD_URL: 'javascript:alert(1)' }],
    ['IMAGE_UPLOAD_PRESET must have', { IMAGE_UPLOAD_PRESET: 'x'.repeat(201) }],
    ['IMAGE_DELIVERY_URL must be a URL', { IMAGE_DELIVERY_URL: 'ftp://cdn.example.org' }],
    ['IMAGE_DELIVERY_URL must be a URL', { IMAGE_DELIVERY_URL: 'https://cdn.example.org/?a=b' }],
  ])('is rejected: %s', (sentence, settings) => {
    expect(rejectionOf({ ...cloud, ...settings })).toContain(`- ${sentence}`)
  })

  test('is rejected with only a delivery URL', () => {
    const message = rejectionOf({ IMAGE_DELIVERY_URL: 'https://cdn.example.org/' })
    expect(message).toContain('IMAGE_UPLOAD_URL must be set if')
  })
})

test('reads where to back up, and the kind of key', () => {
  const backupOf = (settings: Record<string, string>) => readConfig(settings).backup
  expect(backupOf({ BACKUP_URL: '/mnt/backups' }).folder).toEqual({ kind: 'folder', path: '/mnt/backups' })
  expect(backupOf({ BACKUP_URL: 'backups' }).folder).toEqual({ kind: 'folder', path: resolve('backups') })
  expect(backupOf({ BACKUP_URL: 's3://bucket/board?region=x' }).folder).toMatchObject({
    kind: 'bucket',
    bucket: { name: 'bucket', prefix: 'board' },
  })
  for (const [text, kind] of [
    ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p', 'recipient'],
    ['AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX', 'identity'],
    ['walnut kettle harbor fence', 'passphrase'],
  ] as const)
    expect(backupOf({ BACKUP_KEY: text }).key).toEqual({ kind, text })
})

test('a replica and the address behind a pooler need the database that they belong to', () => {
  const url = 'postgres://user:password@host/name'
  expect(rejectionOf({ DATABASE_REPLICA_URL: url })).toContain(
    'DATABASE_URL must be set if DATABASE_REPLICA_URL is set',
  )
  expect(rejectionOf({ DATABASE_DIRECT_URL: url })).toContain(
    'DATABASE_URL must be set if DATABASE_DIRECT_URL is set',
  )
  const config = readConfig({
    ...{
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      DATABASE_REPLICA_URL: url,
      DATABASE_REPLICA_MAX_LAG: '5',
    },
    SHUTDOWN_DELAY: '5',
  })
  expect(config).toMatchObject({
    databaseDirectUrl: url,
    replica: { url, maxLagSeconds: 5 },
    shutdownDelayMs: 5000,
  })
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
    expect(rejectionOf({ DATABASE_URL: url, [name]: 'mysql://localhost/x' })).toContain(
      `${name} must be a URL`,
    )
})
