/** Returns whether a text is an http(s) URL without credentials, invisible characters, or a host without a dot. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && hostname.includes('.')
}
