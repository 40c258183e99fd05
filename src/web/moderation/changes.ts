/** What an entry of the log says that was changed, field by field. It was written as the deed saw fit, so it is read leniently. */
import { truncate } from '../../shared/format.ts'

/** `from` is null where there was nothing before that could have been otherwise. */
export type Change = { field: string; from: string | null; to: string }

const longest = 300
/** Times that an undo needs, which tell a reader nothing. */
const silent = ['settled']

export function changesOf(before: unknown, after: unknown): Change[] {
  if (Array.isArray(before) && Array.isArray(after)) return changesOfList(before, after)
  const [from, to] = [recordOf(before), recordOf(after)]
  const fields = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])]
  return fields
    .filter((field) => !silent.includes(field))
    .map((field) => ({ field, from: from && say(from[field]), to: say(to?.[field]) }))
    .filter((change) => change.from !== change.to)
}

/** A list is told by what came and what went: as a whole it would hide that. */
function changesOfList(before: unknown[], after: unknown[]): Change[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  const changes = [
    { field: 'added', from: null, to: say(added) },
    { field: 'removed', from: null, to: say(removed) },
  ].filter(({ to }) => to !== nothing)
  return changes.length > 0 ? changes : [{ field: 'order', from: say(before), to: say(after) }]
}

const recordOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

const nothing = 'nothing'

function say(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length > 0 ? truncate(value.map(say).join(' · '), longest) : nothing
  return truncate(typeof value === 'object' ? JSON.stringify(value) : String(value), longest)
}
