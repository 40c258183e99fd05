import { expect, test } from 'vitest'
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
  SITE_FACEBOOK: ['javascript:alert(1)', ''],
  SITE_INSTAGRAM: ['data:text/html,x'],
  SITE_X: ['vbscript:x'],
  SERVICE_FRESHNESS: [
    '60',
    'on',
    'ask=0,stale=1,archive=2',
    'ask=75,stale=60,archive=90',
    'ask=60,stale=60,archive=90',
    'stale=75,ask=60,archive=90',
    'ask=60,stale=75,archive=99999',
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
