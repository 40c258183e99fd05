/**
 * Visits every page of `routes.tsx`, and what else the site writes, in a language whose catalog has every sentence in brackets. Run it with
 * `vitest run test/language/untranslated.test.ts` after `npm run build`: it lists what is still in English, by file.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf } from '../../src/server/modules/alerts/push/send-push.ts'
import { accountTemplates } from '../../src/server/modules/notifications/account-templates.ts'
import { eventChanged } from '../../src/server/modules/notifications/event-change-template.ts'
import * as messages from '../../src/server/modules/notifications/message-templates.ts'
import { moderationTemplates } from '../../src/server/modules/notifications/moderation-templates.ts'
import { topicTemplates } from '../../src/server/modules/notifications/topic-templates.ts'
import { inLanguage } from '../../src/server/platform/language/reader-language.ts'
import { type EmailContent, renderEmail } from '../../src/server/platform/mail/layout.ts'
import { contract } from '../../src/shared/contract.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { tabs } from '../../src/web/moderation/dashboard-url.ts'
import { createRoutes } from '../../src/web/routes.tsx'
import { readPdf } from '../support/checks/pdf.ts'
import { slowUnless } from '../support/checks/slow.ts'
import {
  reportUntranslated,
  type ShownText,
  textsOfPage,
  untranslatedIn,
} from '../support/checks/untranslated.ts'
import { createUser, ownOrigin, startSession } from '../support/data/accounts.ts'
import { createPerson, type Person, replyTo, writeToAuthor } from '../support/data/conversations.ts'
import { createListing } from '../support/data/factories.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'
import { memoryFolder } from '../support/site/memory-folder.ts'

const language = 'ar-XB'
const greek = 'Κείμενο κάποιου'
/** A site has a name of its own. */
const name = 'Πίνακας'
const settings = { ...defaultSettings, name, languages: [language, 'en'], contactEmail: 'care@example.org' }
const missing = '0193e0a4-0000-7000-8000-000000000009'

let site: TestApp
let folder: string
let ad = ''
let event = ''
let conversation = ''
let seller = ''
const cookies: Record<string, string> = { visitor: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(await memoryFolder(), 'corkboard-pseudo-'))
  execFileSync(process.execPath, ['scripts/locales.ts', '--pseudo', join(folder, 'locales')])
  site = await createTestApp(undefined, { realSessions: true, dataDir: folder, settings })
  const author = await createPerson(site, { name: 'Άννα Πέτρου', daysOld: 30 })
  const asker = await createPerson(site, { name: 'Νίκος Λάμπρου', daysOld: 30 })
  const admin = await createUser(site.database, { name: 'Μαρία Κωστή', isAdmin: true, daysOld: 30 })
  cookies.author = author.cookie
  cookies.admin = await startSession(site, admin.email)
  await createContent(author, asker)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function createContent(author: Person, asker: Person) {
  const { database } = site
  const own = { authorEmail: author.email, description: greek, title: greek }
  ad = await createListing(database, { ...own, priceUnit: 'hour' })
  const days = { startDate: '2026-12-01', endDate: '2026-12-01' }
  const rule = { rule: 'FREQ=WEEKLY;COUNT=5', startTime: '19:00', endTime: '21:00' }
  event = await createListing(database, { ...own, kind: 'event', ...days, schedule: rule })
  await createListing(database, { ...own, kind: 'event', startDate: '2026-11-10', endDate: '2026-11-10' })
  await createListing(database, { ...own, status: 'hidden' })
  await createListing(database, { ...own, status: 'archived' as never }).catch(() => {})
  await sql`update listing set fields = '{"travel":["home","online"],"years":5,"licensed":true,"languages":["es","fr"],"distance":20}' where id = ${ad}`.execute(
    database.kysely,
  )
  const sent = await writeToAuthor(site, ad, { text: greek }, asker)
  conversation = sent.body.conversation ?? ''
  await replyTo(site, author, conversation, greek)
  const { rows } = await sql<{ id: string }>`select id from profile where email = ${author.email}`.execute(
    database.kysely,
  )
  seller = rows[0]?.id ?? ''
  for (const id of [ad, event])
    await sql`insert into report (id, listing_id, visitor_hash, reason, note)
      values (gen_random_uuid(), ${id}, 'x', 'spam', ${greek})`.execute(database.kysely)
}

const get = (url: string, role: string) =>
  site.app.http.inject({ url, headers: { cookie: cookies[role], 'accept-language': language } })

