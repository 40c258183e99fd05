/**
 * Which names people and their pages can have. A name must not look like the site's own, hide characters, or contain a
 * web address: emails and pages show it beside the site's name. Only the server loads this file, with its table of confusables.
 */

import unhomoglyph from 'unhomoglyph'
import { AppError } from './errors.ts'
import { isBlank } from './schemas/fields.ts'
import { t } from './translate.ts'

const listOf = (words: string): string[] => words.trim().split(/\s+/)

/** Reserved wherever they are in a name. */
const roles = listOf(`
  admin admins administrator administrators administration sysadmin superadmin
  moderator moderators moderation staff official support helpdesk
  webmaster postmaster hostmaster noreply customerservice customercare
`)
/** Reserved if a name consists of nothing else. */
const otherWords = listOf(`
  mod mods team owner owners help contact info security abuse billing
  payment payments system verified verify verification trust safety board
  anonymous deleted nobody neighbor seller sellers
`)
/** Reserved in the URL of a page only, because people have such names. */
const pageWords = listOf('root null undefined new edit settings report recommend api www')
/** Words that change nothing, as in `The Support Team`. */
const fillers = listOf(`
  a an the of and at by for from in my our us your this
  site website web online app service services customer customers user users
  account accounts center centre desk department
  message messages notice notification notifications alert alerts mail email
`)
/** From this length on, the site's name is found inside of other words too, and other words in words without spaces. */
const minLength = { siteName: 8, word: 4 }

/** Returns a map from each letter at an even position to the next one. */
const toMap = (pairs: string) =>
  new Map([...pairs.matchAll(/(.)(.)/gu)].map(([, letter = '', latin = '']) => [letter, latin]))
/** Look-alikes that Unicode's table of confusables leaves as they are: small capitals, and letters that it turns into them. */
const smallCapitals = toMap('ᴀaʌaᗩaʙbᑕcᴅd∂dᴇeǝeғfɢgʜhᴊjᴋkĸkʟlᴍmʍmɴnᴎnᴘpʀrᴛtᴜuμuʏy')
const digits = toMap('0o1l3e4a5s6g7t8b9g')
/** The first letters of the alphabets of circled, squared, and flag letters, which Unicode does not decompose. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]
const alphabetLetter = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const invisible = /[\p{M}\p{Cf}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu

function toLatin(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return String.fromCharCode(97 + code - (alphabets.findLast((first) => first <= code) ?? code))
}

/** Makes words equal that look alike. */
function fold(word: string): string {
  const letters = [...unhomoglyph(word).normalize('NFKD').replace(invisible, '').toLowerCase()]
  return letters
    .map((letter) => smallCapitals.get(letter) ?? digits.get(letter) ?? letter)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/cl/g, 'd')
    .replace(/l/g, 'i')
}

const foldAll = (words: string[]): ReadonlySet<string> => new Set(words.map(fold))
const foldedRoles = foldAll(roles)
const foldedNameWords = foldAll([...roles, ...otherWords])
const foldedPageWords = foldAll([...roles, ...otherWords, ...pageWords])
const foldedFillers = foldAll(fillers)

/** Splits a text into words, also where a capital letter begins one. Signs in place of a letter become that letter. */
const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(alphabetLetter, toLatin)
    .replace(/@(?=[\p{L}\d])/gu, 'a')
    .replace(/[¢©](?=[\p{L}\d])/gu, 'c')
    .replace(/\$(?=[\p{L}\d])/gu, 's')
    .replace(/[!¡|](?=[\p{L}\d])/gu, 'i')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\d∂]+/u)
    .filter((word) => word !== '')

/** Returns whether some of these words, one after the other, spell a reserved one. */
const spells = (words: string[], reserved: ReadonlySet<string>): boolean =>
  words.some((_, first) => words.some((_, last) => reserved.has(words.slice(first, last + 1).join(''))))

/** Returns whether a text without spaces consists of words of a set. */
function consistsOf(text: string, words: ReadonlySet<string>): boolean {
  const ends = new Set([0])
  for (let end = minLength.word; end <= text.length; end += 1)
    if ([...ends].some((start) => end - start >= minLength.word && words.has(text.slice(start, end))))
      ends.add(end)
  return ends.has(text.length)
}

