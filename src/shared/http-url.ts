/** A web address and nothing that looks like one: no other scheme, no name or password in it, nothing unseen. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && hostname.includes('.')
}
