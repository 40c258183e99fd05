import type { AuditAction } from '../audit/service.ts'

/** For the log of what admins did: the fields of a listing that were changed, as they were and as they are. */
export function auditDiff(before: Record<string, unknown> & { _id: string }, sent: object) {
  const after = sent as Record<string, unknown>
  const changed = Object.keys(after).filter(
    (name) => name in before && name !== 'author' && name !== 'version' && !same(before[name], after[name]),
  )
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return {
    action: 'listing.edit' satisfies AuditAction as AuditAction,
    target: { type: 'listing' as const, id: before._id },
    before: pick(before),
    after: pick(after),
  }
}

const same = (one: unknown, other: unknown) =>
  other === undefined || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