/** Returns whether these words are nothing but reserved ones and fillers. */
function isNothingBut(words: string[], reserved: ReadonlySet<string>): boolean {
  const rest = words.filter((word) => !foldedFillers.has(word))
  if (rest.length === 0) return false
  const joined = rest.join('')
  return (
    rest.every((word) => reserved.has(word)) ||
    reserved.has(joined) ||
    consistsOf(joined, new Set([...reserved, ...foldedFillers]))
  )
}

const withoutOuterDigits = (word: string) => word.replace(/^\d+(?=\D)|(?<=\D)\d+$/g, '')

type Reserved = { anywhere: ReadonlySet<string>; alone: ReadonlySet<string> }

function isReserved(text: string, siteName: string, { anywhere, alone }: Reserved): boolean {
  const ownName = fold(splitWords(siteName).join(''))
  const isOwnName = (word: string) => ownName.length >= minLength.siteName && word.includes(ownName)
  // Signs and digits can stand for letters, as in `!nfo` and `5upport`, or surround a word, as in `!support5`.
  const texts = [text, text.replace(/(?<![\p{L}\d])[!¡|]/gu, ' ')]
  const readings = texts.map(splitWords).flatMap((words) => [words, words.map(withoutOuterDigits)])
  return readings.some((words) => {
    const folded = words.map(fold)
    return (
      isOwnName(folded.join('')) ||
      spells(folded, new Set([...anywhere, ownName])) ||
      isNothingBut(folded, new Set([...alone, ownName]))
    )
  })
}

/** Returns whether the URL of a page would look like the site's own. */
export const isReservedHandle = (handle: string, siteName: string): boolean =>
  isReserved(handle, siteName, { anywhere: foldedPageWords, alone: foldedPageWords })

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
/** Joiners between letters of scripts that need them, and in emoji. */
const joiners =
  /(?<=[^\P{L}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)[\u200c\u200d](?=[^\P{L}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu
/** Control characters, marks that turn the direction of text, and others that show nothing. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu
const hasHidden = (name: string) => name.replace(joiners, '').search(hidden) !== -1
/** What mail programs turn into links to pages. `St.Mary` and `J.de Vries` are names. */
const webAddresses = [
  /:\/\/|\bwww\.|(?:\d{1,3}\.){3}\d/i,
  /[\p{L}\p{N}-]{2}\.\p{Ll}{2,}/u,
  /[\p{L}\p{N}]\.\p{L}{2,}\//u,
  /[\p{L}\p{N}-]{2}\.(?:com|net|org|info|biz|io|me|ly|co|us|uk|ca|de|eu|ru|cn|app|dev|xyz|shop|site|online|club|live|link|page|top|cloud|store|tech|pro|vip|win|click|icu|cc|tv|gg|ai|blog|website|space)(?![\p{L}\p{N}])/iu,
]
const emailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu
const hasWebAddress = (name: string) => {
  const plain = name.normalize('NFKC').replaceAll('。', '.').replace(emailAddress, ' ')
  return webAddresses.some((address) => address.test(plain))
}

/** Returns why nobody can have this name, as a sentence, or null. */
export function nameProblem(name: string, siteName: string): string | null {
  if (lineBreak.test(name)) return t('Please enter your name on one line.')
  if (hasHidden(name)) return t('Your name contains hidden characters. Please delete it and type it again.')
  if (hasWebAddress(name)) return t('Please enter your name without a web address.')
  if (isReserved(name, siteName, { anywhere: foldedRoles, alone: foldedNameWords }))
    return t('This name could be mistaken for one of {site} itself. Please choose another one.', {
      site: siteName,
    })
  return null
}

/** Throws unless someone can choose this name. */
export function requireAllowedName(name: string, siteName: string): void {
  const problem = nameProblem(name, siteName)
  if (problem !== null) throw new AppError('invalid', problem, { name: problem })
}

/** Returns a stored or foreign name on one line, or `fallback` if nobody could choose it. */
export function toAllowedName(name: string | null, siteName: string, fallback: string): string {
  const oneLine = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const shown = hasHidden(oneLine) ? oneLine.replace(hidden, '') : oneLine
  return isBlank(shown) || nameProblem(shown, siteName) !== null ? fallback : shown
}
