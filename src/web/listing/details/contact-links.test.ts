import { expect, test } from 'vitest'
import { callTo, mailTo, preferredEmail } from './contact-links.ts'

const ad = {
  title: 'Fades & beard trims: 50% off?',
  url: 'https://board.example.org/ad-details/1',
  site: 'Corkboard',
  sellerName: 'Marcus Bell',
}

function parse(link: string) {
  const { pathname, searchParams } = new URL(link)
  const [subject, body] = ['subject', 'body'].map((name) => searchParams.get(name) ?? '')
  return { to: decodeURIComponent(pathname), subject, body }
}

test('an email has the title as its subject and the link to the ad in its body', () => {
  const { to, subject, body } = parse(mailTo('marcus@example.org', ad))
  expect(to).toBe('marcus@example.org')
  expect(subject).toBe(ad.title)
  expect(body).toMatch(/^Hi Marcus Bell,\r\n/)
  expect(body?.split('\r\n')).toContain(ad.url)
})

test('greets a seller without a name', () => {
  expect(parse(mailTo('a@example.org', { ...ad, sellerName: null })).body).toMatch(/^Hi,\r\n/)
})

test('nothing that an author typed adds recipients, fields, or lines to an email', () => {
  const title = 'Lessons&cc=a@example.org\r\nBcc: b@example.org?body=x#y'
  const link = mailTo('a?cc=b@example.org,c@example.org', { ...ad, title })
  expect(link.match(/[?&][a-z]+=/g)).toEqual(['?subject=', '&body='])
  expect(parse(link).subject).toBe('Lessons&cc=a@example.org Bcc: b@example.org?body=x#y')
  expect(link).not.toContain(',c')
})

test('half of a surrogate pair in a title does not break the link', () => {
  expect(parse(mailTo('a@example.org', { ...ad, title: 'A \ud83d' })).subject).toBe('A \ufffd')
})

test('prefers the business email', () => {
  const author = { email: 'a@example.org', business_email: '', phone: '', facebook: '', instagram: '' }
  expect(preferredEmail(author)).toBe('a@example.org')
  expect(preferredEmail({ ...author, business_email: 'b@example.org' })).toBe('b@example.org')
})

test.each([
  ['(512) 555-0100', 'tel:5125550100'],
  ['+1 512 555 0142', 'tel:+15125550142'],
  ['555-0100', 'tel:5550100'],
  ['512.555.0100 or 512.555.0199', 'tel:5125550100'],
  ['Ask for Jo, 9 to 5: 512 555 0100', 'tel:5125550100'],
  ['(512) 555-0100 ext. 12', 'tel:5125550100'],
  ['+44 20 7946 0018', 'tel:+442079460018'],
  ['1-800-FLOWERS', null],
  ['911', null],
  ['call after 5', null],
  ['1234 5678 9012 3456 7890', null],
  ['', null],
])('%s dials %s', (text, link) => {
  expect(callTo(text)).toBe(link)
})
