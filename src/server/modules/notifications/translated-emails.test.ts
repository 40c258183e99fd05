/** Every email in the languages that ship: each as it is sent, so none has a word of the English one, or a variable that is not filled. */
import { expect, test } from 'vitest'
import { sourceLanguage } from '../../../shared/language.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { type EmailKey, emailTexts } from '../../../shared/texts/emails.ts'
import { inLanguage, openLanguages } from '../../platform/language/reader-language.ts'
import { type EmailContent, renderEmail } from '../../platform/mail/layout.ts'
import { writeOwnEmail } from '../texts/service.ts'
import { accountTemplates } from './account-templates.ts'
import type { SiteInfo } from './email-text.ts'
import * as messages from './message-templates.ts'
import { moderationTemplates } from './moderation-templates.ts'
import { topicTemplates } from './topic-templates.ts'

const languages = [sourceLanguage, 'es', 'fr']
openLanguages(() => languages, '/nonexistent', {
  warn: (problem: unknown) => {
    throw new Error(String(problem))
  },
} as never)

/** Which texts were used, by their keys. */
const written = new Set<EmailKey>()
const site: SiteInfo = {
  ...defaultSettings,
  contactEmail: 'care@board.example.org',
  writeEmail(key, values) {
    written.add(key)
    return writeOwnEmail(key, values)
  },
}

const name = 'Xu'
const validMinutes = 60
const link = '/l'
const part = {
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  startTime: '19:00',
  endTime: null,
  doorsTime: '18:30',
  rule: null,
  exceptions: [],
}
const facts = {
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  schedule: JSON.stringify([part]),
  dates: '[]',
  timeZone: 'America/Chicago',
  venue: '',
  attendanceMode: 'in_person' as const,
  city: 'Austin',
  state: 'Texas',
  country: 'México',
  soldOut: false,
  canceled: false,
  postponed: false,
  public: true,
}
const changedDate = (day: string, change: object) => ({
  ...part,
  scheduled: day,
  startDate: day,
  endDate: day,
  canceled: false,
  postponed: false,
  ...change,
})
const weekly = JSON.stringify([{ ...part, rule: 'FREQ=WEEKLY;BYDAY=TU' }])
const date = {
  title: 'T',
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  startTime: '19:30',
  endTime: null,
  doorsTime: '19:00',
  timeZone: 'America/Chicago',
  city: 'Austin',
  state: 'Texas',
  country: 'México',
  venue: 'V',
  link,
  calendar: link,
}
const changed = (before: object, after: object) =>
  topicTemplates['event-changed'](site, {
    title: 'T',
    link,
    before: { ...facts, ...before },
    after: { ...facts, ...after },
  })
const message = {
  from: null,
  title: 'T',
  text: 'M',
  isAboutOwnAd: true,
  shownAddress: null,
  link,
  stopLink: null,
}
const moderated = { name, kind: 'service' as const, title: 'T' }
const stated = {
  name,
  title: 'T',
  rule: 'R',
  automatic: false,
  created: '2026-12-01T12:00:00.000Z',
  ends: '2026-12-08T12:00:00.000Z',
  appealUntil: '2027-06-01T12:00:00.000Z',
  timeZone: 'America/Chicago',
  link,
}
const appealed = { name, kind: 'hide' as const, title: 'T', outcome: 'upheld' as const }
const services = (count: number) => ({
  services: Array.from({ length: count }, () => ({ title: 'T', link })),
  staleOn: '2026-12-05',
  archivedOn: '2026-12-20',
})

const account = accountTemplates
const moderation = moderationTemplates
const topic = topicTemplates

