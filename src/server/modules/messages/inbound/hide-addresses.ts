/**
 * Replaces addresses that the site promises to hide, however an email program has wrapped or encoded them: the writer's own
 * address, and every reply address.
 */
import { domainToASCII, domainToUnicode } from 'node:url'
import { msg, t } from '../../../../shared/translate.ts'

/** Is stored, so it is in the site's first language. */
const replacement = msg('[email address hidden]')
/** What may stand between two characters of an address: a wrapped line, its quote marks, and characters that show nothing. */
const between = String.raw`\s>=*|\p{Cf}`
/**
 * Skips to `next`, which may be such a character itself. There is only one way to do that: otherwise, an address and a text of
 * such characters could be compared for hours.
 */
const skipTo = (next: string) => `(?:(?!${next})[${between}]){0,60}${next}`
/** Between the characters of a token, which could otherwise be words. */
const wrap = String.raw`(?:=?\r?\n[ \t>]*|\p{Cf})*`
const tag = String.raw`(?:${skipTo(String.raw`\+`)}(?:[^\s@<>]|\r?\n(?:> ?)?){0,64})?`
const encodings = new Map([
  ['@', '(?:@|[%=]40|&#x?0*(?:40|64);|&commat;|＠|﹫)'],
  ['.', '(?:\\.|[%=]2e|．)'],
  ['+', '(?:\\+|[%=]2b|＋)'],
])

/** `own` is the address of the account; `domain`, that of reply addresses. */
export function hideAddresses(text: string, { own, domain }: { own: string; domain: string }): string {
  const atReplyDomain = follow(`@${domain}`)
  const token = `${spread('reply+')}${wrap}[a-z2-7](?:${wrap}[a-z2-7]){44}`
  const patterns = [
    ...variantsOf(own).map((mailbox) => spread(mailbox.local) + tag + follow(`@${mailbox.domain}`)),
    `${token}(?:${atReplyDomain})?`,
    `[^<>@"'(),;:${between}]{1,100}${atReplyDomain}`,
  ]
  return text.replace(new RegExp([...new Set(patterns)].join('|'), 'giu'), t(replacement))
}

/** A domain has two spellings, and so have letters with accents. What follows a plus sign leads to the same mailbox. */
function variantsOf(address: string): { local: string; domain: string }[] {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const domain = address.slice(at + 1)
  const domains = new Set([domain, domainToASCII(domain), domainToUnicode(domain)].filter(Boolean))
  return [...domains].flatMap((domain) =>
    ['NFC', 'NFD'].map((form) => ({ local: local.normalize(form), domain: domain.normalize(form) })),
  )
}

const encoded = (character: string) =>
  encodings.get(character) ?? character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)
const follow = (text: string) => [...text].map((character) => skipTo(encoded(character))).join('')
const spread = ([first = '', ...others]: string) => encoded(first) + follow(others.join(''))
