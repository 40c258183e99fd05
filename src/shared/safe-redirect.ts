/** Where somebody lands after signing in. The address was carried along in a link, so anybody may have written it. */

const home = '/'
const longestLanding = 500
/** Leading back to a form that has just been filled in, or to an answer for programs, is nowhere. */
const nowhere = /^\/(?:signin|signup|email-link|verify-email|reset-password|api)(?:\/|$)/i
/** White space and control characters, which browsers drop before they read an address; and what they take for `/`. */
const deceptive = /[\p{Cc}\s\\]/u

/** The path on this site that was meant, or `/` for all that could lead elsewhere or in a circle. */
export function safeRedirectPath(carried: string | null | undefined): string {
  if (!carried || carried.length > longestLanding || deceptive.test(carried)) return home
  if (!isPlainPath(carried)) return home
  const base = 'http://landing.invalid'
  if (!URL.canParse(carried, base)) return home
  const { origin, pathname, search, hash } = new URL(carried, base)
  // Read once more, as `..` is resolved by now.
  if (origin !== base || !isPlainPath(pathname)) return home
  return pathname + search + hash
}

/** One slash and nowhere two together, however often it is written in percents. */
function isPlainPath(address: string): boolean {
  let path = address.replace(/[?#].*$/s, '')
  for (;;) {
    if (!path.startsWith('/') || path.includes('//') || deceptive.test(path) || nowhere.test(path))
      return false
    const read = readPercents(path)
    if (read === null) return false
    if (read === path) return true
    // A space, once read, is part of a name such as `New York`.
    path = read.replaceAll(' ', '+')
  }
}

function readPercents(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
