/** Moves a category or subcategory below another one, or merges it into one. */
import type { TopicForAdmin } from '../../shared/contract/topics.ts'
import { formatCount } from '../../shared/format.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { useUndoableCall } from './row-actions.tsx'

type MoveTopicProps = { topic: TopicForAdmin; topics: TopicForAdmin[] }

export function MoveTopic({ topic, topics }: MoveTopicProps) {
  const { api } = useBackend()
  const perform = useUndoableCall()
  const navigate = useNavigate()
  const { id, name, parent, version, listings } = topic
  const categories = topics.filter((each) => each.parent === null && each.id !== id && each.id !== parent)
  const hasOwn = topics.some((each) => each.parent === id)
  const action = `${paths.adminCategories()}/${id}`
  const ads = formatCount(listings, 'ad goes', 'ads go')

  async function send(call: () => Promise<{ message: string; auditEntryId: number | null }>) {
    const changed = await call()
    await perform(async () => changed, true)
    await navigate(paths.admin({ tab: 'categories' }))
  }

  return (
    <div className="mt-8 grid gap-6 lg:grid-cols-2">
      <Card className="p-4 sm:p-6">
        <h2 className="mb-2 text-lg">Merge</h2>
        <Form
          action={action}
          onSubmit={({ target = '' }) =>
            send(() => api.mergeTopic({ params: { id }, body: { version, target } }))
          }
        >
          <input type="hidden" name="action" value="merge" />
          <input type="hidden" name="version" value={version} />
          <ChoiceField
            label={`Merge ${name} into`}
            name="target"
            required
            none="Choose"
            options={mergeTargets(topic, topics)}
            hint={`${ads} there${hasOwn ? ' with its subcategories' : ''}. Its addresses, followed searches, and feeds lead there.`}
          />
          <FormFailure />
          <SubmitButton variant="danger-outline" busy="Merging…" worksPlain>
            Merge
          </SubmitButton>
        </Form>
      </Card>
      <Card className="p-4 sm:p-6">
        <h2 className="mb-2 text-lg">Move</h2>
        {hasOwn ? (
          <p className="text-sm text-soft">
            A category without subcategories can become a subcategory of another one. Move or merge those of{' '}
            {name} first.
          </p>
        ) : (
          <Form
            action={action}
            onSubmit={({ parent = '' }) =>
              send(() => api.moveTopic({ params: { id }, body: { version, parent } }))
            }
          >
            <input type="hidden" name="action" value="move" />
            <input type="hidden" name="version" value={version} />
            <ChoiceField
              label={`Make ${name} part of`}
              name="parent"
              required
              options={[
                ...(parent === null ? [] : [{ value: '', label: 'Nothing: a category of its own' }]),
                ...categories.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              hint={`${ads} along. The old address leads to the new one.`}
            />
            <FormFailure />
            <SubmitButton variant="secondary" busy="Moving…" worksPlain>
              Move
            </SubmitButton>
          </Form>
        )}
      </Card>
    </div>
  )
}

/** Categories are merged into categories, and subcategories into those of any category. */
function mergeTargets({ id, parent }: TopicForAdmin, topics: TopicForAdmin[]) {
  const nameOf = new Map(topics.map((topic) => [topic.id, topic.name]))
  return topics
    .filter((topic) => topic.id !== id && (topic.parent === null) === (parent === null))
    .map((topic) => ({
      value: topic.id,
      label: topic.parent === null ? topic.name : `${nameOf.get(topic.parent)}: ${topic.name}`,
    }))
}