/** Writes all emails, each in all of its forms. */
const emails: Record<string, () => EmailContent> = {
  'verify-email': () => account['verify-email'](site, { name, link, validMinutes }),
  'reset-password': () => account['reset-password'](site, { name, link, validMinutes: 2880 }),
  'email-link': () => account['email-link'](site, { link, validMinutes: 15 }),
  'someone-signed-up': () => account['someone-signed-up'](site, { name }),
  'password-changed': () => account['password-changed'](site, { name }),
  'confirm-new-email': () => account['confirm-new-email'](site, { name, link, validMinutes }),
  'email-changed': () => account['email-changed'](site, { name, newEmail: 'x@x.example' }),
  'accept-admin-invitation': () =>
    account['accept-admin-invitation'](site, { role: 'admin', name, link, validMinutes }),
  'admin-rights-active': () =>
    account['admin-rights-active'](site, { role: 'admin', name, passwordRemoved: false }),
  'admin-rights-active, no password': () =>
    account['admin-rights-active'](site, { role: 'admin', name, passwordRemoved: true }),
  'contact-message': () => messages.contactMessage(site, { name: '', email: 'x@x.example', message: 'M' }),
  'conversation-message': () => messages.conversationMessage(site, { ...message, photos: 0 }),
  'conversation-message, answered directly': () =>
    messages.conversationMessage(site, { ...message, photos: 1, shownAddress: 'x@x.example' }),
  'visitor-conversation-message': () =>
    messages.conversationMessage(site, {
      ...message,
      photos: 2,
      isAboutOwnAd: false,
      link: null,
      stopLink: link,
    }),
  'answer-notice': () => messages.answerNotice(site, { link, stopLink: link }),
  recommendation: () => topic.recommendation(site, { from: null, text: 'M', link }),
  'listing-hold': () => moderation['statement-hold'](site, { ...stated, rule: 'approval', automatic: true }),
  'listing-hold, by signals': () =>
    moderation['statement-hold'](site, { ...stated, rule: 'signals', automatic: true }),
  'listing-hide': () => moderation['statement-hide'](site, stated),
  'listing-hide, by reports': () =>
    moderation['statement-hide'](site, { ...stated, rule: 'reports', automatic: true }),
  'listing-remove': () => moderation['statement-removal'](site, stated),
  'listing-restore': () => moderation['listing-restore'](site, moderated),
  'account-suspend': () => moderation['statement-suspension'](site, { ...stated, title: '' }),
  'appeal-decided': () => moderation['appeal-decided'](site, { ...appealed, reason: 'R', link }),
  'appeal-decided, reversed': () =>
    moderation['appeal-decided'](site, { ...appealed, outcome: 'reversed', reason: '', link }),
  'appeal-reported': () => moderation['appeal-reported'](site, appealed),
  'appeal-reported, reversed': () =>
    moderation['appeal-reported'](site, { ...appealed, kind: 'suspension', outcome: 'reversed' }),
  'account-lift': () => moderation['account-lift'](site, { name }),
  'admin-invitation': () =>
    moderation['admin-invitation'](site, { role: 'admin', name, hasAccount: false, signUpPath: link }),
  'admin-added': () =>
    moderation['admin-invitation'](site, { role: 'admin', name, hasAccount: true, signUpPath: link }),
  'recommendation-hide': () =>
    moderation['recommendation-hide'](site, { name, isReply: false, reason: 'R', link }),
  'recommendation-reply-hide': () =>
    moderation['recommendation-hide'](site, { name, isReply: true, reason: 'R', link }),
  'search-alert, one ad': () =>
    topic['search-alert'](site, { name: 'N', listings: [{ label: 'T', link }], total: 1, link }),
  'search-alert': () =>
    topic['search-alert'](site, { name: 'N', listings: [{ label: 'T', link }], total: 3, link }),
  'event-changed: taken down': () => changed({}, { public: false }),
  'event-changed: canceled': () => changed({}, { canceled: true }),
  'event-changed: postponed': () => changed({}, { postponed: true }),
  'event-changed: back on': () => changed({ canceled: true }, {}),
  'event-changed: listed again': () => changed({ public: false }, {}),
  'event-changed: time, place, tickets': () =>
    changed(
      {},
      {
        schedule: JSON.stringify([{ ...part, startTime: '20:00' }]),
        venue: 'V',
        attendanceMode: 'both',
        soldOut: true,
      },
    ),
  'event-changed: online, tickets again': () => changed({ soldOut: true }, { attendanceMode: 'online' }),
  'event-changed: in person': () => changed({ attendanceMode: 'online' }, {}),
  'event-changed: date': () =>
    changed({}, { schedule: JSON.stringify([{ ...part, endDate: '2026-12-02' }]) }),
  'event-changed: a schedule of two parts': () =>
    changed(
      {},
      {
        schedule: JSON.stringify([part, { ...part, startDate: '2027-01-06', endDate: '2027-01-06' }]),
      },
    ),
  ...Object.fromEntries(
    Object.entries({
      canceled: { canceled: true },
      postponed: { postponed: true },
      moved: { startTime: '21:00' },
    }).map(([state, change]) => [
      `event-changed: dates ${state}`,
      () =>
        changed(
          { schedule: weekly },
          {
            schedule: weekly,
            dates: JSON.stringify([changedDate('2026-12-08', change), changedDate('2026-12-15', change)]),
          },
        ),
    ]),
  ),
  'event-changed: a date back on, and others': () =>
    changed(
      { schedule: weekly, dates: JSON.stringify([changedDate('2026-12-08', { canceled: true })]) },
      { schedule: weekly },
    ),
  'event-changed: many dates': () =>
    changed(
      { schedule: weekly },
      {
        schedule: weekly,
        soldOut: true,
        dates: JSON.stringify(
          Array.from({ length: 12 }, (_, week) =>
            changedDate(`2026-12-${String(week + 8).padStart(2, '0')}`, { canceled: true }),
          ),
        ),
      },
    ),
  'event-reminder': () => topic['event-reminder'](site, date),
  'event-place': () => topic['event-place'](site, { ...date, code: 'k7qm2xra', picture: '/p' }),
  'saved-ads-news': () =>
    topic['saved-ads-news'](site, {
      news: [{ title: 'T', drop: { from: '2', to: '1' }, endsOn: '2026-12-01' }],
      more: 2,
      link,
    }),
  'queue-waiting': () =>
    topic['queue-waiting'](site, {
      cases: [
        { source: 'service', count: 2 },
        { source: 'event', count: 1 },
        { source: 'message', count: 1 },
        { source: 'conversation', count: 2 },
        { source: 'person', count: 100 },
      ],
      oldest: '2',
      link,
    }),
  'ad-statistics': () =>
    topic['ad-statistics'](site, {
      ads: [{ title: 'T', views: 3, saves: 1, messages: 0 }],
      more: 2,
      views: 3,
      link,
    }),
  'service-question': () => topic['service-question'](site, services(1)),
  'services-question': () => topic['service-question'](site, services(23)),
}

