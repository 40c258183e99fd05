import { describe, expect, test } from 'vitest'
import { defaultProduct } from '../../../shared/product.ts'
import { createEmailTemplates } from './email-templates.ts'

const publicUrl = 'https://board.example.org'
const letters = createEmailTemplates({ ...defaultProduct, contactEmail: 'care@board.example.org' }, publicUrl)
const person = { name: 'Ann Lee', validMinutes: 60 }

const all = {
  verifyEmail: letters.verifyEmail({ ...person, link: '/verify-email?token=a&b=1' }),
  resetPassword: letters.resetPassword({ ...person, link: '/reset-password?token=a&b=1' }),
  emailLink: letters.emailLink({ validMinutes: 15, link: '/email-link?token=a&b=1' }),
  someoneSignedUp: letters.someoneSignedUp({ name: 'Ann Lee', signInLink: '/sign-in', resetLink: '/forgot' }),
  passwordChanged: letters.passwordChanged({ name: 'Ann Lee', resetLink: '/forgot' }),
  confirmNewEmail: letters.confirmNewEmail({ ...person, link: '/confirm-email?token=a&b=1' }),
  emailChanged: letters.emailChanged({ name: 'Ann Lee', newEmail: 'ann@new.example' }),
}

describe.each(Object.entries(all))('%s', (_name, letter) => {
  test('says from whom it is, in one line of subject', () => {
    expect(letter.subject).toContain('Corkboard')
    expect(letter.subject).not.toMatch(/[\r\n]/)
    for (const part of [letter.html, letter.text])
      expect(part).toContain(`This mail is from Corkboard, ${publicUrl}.`)
  })

  test('leads to this site alone and fetches nothing', () => {
    const leads = [...letter.html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
    for (const link of leads) expect(link).toMatch(/^https:\/\/board\.example\.org\//)
    expect(letter.html).not.toMatch(/\bsrc=|url\(|<script|<link|@import/)
  })

  test('says the same as HTML and as text', () => {
    const words = letter.html
      .replace(/<a href="([^"]*)"/g, '$1<a')
      .replace(/<style>.*?<\/style>|<title>.*<\/title>|<[^>]+>/gs, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
    for (const line of letter.text.split('\n').filter((text) => text.trim() && text !== '-- ')) {
      expect(words).toContain(line.replace(/:$/, ''))
    }
  })
})

test('a link carries the public address, whole, and how long it works', () => {
  const { html, text } = all.resetPassword
  expect(text).toContain('\nhttps://board.example.org/reset-password?token=a&b=1\n')
  expect(html).toContain('href="https://board.example.org/reset-password?token=a&amp;b=1"')
  expect(text).toContain('The link works for 1 hour.')
  expect(all.emailLink.text).toContain('The link works for 15 minutes.')
  const week = letters.verifyEmail({ ...person, validMinutes: 7 * 1440, link: '/v' })
  expect(week.text).toContain('The link works for 7 days.')
})

test('a link that is absolute already stays as it is when it is of this site', () => {
  const letter = letters.emailLink({ validMinutes: 15, link: `${publicUrl}/email-link?token=a` })
  expect(letter.text).toContain('\nhttps://board.example.org/email-link?token=a\n')
})

test.each([
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  `${publicUrl}.evil/`,
])('a link that leads elsewhere is refused: %s', (link) => {
  expect(() => letters.emailLink({ validMinutes: 15, link })).toThrow('must be a path of this site')
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
])('%j is greeted with %j', (name, hello) => {
  const { html, text, subject } = letters.verifyEmail({ ...person, name, link: '/v' })
  expect(text.split('\n')[0]).toBe(hello)
  expect(subject).toBe('Confirm your email address for Corkboard')
  expect(html).not.toContain('<img')
})

test('what a person typed is text in the HTML, never markup', () => {
  const name = `<b>"'&`
  expect(letters.verifyEmail({ ...person, name, link: '/v' }).html).toContain(
    'Hello &lt;b&gt;&quot;&#39;&amp;,',
  )
  const newEmail = '"<script>"@evil'
  expect(letters.emailChanged({ name, newEmail }).html).not.toContain('<script')
})
