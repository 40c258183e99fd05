/** The page to open after signing in. The target comes from a link that anyone may have written. */

const home = '/'
const maxPathLength = 500
/** Forms that the visitor has just completed, and responses meant for programs. */
const excludedPaths =
  /^\/(?:signin|signup|check-your-inbox|email-link|verify-email|reset-password|api)(?:\/|$)/i
/** White space and control characters, which browsers drop from URLs, and the backslash, which they read as `/`. */
const deceptive = /[\p{Cc}\s\\]/u

/** Returns the target path on this site, or `/` if it could lead to another site or into a loop. */
export function safeRedirectPath(target: string | null | undefined): string {
  if (!target || target.length > maxPathLength || deceptive.test(target)) return home
  if (!isPlainPath(target)) return home
  const base = 'http://redirect.invalid'
  if (!URL.canParse(target, base)) return home
  const { origin, pathname, search, hash } = new URL(target, base)
  // Check again, because `..` is resolved now.
  if (origin !== base || !isPlainPath(pathname)) return home
  return pathname + search + hash
}

/** Returns whether a path starts with one slash and has no double slash, however often it is percent-encoded. */
function isPlainPath(target: string): boolean {
  let path = target.replace(/[?#].*$/s, '')
  for (;;) {
    if (!path.startsWith('/') || path.includes('//') || deceptive.test(path) || excludedPaths.test(path))
      return false
    const decoded = decodePercents(path)
    if (decoded === null) return false
    if (decoded === path) return true
    // An encoded space is legitimate, as in `New%20York`.
    path = decoded.replaceAll(' ', '+')
  }
}

function decodePercents(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