/** An example of each pattern with parameters, and pages that show more with a query. */
const examples = (): Record<string, string[]> => ({
  '/': ['/', '/?tab=events'],
  '/all-services': [
    '/all-services',
    '/all-services?category=Pet+Services&price_min=5&free=true&near=Austin&within=10',
    '/all-services?searchtext=zzzzz',
    '/all-services?view=map',
    '/all-services?price_min=x&near=zzzz',
  ],
  '/all-events': [
    '/all-events',
    '/all-events?view=month',
    '/all-events?view=week',
    '/all-events?when=weekend&hide_ended=true',
    '/all-events?from=2026-11-01&to=2026-12-31',
  ],
  '/search': [
    '/search',
    `/search?searchtext=${encodeURIComponent('Κείμενο')}`,
    '/search?searchtext=dog+walking+in+austin+under+50',
    '/search?searchtext=zzzzqqq',
  ],
  '/all-locations': ['/all-locations', '/all-locations?city=Springfield', '/all-locations?city=zzzz'],
  '/signin': ['/signin', '/signin?forgot', '/signin?to=/post'],
  '/ad-details/:id': [`/ad-details/${ad}`, `/ad-details/${missing}`],
  '/event-details/:id': [`/event-details/${event}`, `/event-details/${missing}`],
  '/event-details/:id/dates': [`/event-details/${event}/dates`],
  '/event-details/:id/check-in': [`/event-details/${event}/check-in`],
  '/event-details/:id/dates/:day': [`/event-details/${event}/dates/2026-12-08`],
  '/ad-details/:id/message': [`/ad-details/${ad}/message`],
  '/event-details/:id/message': [`/event-details/${event}/message`],
  '/category/:id': ['/category/pet-services', '/category/pet-services?tab=events', '/category/none'],
  '/category/:id/subcategory/:subId': [
    '/category/pet-services/subcategory/dog-walking',
    '/category/pet-services/subcategory/none',
  ],
  '/location/:id': ['/location/united-states', '/location/none'],
  '/state/:stateName': ['/state/Texas', '/state/Utah', '/state/none'],
  '/seller/:id': [`/seller/${seller}`, `/seller/${missing}`],
  '/seller/:id/report': [`/seller/${seller}/report`],
  '/seller/:id/recommend': [`/seller/${seller}/recommend`],
  '/recommendation/:id': [`/recommendation/${missing}`],
  '/service-update/:id': [`/service-update/${ad}`, `/service-update/${missing}`],
  '/event-update/:id': [`/event-update/${event}`],
  '/messages/:id': [`/messages/${conversation}`, `/messages/${missing}`],
  '/save-search': [
    '/save-search?kind=service&category=Pet+Services&near=Austin',
    '/save-search?kind=event&state=Texas',
  ],
  '/verify-email': ['/verify-email', '/verify-email?token=x'],
  '/reset-password': ['/reset-password', '/reset-password?token=x'],
  '/email-link': ['/email-link', '/email-link?token=x'],
  '/unsubscribe': ['/unsubscribe', '/unsubscribe?token=x'],
  '/your-conversation': ['/your-conversation', '/your-conversation?token=x'],
  '/stop-messages': ['/stop-messages', '/stop-messages?token=x'],
  '/renew-service': ['/renew-service', '/renew-service?token=x'],
  '/setup': [
    '/setup',
    '/setup?token=x',
    ...['account', 'place', 'look', 'categories', 'email', 'done'].map((step) => `/setup?step=${step}`),
  ],
  '/admin': ['/admin', ...tabs.map(({ id }) => `/admin?tab=${id}`)],
  '/:address': ['/terms', '/imprint'],
  '*': ['/no/such/page'],
})

/** Pages whose links lead to more screens of the same kind, such as an editor. */
const followed = /^\/(?:admin|profile|my-|saved|messages|setup|post|imported)/
const maxPerPattern = 2
const patternOf = (path: string) =>
  path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '*')
    .replace(
      /=(?!queue|services|events|categories|fields|users|admins|messages|places|settings|texts|log)[^&]*/g,
      '=*',
    )

async function visit(role: string): Promise<ShownText[]> {
  const known = examples()
  const queue = createRoutes('board').flatMap(({ path }) => {
    const paths = known[path]
    if (!paths && path.includes(':')) throw new Error(`Name an example of ${path}.`)
    return paths ?? [path]
  })
  const seen = new Map<string, number>()
  const texts: ShownText[] = []
  while (queue.length > 0) {
    const path = queue.shift() ?? ''
    const { body, headers } = await get(path, role)
    if (!headers['content-type']?.toString().includes('html')) continue
    texts.push(
      ...textsOfPage(body).map(({ text, where }) => ({ text, where: `${where} of ${path} as ${role}` })),
    )
    if (!followed.test(path)) continue
    for (const [, link = ''] of body.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const next = link.replaceAll('&amp;', '&').split('#')[0] ?? ''
      const count = seen.get(patternOf(next)) ?? 0
      if (!followed.test(next) || count >= maxPerPattern) continue
      seen.set(patternOf(next), count + 1)
      queue.push(next)
    }
  }
  return texts
}

