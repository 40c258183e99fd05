let accepted: boolean | null = null

/** Returns whether the browser keeps cookies of this site. Chromium's `navigator.cookieEnabled` is true even where it does not. */
export function acceptsCookies(): boolean {
  accepted ??= tryCookie('accepts-cookies')
  return accepted
}

function tryCookie(name: string): boolean {
  try {
    // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and missing without TLS
    document.cookie = `${name}=yes; SameSite=Lax`
    const isKept = document.cookie.includes(name)
    document.cookie = `${name}=; Max-Age=0; SameSite=Lax`
    // biome-ignore-end lint/suspicious/noDocumentCookie: see above
    return isKept
  } catch {
    // A sandboxed frame.
    return false
  }
}
