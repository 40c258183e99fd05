import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { type EmailContent, renderEmail } from '../../platform/mail/layout.ts'
import { accountTemplates } from './account-templates.ts'
import * as messages from './message-templates.ts'
import { moderationTemplates } from './moderation-templates.ts'
import { topicTemplates } from './topic-templates.ts'

const publicUrl = 'https://board.example.org'
const site = { ...defaultSettings, contactEmail: 'care@board.example.org' }
const render = (content: EmailContent) => renderEmail({ name: site.name, publicUrl }, content)
const name = 'Ann Lee'
const validMinutes = 60

const part = { startTime: null, endTime: null, doorsTime: null, rule: null, exceptions: [] }
const scheduleOn = (startDate: string, endDate: string) => JSON.stringify([{ ...part, startDate, endDate }])

const facts = {
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  schedule: scheduleOn('2026-12-01', '2026-12-01'),
  dates: '[]',
  timeZone: 'America/Chicago',
  venue: '',
  attendanceMode: 'in_person' as const,
  city: 'Austin',
  state: 'Texas',
  country: 'United States',
  soldOut: false,
  canceled: false,
  postponed: false,
  public: true,
}

const emails = {
  verifyEmail: accountTemplates['verify-email'](site, {
    name,
    validMinutes,
    link: '/verify-email?token=a&b=1',
  }),
  resetPassword: accountTemplates['reset-password'](site, {
    name,
    validMinutes,
    link: '/reset-password?token=a&b=1',
  }),
  signInLink: accountTemplates['email-link'](site, { validMinutes: 15, link: '/email-link?token=a&b=1' }),
  alreadyRegistered: accountTemplates['someone-signed-up'](site, { name }),
  passwordChanged: accountTemplates['password-changed'](site, { name }),
  confirmNewEmail: accountTemplates['confirm-new-email'](site, {
    name,
    validMinutes,
    link: '/confirm-email?token=a&b=1',
  }),
  acceptInvitation: accountTemplates['accept-admin-invitation'](site, {
    role: 'admin',
    name,
    validMinutes: 10,
    link: '/email-link?token=a',
  }),
  adminRightsActive: accountTemplates['admin-rights-active'](site, {
    role: 'admin',
    name,
    passwordRemoved: true,
  }),
  emailChanged: accountTemplates['email-changed'](site, { name, newEmail: 'ann@new.example' }),
  searchAlert: topicTemplates['search-alert'](site, {
    name: 'Piano\nin Austin',
    listings: [
      { label: 'Piano lessons', detail: 'Austin, Texas · $35 per hour', link: '/ad-details/1' },
      { label: 'Piano tuning & repair', detail: 'Austin, Texas · from $90', link: '/ad-details/2' },
    ],
    total: 14,
    link: '/all-services?searchtext=piano',
  }),
  recommended: topicTemplates.recommendation(site, {
    from: 'Ben\nOkafor',
    text: 'Patient.\n\nOn time.',
    link: '/recommendation/1',
  }),
  recommendationHidden: moderationTemplates['recommendation-hide'](site, {
    name,
    isReply: true,
    reason: 'Offensive',
    link: '/recommendation/1',
  }),
  conversationMessage: messages.conversationMessage(site, {
    from: 'Ben\nOkafor',
    title: 'Piano lessons',
    text: 'Is Tuesday possible?\n\nAt five?',
    photos: 0,
    isAboutOwnAd: true,
    shownAddress: null,
    link: '/messages/1',
    stopLink: null,
  }),
  oneServiceQuestion: topicTemplates['service-question'](site, {
    services: [{ title: 'Dog\nwalks & more', link: '/renew-service?token=a' }],
    staleOn: '2026-12-05',
    archivedOn: '2026-12-20',
  }),
  manyServicesQuestion: topicTemplates['service-question'](site, {
    services: Array.from({ length: 23 }, (_, number) => ({
      title: `Dog walks ${number}`,
      link: `/renew-service?token=${number}`,
    })),
    staleOn: '2026-12-05',
    archivedOn: '2026-12-20',
  }),
  eventChanged: topicTemplates['event-changed'](site, {
    title: 'Flea\nmarket',
    link: '/event-details/1',
    before: facts,
    after: {
      ...facts,
      endDate: '2026-12-02',
      schedule: scheduleOn('2026-12-01', '2026-12-02'),
      city: 'Dallas',
      soldOut: true,
    },
  }),
  adStatistics: topicTemplates['ad-statistics'](site, {
    ads: [{ title: 'Piano\nlessons', views: 1234, saves: 1, messages: 0 }],
    more: 2,
    views: 1300,
    link: '/my-services',
  }),
  queueWaiting: topicTemplates['queue-waiting'](site, {
    cases: [
      { source: 'service', count: 2 },
      { source: 'message', count: 1 },
    ],
    oldest: '2 days',
    link: '/admin?tab=queue',
  }),
  savedAdsNews: topicTemplates['saved-ads-news'](site, {
    news: [{ title: 'Piano\nlessons', drop: { from: '$40', to: '$30' }, endsOn: '2026-12-01' }],
    more: 2,
    link: '/saved',
  }),
}