test('finds text that is not in brackets, also in attributes, and none in what someone wrote', () => {
  expect(untranslatedIn('[Šávé ~ ~]: Κείμενο, 5, a@b.co, Austin')).toEqual([])
  expect(untranslatedIn('[Šávé [ñéštéd] ~] your ad “Κείμενο” now.')).toEqual(['your ad', 'now.'])
  const page = (body: string) => textsOfPage(`<html lang="${language}"><body>${body}</body></html>`)
  const parts = (body: string) => page(body).flatMap(({ text }) => untranslatedIn(text))
  expect(parts('<p>[Réád <a href="/x">thé rúléš</a> ñöw ~]</p>')).toEqual([])
  expect(parts('<p>[Réád ~] <b>more</b></p><img alt="A dog"/><script>let it</script>')).toEqual([
    'more',
    'A dog',
  ])
  expect(parts('<p lang="en">English</p><button aria-label="[Clöšé ~]">Close</button>')).toEqual(['Close'])
})

// The others see most pages of an author.
for (const role of ['visitor', 'author', 'admin'])
  test(`every page is translated for the ${role}`, slowUnless(role !== 'author'), async () => {
    expect(reportUntranslated(await visit(role))).toEqual([])
  })

/** Everything that any email says. Each template takes what it needs. */
const place = {
  city: 'Austin',
  state: 'Texas',
  country: 'United States',
  venue: greek,
  attendanceMode: 'in_person',
}
const schedule = (day: string) =>
  JSON.stringify([
    {
      startTime: null,
      endTime: null,
      doorsTime: null,
      rule: null,
      exceptions: [],
      startDate: day,
      endDate: day,
    },
  ])
const facts = {
  name: greek,
  title: greek,
  from: greek,
  text: greek,
  reason: greek,
  message: greek,
  email: 'a@example.org',
  newEmail: 'b@example.org',
  role: 'admin',
  rule: greek,
  automatic: false,
  created: '2026-12-01T08:00:00Z',
  ends: '2026-12-08T08:00:00Z',
  appealUntil: '2027-06-01T08:00:00Z',
  outcome: 'upheld',
  kind: 'service',
  link: '/x',
  stopLink: '/y',
  calendar: '/z',
  picture: '/p',
  code: '1234',
  signUpPath: '/s',
  hasAccount: false,
  validMinutes: 60,
  passwordRemoved: true,
  isReply: true,
  total: 14,
  more: 2,
  views: 1300,
  photos: 1,
  isAboutOwnAd: true,
  shownAddress: null,
  oldest: { days: 2 },
  staleOn: '2026-12-05',
  archivedOn: '2026-12-20',
  showsAddress: true,
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  startTime: '19:00',
  endTime: '21:00',
  timeZone: 'America/Chicago',
  ...place,
  listings: [{ label: greek, detail: '', link: '/a' }],
  ads: [{ title: greek, views: 5, saves: 1, messages: 0 }],
  news: [{ title: greek, drop: { from: '4', to: '3' }, endsOn: '2026-12-01' }],
  services: [{ title: greek, link: '/a' }],
  cases: [
    { source: 'service', count: 2 },
    { source: 'message', count: 1 },
  ],
  occurrence: {
    startDate: '2026-12-01',
    endDate: '2026-12-01',
    startTime: '19:00',
    endTime: '21:00',
    doorsTime: null,
    startsAt: '2026-12-02T01:00:00Z',
    endsAt: '2026-12-02T03:00:00Z',
  },
}
const dates = {
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  schedule: schedule('2026-12-01'),
  dates: '[]',
  timeZone: 'America/Chicago',
  soldOut: false,
  canceled: false,
  postponed: false,
  public: true,
  ...place,
}

