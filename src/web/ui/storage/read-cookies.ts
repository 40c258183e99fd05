/** Returns the cookies that scripts may read, as the browser sends them; empty where the browser keeps none. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    // A sandboxed frame.
    return ''
  }
}
