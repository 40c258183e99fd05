import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideAddresses } from './hide-addresses.ts'
import { readEmail } from './read-email.ts'

const domain = 'reply.example.net'
const own = 'rosa.d@example.com'
const hide = (text: string, address = own) => hideAddresses(text, { own: address, domain })

/** What a reader could still put together. */
const bare = (text: string) =>
  text
    .replace(/&#64;|%40|=40/g, '@')
    .replace(/[\s>=*|\p{Cf}]/gu, '')
    .toLowerCase()

const letters = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
const accounts = fc
  .tuple(
    letters('abcxyz019_.-', 1, 12),
    letters('abcxyz09-', 1, 12),
    fc.constantFrom('com', 'co.uk', 'example', 'de'),
  )
  .map(([local, host, end]) => `${local}@${host}.${end}`)
const replies = letters('abcdefghijklmnopqrstuvwxyz234567', 45, 45).map((token) => `reply+${token}@${domain}`)

const everywhere = (text: string, index: number, between: string) =>
  `${text.slice(0, index % text.length)}${between}${text.slice(index % text.length)}`
/** How mail programs write an address. */
const spellings = fc.tuple(
  fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replace('@', '%40'),
    (text) => `${text[0]?.toUpperCase()}${text.slice(1)}`,
  ),
  fc.constantFrom('', '\n', '\r\n', '=\n', '=\r\n', '\n> ', '\n> > ', '\n   ', '\u00ad', '\u200b', '\u202a'),
  fc.nat(80),
  fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `<${text}>`,
    (text) => `To: ${text}`,
    (text) => `> À : "Rosa" <mailto:${text}>`,
    (text) => `[mailto:${text}]`,
    (text) => `*${text}*`,
    (text) => `xmailto=3D${text}?subject=Hi`,
    (text) => `${text}${text}`,
  ),
)
const spelled = (
  address: string,
  [change, between, index, wrapper]: [(text: string) => string, string, number, (text: string) => string],
) => wrapper(everywhere(change(address), index, between))
const surroundings = fc.string({ unit: fc.constantFrom(...'abc @.\n>+=<:'), maxLength: 40 })

test('no spelling of the account’s address or of a reply address stays', () => {
  fc.assert(
    fc.property(
      accounts,
      replies,
      spellings,
      spellings,
      surroundings,
      surroundings,
      (account, reply, one, other, before, after) => {
        const text = `${before}${spelled(account, one)} ${after}${spelled(reply, other)}${before}`
        const shown = bare(hide(text, account))
        expect(shown).not.toContain(bare(account))
        expect(shown).not.toMatch(/reply\+[a-z2-7]{45}/)
        expect(shown).not.toContain(`@${domain}`)
      },
    ),
    { numRuns: 300 },
  )
})

/** Encodes as few characters as possible, and wraps a line wherever `width` says. */
const quotedPrintable = (text: string, width: number) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^ -<>-~\n]|=/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .split('\n')
    .map((line) => line.match(new RegExp(`(?:=..|[^=]){1,${width}}`, 'g'))?.join('=\r\n') ?? '')
    .join('\r\n')
const inHtml = (address: string) =>
  `<p>Yes.</p><p>To: <a href="mailto:${address}">${address}</a></p><div>&lt;${[...address].map((c) => `<span>&#${c.codePointAt(0)};</span>`).join('<wbr>')}&gt;</div><pre>${address.toUpperCase()}</pre>`

test('no email, encoded in any way, shows them', async () => {
  await fc.assert(
    fc.asyncProperty(
      accounts,
      replies,
      fc.integer({ min: 3, max: 76 }),
      fc.boolean(),
      async (account, reply, width, isHtml) => {
        const body = isHtml
          ? inHtml(account) + inHtml(reply)
          : `Yes, <${account}> (${account.toUpperCase()})\nmailto:${account} and ${reply}\n\nTo: ${account}\n`
        const email = await readEmail(
          Buffer.from(
            `From: <${account}>\r\nMIME-Version: 1.0\r\nContent-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(body, width)}`,
          ),
        )
        expect(bare(email?.text ?? '')).toContain(bare(account))
        const shown = bare(hide(email?.text ?? '', account))
        expect(shown).toContain('yes')
        expect(shown).not.toContain(bare(account))
        expect(shown).not.toContain(bare(reply))
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  ['the address', 'Write to rosa.d@example.com.', 'Write to [email address hidden].'],
  ['with a tag', 'Rosa.D+ads@Example.com', '[email address hidden]'],
  ['a reply address without its domain', `reply+${'a'.repeat(45)} works`, '[email address hidden] works'],
  ['any address of that domain', 'Old: x1@reply.example.net', 'Old: [email address hidden]'],
  [
    'other addresses',
    'Ask ben@example.com, not rosad@example.com',
    'Ask ben@example.com, not rosad@example.com',
  ],
  ['words', 'Reply + all the others, please: rosa and d are at example.com', null],
])('hides %s', (_what, text, shown) => {
  expect(hide(text)).toBe(shown ?? text)
})

test('a domain has two spellings', () => {
  for (const address of ['rosa@münchen.example', 'rosa@xn--mnchen-3ya.example'])
    for (const text of ['ROSA@MÜNCHEN.example', 'rosa@xn--mnchen-3ya.example', 'rosa@mu\u0308nchen.example'])
      expect(hide(text, address)).toBe('[email address hidden]')
})

test.each([own, 'a@example.com', `${'='.repeat(30)}@example.com`, `${'=*|'.repeat(20)}@example.com`])(
  'takes little time for text that is made to take long, for %s',
  (address) => {
    const before = process.threadCpuUsage()
    for (const text of [
      'r ',
      'rosa+',
      'rosa.d+\n> ',
      'reply+a',
      'reply+\n',
      '= ',
      '@',
      '>',
      '=',
      '=*|',
      'a+=',
    ])
      hide(text.repeat(Math.ceil(5_000 / text.length)), address)
    hide(`${'a+'.repeat(50)}${'='.repeat(4_900)}`, address)
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
  },
)