test('the email about the queue says that no more than 99 cases were counted', () => {
  const cases = [
    { source: 'person' as const, count: 100 },
    { source: 'message' as const, count: 1 },
  ]
  const facts = { cases, oldest: '2 days', link: '/admin?tab=queue' }
  const { subject, text } = render(topicTemplates['queue-waiting'](site, facts))
  expect(subject).toBe('Waiting on Corkboard: 99+ cases')
  expect(text).toContain('99+ reports of people\n1 held message')
})

describe.each(Object.entries(emails))('%s', (_name, content) => {
  const { subject, html, text } = render(content)

  test('names the site in a one-line subject and in the signature', () => {
    expect(subject).toContain('Corkboard')
    expect(subject).not.toMatch(/[\r\n]/)
    for (const part of [html, text]) expect(part).toContain(`This email was sent by Corkboard, ${publicUrl}.`)
  })

  test('links only to this site and loads nothing', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
    for (const link of links) expect(link).toMatch(/^https:\/\/board\.example\.org\//)
    expect(html).not.toMatch(/\bsrc=|url\(|<script|<link|@import/)
  })

  test('has the same words in HTML and in plain text', () => {
    const words = html
      .replace(/<a href="([^"]*)"/g, '$1<a')
      .replace(/<style>.*?<\/style>|<title>.*<\/title>|<[^>]+>/gs, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
    for (const line of text.split('\n').filter((part) => part.trim() && part !== '-- ')) {
      expect(words).toContain(line.replace(/:$/, ''))
    }
  })
})

test('contains the whole link with the public URL, and when it expires', () => {
  const { html, text } = render(emails.resetPassword)
  expect(text).toContain('\nhttps://board.example.org/reset-password?token=a&b=1\n')
  expect(html).toContain('href="https://board.example.org/reset-password?token=a&amp;b=1"')
  expect(text).toContain('This link expires in 1 hour.')
  expect(render(emails.signInLink).text).toContain('This link expires in 15 minutes.')
  const week = accountTemplates['verify-email'](site, { name, validMinutes: 7 * 1440, link: '/v' })
  expect(render(week).text).toContain('This link expires in 7 days.')
})

test('the question about many services has a link for each of the first ones', () => {
  const { html, text } = render(emails.manyServicesQuestion)
  expect(text.match(/renew-service\?token=/g)).toHaveLength(20)
  expect(html).toContain('“Dog walks 19”')
  expect(text).toContain('See 3 more services')
})

test('keeps an absolute link to this site', () => {
  const link = `${publicUrl}/email-link?token=a`
  const { text } = render(accountTemplates['email-link'](site, { validMinutes: 15, link }))
  expect(text).toContain('\nhttps://board.example.org/email-link?token=a\n')
})

test.each([
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  `${publicUrl}.evil/`,
])('rejects a link to another site: %s', (link) => {
  const content = accountTemplates['email-link'](site, { validMinutes: 15, link })
  expect(() => render(content)).toThrow('must be a path of this site')
})

test.each([
  ['Ann Lee', 'Hello Ann Lee,'],
  ['<img src=x onerror=alert(1)>', 'Hello <img src=x onerror=alert(1)>,'],
  ['Ann\r\nBcc: victim@evil', 'Hello,'],
  ['Ann\r\n\r\nLee', 'Hello Ann Lee,'],
  ['Win a prize at https://evil.example', 'Hello,'],
  ['www.evil.example', 'Hello,'],
  ['x'.repeat(61), 'Hello,'],
  ['\u202eeeL nnA', 'Hello eeL nnA,'],
  ['', 'Hello,'],
])('greets %j with %j', (recipientName, greeting) => {
  const content = accountTemplates['verify-email'](site, { name: recipientName, validMinutes, link: '/v' })
  const { html, text, subject } = render(content)
  expect(text.split('\n')[0]).toBe(greeting)
  expect(subject).toBe('Confirm your email address for Corkboard')
  expect(html).not.toContain('<img')
})

test('escapes what people typed in the HTML', () => {
  const typedName = `<b>"'&`
  const { html } = render(
    accountTemplates['verify-email'](site, { name: typedName, validMinutes, link: '/v' }),
  )
  expect(html).toContain('Hello &lt;b&gt;&quot;&#39;&amp;,')
  const changed = accountTemplates['email-changed'](site, { name: typedName, newEmail: '"<script>"@evil' })
  expect(render(changed).html).not.toContain('<script')
})
