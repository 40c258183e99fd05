/** Moves a category or subcategory below another one, or merges it into one. */

import type { TopicForAdmin } from '../../shared/contract/topics.ts'
import { localName } from '../../shared/local-names.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { EntryMove } from './entry-forms.tsx'

type MoveTopicProps = { topic: TopicForAdmin; topics: TopicForAdmin[] }

export function MoveTopic({ topic, topics }: MoveTopicProps) {
  const { api } = useBackend()
  const { id, name, parent, version, listings } = topic
  const categories = topics.filter((each) => each.parent === null && each.id !== id && each.id !== parent)
  const hasOwn = topics.some((each) => each.parent === id)
  const count = listings
  const form = {
    path: `${paths.adminCategories()}/${id}`,
    hidden: { version },
    list: paths.admin({ tab: 'categories' }),
  }
  return (
    <div className="mt-8 grid gap-6 lg:grid-cols-2">
      <EntryMove
        {...form}
        action="merge"
        onMove={({ target = '' }) => api.mergeTopic({ params: { id }, body: { version, target } })}
      >
        <ChoiceField
          label={t('Merge {name} into', { name: localName(name) })}
          name="target"
          required
          none={t('Choose')}
          options={mergeTargets(topic, topics)}
          hint={
            hasOwn
              ? t(
                  '{count, plural, one {# ad goes} other {# ads go}} there with its subcategories. Its addresses, followed searches, and feeds lead there.',
                  { count },
                )
              : t(
                  '{count, plural, one {# ad goes} other {# ads go}} there. Its addresses, followed searches, and feeds lead there.',
                  { count },
                )
          }
        />
      </EntryMove>
      {hasOwn ? (
        <Card className="p-4 sm:p-6">
          <h2 className="mb-2 text-lg">{t('Move')}</h2>
          <p className="text-sm text-soft">
            {t(
              'A category without subcategories can become a subcategory of another one. Move or merge those of {name} first.',
              { name: localName(name) },
            )}
          </p>
        </Card>
      ) : (
        <EntryMove
          {...form}
          action="move"
          onMove={({ parent = '' }) => api.moveTopic({ params: { id }, body: { version, parent } })}
        >
          <ChoiceField
            label={t('Make {name} part of', { name: localName(name) })}
            name="parent"
            required
            options={[
              ...(parent === null ? [] : [{ value: '', label: t('Nothing: a category of its own') }]),
              ...categories.map(({ id, name }) => ({ value: id, label: localName(name) })),
            ]}
            hint={t(
              '{count, plural, one {# ad goes} other {# ads go}} along. The old address leads to the new one.',
              { count },
            )}
          />
        </EntryMove>
      )}
    </div>
  )
}

/** Categories are merged into categories, and subcategories into those of any category. */
function mergeTargets({ id, parent }: TopicForAdmin, topics: TopicForAdmin[]) {
  const nameOf = new Map(topics.map((topic) => [topic.id, localName(topic.name)]))
  return topics
    .filter((topic) => topic.id !== id && (topic.parent === null) === (parent === null))
    .map((topic) => ({
      value: topic.id,
      label:
        topic.parent === null
          ? localName(topic.name)
          : `${nameOf.get(topic.parent)}: ${localName(topic.name)}`,
    }))
}
