/** One finding of `corkboard doctor`. A `problem` makes the command fail; a `warning` does not. */
export type Finding = {
  result: 'ok' | 'warning' | 'problem'
  message: string
  /** What to do about it. */
  fix?: string
}

/** A group of checks with a heading. Throwing counts as a problem. */
export type Check = { name: string; run: () => Promise<Finding[]> }

export const ok = (message: string): Finding => ({ result: 'ok', message })
export const warning = (message: string, fix: string): Finding => ({ result: 'warning', message, fix })
export const problem = (message: string, fix: string): Finding => ({ result: 'problem', message, fix })

export const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (message && message !== 'fetch failed') return message
  return cause ? reasonOf(cause) : (code ?? String(error))
}
