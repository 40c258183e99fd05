/** What the log shows of a change of topics or places. */
import { type TopicSet, topicSets } from '../../../shared/topics/sets.ts'
import type { Topic } from '../../../shared/topics/topic.ts'
import { t } from '../../../shared/translate.ts'
import type { AuditEntryRow } from '../audit/service.ts'
import type { Catalog } from './service.ts'

type Part = Partial<Topic>

/** Returns the names and values of an audit entry. */
export function describeEntryChange(
  { action, targetType, targetId, before, after }: AuditEntryRow,
  catalog: Pick<Catalog, 'nodes'>,
) {
  const nodes = targetType === 'topic' ? catalog.nodes().topics : catalog.nodes().places
  const nameOf = (id: number) => nodes.get(id)?.name
  const known = (part: Part) => nameOf(part.id ?? 0) ?? part.name ?? String(part.id)
  if (action === 'country.add' || action === 'country.remove') {
    const { name = targetId, ...values } = (after ?? before) as { name?: string }
    return { target: name, ...(after ? { before, after: values } : { before: values, after }) }
  }
  if (/\.(merge|move)$/.test(action)) {
    const source = (before as Part[]).at(-1)
    const { targets, added } = after as { targets: number[]; added: Part[] }
    const target = nameOf(targets.at(-1) ?? 0)
    const made = added.find(({ id }) => id === targets.at(-1))
    return {
      target: source?.name ?? targetId,
      before: { name: source?.name, ...inside(source) },
      after: {
        name: target ?? (targetType === 'topic' ? t('a category that is gone') : t('a place that is gone')),
        ...inside(made),
      },
    }
  }
  if (action.endsWith('.split'))
    return { target: (after as Part[]).at(-1)?.name ?? targetId, before: null, after: null }
  const [from, to] = [before, after] as [Part[], Part[]]
  if (action === 'category.order') {
    const namesOf = (parts: Part[]) =>
      parts.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(known)
    return { target: nameOf(Number(targetId)) ?? t('Categories'), before: namesOf(from), after: namesOf(to) }
  }
  if (action === 'category.set')
    return {
      target: nameOfSet(targetId),
      before: from.map(known),
      after: to.map(known),
    }
  const [one] = [...to, ...from]
  return { target: one ? known(one) : targetId, before: shownOf(from[0]), after: shownOf(to[0]) }

  /** Returns the place to which something belongs that has moved. */
  function inside(part: Part | undefined) {
    const name = part?.parent ? nameOf(part.parent) : undefined
    return targetType === 'place' && name ? { in: name } : {}
  }
}

function nameOfSet(key: string): string {
  const label = topicSets[key as TopicSet]?.label
  return label ? t(label) : key
}

function shownOf(part: Part | undefined) {
  if (!part) return null
  const { id, parent, position, drawing, ...shown } = part
  return drawing === undefined ? shown : { ...shown, drawing: drawing !== '' }
}
