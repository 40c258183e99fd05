/** Selects from the findings of `corkboard doctor`. */
import type { Finding, Findings } from '../../../src/cli/doctor/check.ts'

/** Returns the problems, each with its fix. */
export const problemsOf = (findings: Findings): string[] =>
  [findings]
    .flat()
    .filter(({ result }) => result === 'problem')
    .map(({ message, fix }) => `${message} ${fix}`)

export const messagesOf = (findings: Findings, result: Finding['result']): string[] =>
  [findings]
    .flat()
    .filter((finding) => finding.result === result)
    .map(({ message }) => message)
