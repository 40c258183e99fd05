/** Passing for the site, hiding characters, and advertising by a name. */

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isReservedHandle, nameProblem } from '../../src/shared/names.ts'
import { emailsTo, goodPassword, lastEmailTo, send } from '../support/data/accounts.ts'
import { createAd, createPerson, visitor, writeToAuthor } from '../support/data/conversations.ts'
import { createTestApp } from '../support/site/app.ts'

const siteName = 'Corkboard'

const officialNames = [
  ...[
    'Corkboard',
    'Corkboard Support',
    'The Corkboard Team',
    'CorkboardSupport',
    'thecorkboardteam',
    'Cork-Board',
  ],
  ...['Admin', 'ADMIN', 'Administrator', 'Site Admin', 'SiteAdmin', 'adminteam', 'Rosa (Admin)', 'admin123'],
  ...[
    'Moderator',
    'Moderator Anna',
    'Moderation',
    'Staff',
    'Official',
    'noreply',
    'No-Reply',
    'Customer Service',
  ],
  ...[
    'Support',
    'Support 24',
    'Support Team',
    'Anna from Support',
    'Help',
    'Help Desk',
    'Security Team',
    'Billing',
  ],
  ...['Adm1n', '4dmin', '@dmin', 'adm!n', '$upport', '5upp0rt', 'M0derator', 'C0rkb0ard', 'adrnin', 'aclmin'],
  ...[
    'A d m i n',
    'A.d.m.i.n',
    'Ad-min',
    'C o r k b o a r d',
    'Sup_port',
    '«Admin»',
    'Corkboard™',
    'support@corkboard.example',
  ],
  ...[
    '\u0410dmin',
    '\u0391DM\u0399N',
    'Corkb\u043eard Team',
    'adm\u0131n',
    's\u03c5pport',
    'аdмiи',
    'ꓚоrkbоаrd',
  ],
  ...['!admin', '¡support!', '|admin|', '!nfo', '¢orkboard', '©orkboard', 'Λdmin', 'ᗩdmin', 'ᑕorkboard'],
  ...['Ａｄｍｉｎ', '𝐀𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ', '🅰🅳🅼🅸🅽', 'ᴀᴅᴍɪɴ', 'Ádmïn', 'a\u0336d\u0336m\u0336i\u0336n'],
]
const tricks = {
  'a line break': ['Rosa\nDelgado', 'Rosa\rDelgado', 'Rosa\u2028Delgado', 'Rosa\u2029Delgado', 'Rosa\u0085D'],
  'a control character': ['Rosa\u0007', 'Rosa\tDelgado', 'Rosa\u001b[31m', 'Rosa\u009f'],
  'a mark of direction': ['Rosa\u202eodagleD', '\u2066Rosa\u2069', 'Rosa\u200f', '\u061cRosa'],
  'a character that shows nothing': [
    'Ro\u200bsa',
    'Ad\u200dmin',
    'Rosa\u2060',
    '\ufeffRosa',
    'Rosa\u3164',
    'Ro\u00adsa',
  ],
  'a web address': [
    ...[
      'https://evil.example',
      'evil.com',
      'Evil.COM',
      'www.evil',
      'Rosa evil.xyz',
      'evil。com',
      'ｅｖｉｌ．ｃｏｍ',
    ],
    ...['bit.ly/x', '192.0.2.7', 'tg://x', 't.me/x', 'T.ME/x', 'EVIL.CLOUD', 'Evil.Store'],
  ],
}
const ordinaryNames = [
  ...[
    'Rosa Delgado',
    'J.R. Smith',
    'J.R.Smith',
    'St.Mary Smith',
    'J.de Vries',
    'Dr. Anna O’Neil',
    "D'Angelo",
  ],
  ...[
    'Badminton Club',
    'Jane Stafford',
    'Christopher Null',
    'John Root',
    'Amod Rao',
    'Moda',
    'Edit Kovács',
    'Al',
  ],
  ...[
    'Green Team Landscaping',
    'Good Neighbor Lawn Care',
    'Skate Board Sam',
    'Helping Hands',
    'Corky',
    'A/C Repair',
  ],
  ...[
    'Ann "victim@example.com"',
    'علی\u200cرضا',
    'Ольга Петрова',
    'Ελένη Παπαδοπούλου',
    '李小龙',
    'שָׂרָה',
    'नेहा शर्मा',
    'क्\u200dष',
    '👨\u200d👩\u200d👧 Family',
  ],
]

describe('H4 a name', () => {
  test.each(officialNames)('does not look like the site’s own: %s', (name) => {
    expect(nameProblem(name, siteName)).toMatch(/could be mistaken/)
  })

  test.each(Object.entries(tricks))('does not contain %s', (_what, names) => {
    for (const name of names) expect([name, nameProblem(name, siteName)]).toEqual([name, expect.any(String)])
  })

  test.each(ordinaryNames)('can be %s', (name) => {
    expect(nameProblem(name, siteName)).toBe(null)
  })
})

