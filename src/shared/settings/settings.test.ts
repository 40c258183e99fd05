import fc from 'fast-check'
import { parseCrontab } from 'graphile-worker'
import { expect, test } from 'vitest'
import { isCrontab } from './crontab.ts'
import { checkSettings, readSettingsForm, readVariables, settingVariables, toVariables } from './read.ts'
import { defaultSettings, pageSettingsOf, settingKeys, settingOf } from './table.ts'

/** No address of a real domain, which tells that nobody has chosen one. */
const withoutDefault = ['contactEmail']

test.each(settingKeys.filter((key) => !withoutDefault.includes(key)))(
  'the default of %s is valid, also as a text',
  (key) => {
    const { type, default: value } = settingOf(key)
    expect(checkSettings({ [key]: value })).toEqual({ values: { [key]: value }, problems: {} })
    expect(checkSettings({ [key]: type.read(type.write(value)) }).values).toEqual({ [key]: value })
  },
)

test('each setting has a label, and no two have a variable in common', () => {
  for (const key of settingKeys) expect(settingOf(key).label).not.toBe('')
  expect(new Set(settingVariables).size).toBe(settingVariables.length)
})

test('pages get only what they show', () => {
  expect(pageSettingsOf(defaultSettings)).toMatchObject({ name: 'Corkboard', contactVisibility: 'public' })
  expect(pageSettingsOf(defaultSettings)).not.toHaveProperty('maintenance')
})

const wrong: Record<string, string[]> = {
  CONTACT_EMAIL: ['nobody', 'a@b@c', 'board@example.org\r\nBcc: x@example.org'],
  SITE_NAME: ['x'.repeat(61), 'x'.repeat(10_000), ' ', '\0'],
  SITE_TAGLINE: ['x'.repeat(121)],
  SITE_CURRENCY: ['dollar', 'usd', 'US'],
  SITE_TIME_ZONE: ['Mars/Olympus', 'nowhere'],
  SITE_KINDS: ['service', 'none'],
  LANGUAGES: ['', 'english', 'en_US', 'en, en', 'fr-ca, fr-CA', '../en', 'x'.repeat(100)],
  SITE_REGION_FORMAT: ['en', 'fr_FR', 'xx-XX'],
  SITE_WEEK_START: ['tuesday', '1'],
  SITE_FACEBOOK: ['javascript:alert(1)', '', 'https://%'],
  SITE_INSTAGRAM: ['data:text/html,x'],
  SITE_X: ['vbscript:x'],
  SERVICE_FRESHNESS: [
    '60',
    'on',
    'ask=0,stale=1,archive=2',
    'ask=75,stale=60,archive=90',
    'ask=60,stale=60,archive=90',
    'stale=75,archive=90',
    'ask=60,stale=75,archive=90,constructor=1',
    'ask=60,stale=75,archive=99999',
  ],
  BACKUP_SCHEDULE: [
    'on',
    'daily',
    '0 3 * *',
    '0 25 * * *',
    '60 3 * * *',
    '0 3 0 * *',
    '0 3 * 13 *',
    '0 3 * * 8',
    '0 3 * * 5-1',
    '*/0 3 * * *',
    '1-2-3 3 * * *',
    '0 3 * * mon',
    '0 3 * * * 1',
    '0 3 * * * ?fill=1d',
    ',0 3 * * *',
  ],
  BACKUP_KEEP: ['7', 'daily', 'daily=', 'daily=-1', 'hourly=2', 'daily=0', 'daily=7;weekly=2', 'daily=99999'],
  MAP_STYLE_URL: [
    'maps.example.org',
    'javascript:alert(1)',
    'file:///style.json',
    'https://maps.example.org;script-src *',
    'https://x;script-src/style.json',
    "https://x'/style.json",
    'https://',
  ],
  EVENT_LISTED_DAYS: ['-1', '1.5', '36501', 'off'],
  CONTACT_VISIBILITY: ['reveals', 'PUBLIC', 'on'],
  CARD_TEXT_LENGTH: ['-1', '201', '1.5', '1e1', 'two lines', ' '],
  POSTS_PER_DAY: ['0', '1001'],
  POSTS_ON_FIRST_DAY: ['0', '1001'],
  SIGN_UP: ['yes', 'members'],
  MAINTENANCE: ['1', 'true'],
}

test.each(Object.entries(wrong))('%s has a sentence for each wrong value', (name, texts) => {
  const key = settingKeys.find((key) => settingOf(key).variable === name) ?? ''
  for (const text of texts)
    expect(readVariables({ [name]: text }), text).toEqual({
      values: {},
      problems: { [key]: expect.stringMatching(/^[A-Z].{5,}[.\w]$/) },
    })
})