const rendered = (language: string, write: () => EmailContent) =>
  inLanguage(language, () =>
    renderEmail({ name: 'Xyz', publicUrl: 'https://board.example.org' }, { ...write(), unsubscribe: '/u' }),
  )
/** Two or more words in a row, without what stands for a name, a number, or an address. */
const wordsOf = (text: string) =>
  text
    .replace(/https?:\S+|\S+@\S+|Corkboard|Xyz|Austin, Texas, México/g, '§')
    .split(/[^\p{L}’' ]+/u)
    .map((words) => words.trim())
    .filter((words) => words.includes(' '))

test.each(Object.entries(emails))(
  '%s is in Spanish and in French, with all of its values',
  (_name, write) => {
    const english = rendered('en', write)
    for (const language of ['es', 'fr']) {
      const { subject, html, text } = rendered(language, write)
      expect(html).toContain(`<html lang="${language}"`)
      for (const shown of [subject, text]) expect(shown).not.toMatch(/[{}]|undefined|null|~/)
      expect(subject).not.toBe(english.subject)
      const phrases = new Set(wordsOf(`${english.subject}\n${english.text}`))
      expect(wordsOf(`${subject}\n${text}`).filter((phrase) => phrases.has(phrase))).toEqual([])
      // As many links, and a text for each of its parts.
      const linksIn = (part: string) => [...part.matchAll(/https:\S+/g)].map(([url]) => url)
      expect(linksIn(text)).toEqual(linksIn(english.text))
      expect(text.split('\n\n')).toHaveLength(english.text.split('\n\n').length)
    }
  },
)

test('no email was forgotten', () => {
  expect([...written].sort()).toEqual(Object.keys(emailTexts).sort())
})
