/** Selects from the findings of `corkboard doctor`. */
import type { Finding } from '../../../src/cli/doctor/check.ts'

/** Returns the problems, each with its fix. */
export const problemsOf = (findings: Finding[]): string[] =>
  findings.filter(({ result }) => result === 'problem').map(({ message, fix }) => `${message} ${fix}`)

export const messagesOf = (findings: Finding[], result: Finding['result']): string[] =>
  findings.filter((finding) => finding.result === result).map(({ message }) => message)