test('every email is translated', () => {
  const templates: Record<string, (site: never, facts: never) => EmailContent> = {
    ...accountTemplates,
    ...topicTemplates,
    ...moderationTemplates,
    'contact-message': messages.contactMessage,
    'conversation-message': messages.conversationMessage,
    'answer-notice': messages.answerNotice,
  }
  const emails: [string, () => EmailContent][] = Object.entries(templates)
    .filter(([key]) => key !== 'event-changed')
    .map(([key, template]) => [key, () => template(settings as never, facts as never)])
  for (const [key, after] of Object.entries({
    moved: {
      ...dates,
      startDate: '2026-12-05',
      endDate: '2026-12-05',
      schedule: schedule('2026-12-05'),
      venue: `${greek} Β`,
      soldOut: true,
    },
    canceled: { ...dates, canceled: true },
    postponed: { ...dates, postponed: true },
  }))
    emails.push([
      `event-changed, ${key}`,
      () => eventChanged(settings, { title: greek, link: '/x', before: dates, after } as never),
    ])
  const texts = emails.flatMap(([key, write]) =>
    inLanguage(language, () => {
      const { subject, text, html } = renderEmail({ name, publicUrl: ownOrigin }, write())
      return [subject, ...text.split('\n\n'), ...textsOfPage(html).map(({ text }) => text)].map((text) => ({
        text,
        where: `email ${key}`,
      }))
    }),
  )
  expect(reportUntranslated(texts)).toEqual([])
})

test('notifications of browsers are translated', () => {
  const message = { search: greek, kind: 'service', query: '', title: greek } as never
  const texts = [1, 3].flatMap((total) =>
    inLanguage(language, () => {
      const { title, body } = contentOf(message, {
        subscription: missing,
        search: missing,
        listing: ad,
        total,
      })
      return [title, body].map((text) => ({ text, where: 'push' }))
    }),
  )
  expect(reportUntranslated(texts)).toEqual([])
})

test('flyers are translated', async () => {
  const texts: ShownText[] = []
  for (const [path, role] of [
    [`/ad-details/${ad}/flyer.pdf`, 'author'],
    [`/event-details/${event}/flyer.pdf`, 'author'],
    ['/flyers/services.pdf', 'visitor'],
    ['/flyers/events.pdf', 'visitor'],
  ] as const) {
    const { rawPayload, statusCode } = await get(path, role)
    if (statusCode !== 200) continue
    const { text, title, alternatives } = await readPdf(rawPayload)
    // Lines of a sentence are apart.
    for (const part of [text.replaceAll('\n', ' '), title, ...alternatives])
      texts.push({ text: part, where: path })
  }
  expect(texts).not.toEqual([])
  expect(reportUntranslated(texts)).toEqual([])
})

test('feeds and calendars are translated', async () => {
  const texts: ShownText[] = []
  for (const path of ['/feeds/services.json?category=Pet+Services', '/feeds/events.json?state=Texas']) {
    const { title, items } = (await get(path, 'visitor')).json<{
      title: string
      items: { content_html: string }[]
    }>()
    for (const text of [
      title,
      ...items.flatMap(({ content_html }) => textsOfPage(content_html).map(({ text }) => text)),
    ])
      texts.push({ text, where: path })
  }
  const calendar = (await get('/feeds/events.ics', 'visitor')).body.replace(/\r\n /g, '')
  for (const [, text = ''] of calendar.matchAll(
    /^(?:SUMMARY|DESCRIPTION|LOCATION|CATEGORIES|X-WR-CALNAME|NAME):(.*)$/gm,
  ))
    texts.push({ text: text.replaceAll('\\n', '\n').replaceAll('\\', ''), where: '/feeds/events.ics' })
  expect(reportUntranslated(texts)).toEqual([])
})

/** Calls with nothing, and about nothing. Last, because some of them do something all the same. */
// Visitors get only some of the errors.
for (const role of ['visitor', 'author', 'admin'])
  test(`every error of the API is translated for the ${role}`, slowUnless(role === 'admin'), async () => {
    const texts: ShownText[] = []
    for (const [call, { method, path }] of Object.entries(contract)) {
      if (/signOut|deleteAccount/i.test(call)) continue
      for (const id of [missing, method === 'GET' ? ad : 'x']) {
        const response = await site.app.http.inject({
          method,
          url: `/api${path.replace(/\{\w+\}/g, id)}`,
          headers: { cookie: cookies[role], origin: ownOrigin, 'accept-language': language },
          ...(method !== 'GET' && { payload: {} }),
        })
        if (!response.headers['content-type']?.toString().includes('json')) continue
        const { message = '', fields = {} } = response.json<{ message?: string; fields?: object }>() ?? {}
        // A sentence about several fields begins with their names.
        for (const text of [message, ...(response.statusCode >= 400 ? Object.values(fields) : [])])
          if (typeof text === 'string')
            texts.push({ text: text.replace(/\w+(?:, \w+)+: /g, ''), where: `${call} as ${role}` })
      }
    }
    expect(reportUntranslated(texts)).toEqual([])
  })
