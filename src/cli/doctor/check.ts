/** One finding of `corkboard doctor`. A `problem` makes the command fail; a `warning` does not. */
export type Finding = {
  result: 'ok' | 'warning' | 'problem'
  message: string
  fix?: string
}

export type Findings = Finding | Finding[]

/** A group of checks with a heading. Throwing counts as a problem. */
export type Check = { name: string; run: () => Promise<Findings> }

export const ok = (message: string): Finding => ({ result: 'ok', message })
export const warning = (message: string, fix: string): Finding => ({ result: 'warning', message, fix })
export const problem = (message: string, fix: string): Finding => ({ result: 'problem', message, fix })

type Reason = Error & {
  code?: string
  errors?: unknown[]
  /** Set by S3 clients. */
  $metadata?: { httpStatusCode?: number }
}

/** Returns why something failed, as the system or service said it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { name, message, code = '', cause, errors, $metadata = {} }: Reason = error
  const inner = errors?.[0] ?? cause
  // Libraries wrap what the service said: "fetch failed", or E_CANNOT_WRITE_FILE of the picture store.
  if (inner && (message === '' || message === 'fetch failed' || code.startsWith('E_'))) return reasonOf(inner)
  const text = message || code || name
  const { httpStatusCode: status = 0 } = $metadata
  const isKind = status > 0 && !text.includes(name) && name !== 'Error'
  return `${isKind ? `${name}: ` : ''}${text}${status >= 300 ? ` (status ${status})` : ''}`
}
