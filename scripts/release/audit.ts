/** Known vulnerabilities of the packages in the lock file, as the registry reports them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.ts'

/** Justifies one vulnerability until a day such as `2027-01-31`. */
type Exception = { advisory: string; package: string; reason: string; until: string }

type Advisory = { url?: string; title?: string; severity?: string }
type AuditReport = {
  error?: { code?: string; summary?: string }
  vulnerabilities?: Record<string, { name: string; severity: string; via: (Advisory | string)[] }>
}

const severe = new Set(['high', 'critical'])

/** Returns a sentence for each severe vulnerability without an exception. Null if the registry has no audit. */
export function findVulnerabilities(root: string, now: Date): string[] | null {
  const { stdout } = runNpm(root, ['audit', '--json'])
  const exceptions = JSON.parse(readFileSync(join(root, 'audit-exceptions.json'), 'utf8')) as Exception[]
  return readReport(stdout, exceptions, now.toISOString().slice(0, 10))
}

/** `text` is the JSON that `npm audit` prints. */
export function readReport(text: string, exceptions: Exception[], today: string): string[] | null {
  const { error, vulnerabilities } = JSON.parse(text || '{}') as AuditReport
  if (error || !vulnerabilities) return null
  return Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((cause): cause is Advisory => typeof cause === 'object' && severe.has(cause.severity ?? ''))
      .filter(({ url = '' }) => !isExcepted(name, url))
      .map(({ title = '', severity = '', url = '' }) => `${name}: ${title} (${severity}) ${url}`),
  )

  function isExcepted(name: string, url: string): boolean {
    return exceptions.some(
      (exception) =>
        exception.package === name && url.endsWith(`/${exception.advisory}`) && exception.until >= today,
    )
  }
}