describe('H5 the name of a page', () => {
  test.each([
    ...[
      'moderation',
      'board',
      'adm1n',
      'corkb0ard',
      'adrnin',
      'aclmin',
      'admin1',
      'm0d',
      'supp0rt',
      'vvebmaster',
    ],
    ...['c-o-r-k-board', 'corkboard-team', 'rosa-admin', 'sta-ff', 'the-board', 'rosas-c0rkboard'],
  ])('is not %s', (handle) => {
    expect(isReservedHandle(handle, siteName)).toBe(true)
  })

  test.each([
    'rosa-delgado',
    'rosa-1',
    'badminton-club',
    'modern-art',
    'clean-team2go',
    'skateboards',
    'corky',
  ])('can be %s', (handle) => {
    expect(isReservedHandle(handle, siteName)).toBe(false)
  })
})

test('H4 every way to enter a name refuses one of the site, one with an address, and hidden characters', async () => {
  const site = await createTestApp(undefined, { realSessions: true })
  const [author, person] = [await createPerson(site), await createPerson(site, { name: 'Ben Okafor' })]
  const newcomer = await createPerson(site, { profile: false })
  const ad = await createAd(site, author)
  const { cookie } = person
  const entrances: Record<string, (name: string) => ReturnType<typeof send>> = {
    signUp: (name) =>
      send(site, 'POST', '/auth/sign-up/email', {
        body: { name, email: 'new@example.com', password: goodPassword },
      }),
    account: (name) => send(site, 'POST', '/auth/update-user', { cookie, body: { name } }),
    profile: (name) => send(site, 'PUT', '/profile-update', { cookie, body: { name } }),
    newProfile: (name) =>
      send(site, 'POST', '/profile', { cookie: newcomer.cookie, body: { name, email: newcomer.email } }),
    message: (name) =>
      writeToAuthor(site, ad, { text: 'Hi', name, email: visitor.email }, { from: '192.0.2.9' }),
    contact: (name) =>
      send(site, 'POST', '/send-email', { body: { name, email: visitor.email, message: 'Hello!' } }),
  }
  for (const [entrance, enter] of Object.entries(entrances))
    for (const name of [
      'Corkboard Support',
      'Аdm1n',
      'https://evil.example',
      'Rosa\u202eevil',
      'Rosa\nDelgado',
    ]) {
      const { status, body } = await enter(name)
      expect([entrance, name, status]).toEqual([entrance, name, 400])
      expect((body as { fields?: object }).fields).toEqual({ name: expect.stringMatching(/\.$/) })
    }
  const { rows } = await sql`
    select name from account where name ~* 'corkboard|evil' union all
    select name from profile where name ~* 'corkboard|evil' union all
    select visitor_name from conversation_participant where visitor_name is not null union all
    select name from contact_message`.execute(site.database.kysely)
  expect(rows).toEqual([])
})

test('H4 a name that is stored already can stay', async () => {
  const site = await createTestApp(undefined, { realSessions: true })
  const name = 'Corkboard Support'
  const { cookie, email } = await createPerson(site, { name })
  const update = { name, phone: '+1 512 555 0142' }
  expect(await send(site, 'PUT', '/profile-update', { cookie, body: update })).toMatchObject({ status: 200 })
  expect(await send(site, 'POST', '/auth/update-user', { cookie, body: { name } })).toMatchObject({
    status: 200,
  })
  const other = await createPerson(site, { name, profile: false })
  const body = { name, email: other.email }
  expect(await send(site, 'POST', '/profile', { cookie: other.cookie, body })).toMatchObject({ status: 200 })
  expect(await emailsTo(site, email)).toEqual([])
})

test('H5 the name of a page that is stored already can stay', async () => {
  const site = await createTestApp(undefined, { realSessions: true })
  const { cookie, accountId } = await createPerson(site)
  await sql`insert into profile_handle (handle, profile_id)
    select 'moderation', id from profile where account_id = ${accountId}`.execute(site.database.kysely)
  const change = (handle: string) =>
    send(site, 'PUT', '/seller-settings', { cookie, body: { handle, showBio: true } })
  expect(await change('moderation')).toMatchObject({
    status: 200,
    body: { handle: 'moderation', showBio: true },
  })
  expect(await change('moderator')).toMatchObject({ status: 409 })
})

test.each([
  ['Corkboard Support', 'A neighbor'],
  ['Rosa\u202e Delgado', 'Rosa Delgado'],
  ['Rosa\r\nBcc', 'Rosa Bcc'],
  ['Rosa evil.example', 'A neighbor'],
  ['Ben Okafor', 'Ben Okafor'],
])('H4 an email about a message of %j is from %s, via the site', async (name, shown) => {
  const site = await createTestApp(undefined, { realSessions: true })
  const author = await createPerson(site)
  const asker = await createPerson(site, { name })
  await writeToAuthor(site, await createAd(site, author, 'Piano\u202e lessons'), { text: 'Hello' }, asker)
  const email = await lastEmailTo(site, author.email)
  expect(email).toMatchObject({
    subject: `${shown} wrote about your ad “Piano lessons” on Corkboard`,
    fromName: `${shown} via Corkboard`,
  })
  expect(email.text).toContain(`${shown} wrote to you on Corkboard`)
})