test('every variable has an example of a wrong value', () => {
  expect(Object.keys(wrong).sort()).toEqual([...settingVariables].sort())
})

test('numbers of one setting can be left out if they have a meaning', () => {
  expect(readVariables({ BACKUP_KEEP: 'daily=3, yearly=2' }).values.backupKeep).toEqual({
    daily: 3,
    weekly: 0,
    monthly: 0,
    yearly: 2,
  })
  expect(readVariables({ SERVICE_FRESHNESS: 'ask=3,stale=5' }).problems).toHaveProperty('serviceFreshness')
})

test('a schedule is valid here if the job runner reads it', () => {
  const number = fc.integer({ min: 0, max: 70 }).map(String)
  const range = fc.tuple(number, number).map((ends) => ends.join('-'))
  const part = fc.oneof(
    number,
    range,
    fc.constant('*'),
    number.map((step) => `*/${step}`),
  )
  const field = fc.array(part, { minLength: 1, maxLength: 2 }).map(String)
  const schedule = fc.array(field, { minLength: 5, maxLength: 5 }).map((fields) => fields.join(' '))
  fc.assert(
    fc.property(schedule, (text) => {
      let isRead = true
      try {
        parseCrontab(`${text} task`)
      } catch {
        isRead = false
      }
      expect(isCrontab(text), text).toBe(isRead)
    }),
    { numRuns: 500, examples: [['*/30 1-5 * * 1,3'], ['0 0 1 1 7'], ['0 3 * * 5-7']] },
  )
})

test('a value of another type is wrong', () => {
  const types = [7, true, null, [], {}, 'text', '']
  for (const key of settingKeys) {
    const { default: value } = settingOf(key)
    const others = types.filter((other) => typeof other !== typeof value && other !== null)
    for (const other of others) expect(checkSettings({ [key]: other }).values, key).toEqual({})
  }
})

test('settings that do not exist are left out', () => {
  expect(checkSettings({ retired: 7, constructor: 1 })).toEqual({ values: {}, problems: {} })
})

test('a text is one line, without white space around it', () => {
  expect(readVariables({ SITE_NAME: ' Elm \r\n Street ' }).values).toEqual({ name: 'Elm Street' })
})

test('languages are in their canonical form, in the given order', () => {
  expect(readVariables({ LANGUAGES: 'fr-ca,EN  es\npt' }).values).toEqual({
    languages: ['fr-CA', 'en', 'es', 'pt'],
  })
})

test('variables say all that has one', () => {
  const settings = { name: 'Elm', serviceFreshness: null, maintenance: true, announcement: 'Hello' } as const
  expect(readVariables(toVariables(settings)).values).toEqual({
    name: 'Elm',
    serviceFreshness: null,
    maintenance: true,
  })
})

test('a form says what differs from before', () => {
  const texts = {
    'values.name': 'Elm',
    'before.name': 'Corkboard',
    'values.tagline': 'Same',
    'before.tagline': 'Same',
    'values.postsPerDay': 'many',
    'before.postsPerDay': '20',
    'values.currency': 'EUR',
    'values.constructor': 'x',
    'before.constructor': 'y',
  }
  expect(readSettingsForm(texts)).toEqual({
    values: { name: 'Elm', postsPerDay: 'many' },
    before: { name: 'Corkboard', postsPerDay: 20 },
  })
})

test('a form has the line breaks of browsers, as before', () => {
  const texts = { 'values.announcement': 'A\r\nB', 'before.announcement': 'A\r\nC' }
  expect(readSettingsForm(texts)).toEqual({
    values: { announcement: 'A\nB' },
    before: { announcement: 'A\nC' },
  })
})

test('a form has an input for each of several numbers, and one to turn them off', () => {
  const name = 'values.serviceFreshness'
  const numbers = { [`${name}.ask`]: '60', [`${name}.stale`]: ' 80 ', [`${name}.archive`]: 'x' }
  const texts = { ...numbers, 'before.serviceFreshness': 'ask=60,stale=75,archive=90' }
  const before = { serviceFreshness: { ask: 60, stale: 75, archive: 90 } }
  const values = { serviceFreshness: { ask: 60, stale: 80, archive: 'x' } }
  expect(readSettingsForm(texts)).toEqual({ values, before })
  const off = readSettingsForm({ ...texts, [`${name}.off`]: 'yes' })
  expect(off).toEqual({ values: { serviceFreshness: null }, before })
})
