/** What the log shows of a change of topics. */

import { topicSets } from '../../../../shared/topics/sets.ts'
import type { Topic } from '../../../../shared/topics/topic.ts'
import type { AuditEntryRow } from '../../audit/service.ts'

type Parts = Partial<Topic>[]

/** Returns the names and values of an audit entry. `nameOf` names a topic that exists. */
export function describeTopicChange(
  { action, targetId, before, after }: AuditEntryRow,
  nameOf: (id: number) => string | undefined,
) {
  const known = (part: Partial<Topic>) => nameOf(part.id ?? 0) ?? part.name ?? String(part.id)
  if (action === 'category.merge' || action === 'category.move') {
    const sources = before as Topic[]
    const { targets } = after as { targets: number[] }
    const [source, target] = [sources.at(-1), nameOf(targets.at(-1) ?? 0)]
    return {
      target: source?.name ?? targetId,
      before: { name: source?.name },
      after: { name: target ?? 'a category that is gone' },
    }
  }
  if (action === 'category.split')
    return { target: (after as Topic[])[0]?.name ?? targetId, before: null, after: null }
  const [from, to] = [before, after] as [Parts, Parts]
  if (action === 'category.order') {
    const namesOf = (parts: Parts) =>
      parts.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(known)
    return { target: nameOf(Number(targetId)) ?? 'Categories', before: namesOf(from), after: namesOf(to) }
  }
  if (action === 'category.set')
    return {
      target: topicSets[targetId as keyof typeof topicSets]?.label ?? targetId,
      before: from.map(known),
      after: to.map(known),
    }
  const [one] = [...to, ...from]
  return { target: one ? known(one) : targetId, before: shownOf(from[0]), after: shownOf(to[0]) }
}

function shownOf(part: Partial<Topic> | undefined) {
  if (!part) return null
  const { id, parent, position, drawing, ...shown } = part
  return drawing === undefined ? shown : { ...shown, drawing: drawing !== '' }
}
