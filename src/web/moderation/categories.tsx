/** Categories and their subcategories: their order, which are retired, and sets to add. */

import { swapIds, type TopicForAdmin } from '../../shared/contract/topics.ts'
import { localName } from '../../shared/local-names.ts'
import { type TopicSet, topicSetKeys, topicSets } from '../../shared/topics/sets.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { NamedIcon } from '../listing/category-icon.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { newField } from './dashboard-url.ts'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { OrderButtons, RetireButton, SavedNotice, useUndoableCall } from './row-actions.tsx'
import { Badge, Row, RowLink } from './rows.tsx'
import { TopicEditor } from './topic-editor.tsx'
import { MoveTopic } from './topic-moves.tsx'

type CategoriesProps = { data: TabData<'categories'> }

export function Categories({ data }: CategoriesProps) {
  const { view, topics, hasListings } = data
  const isNew = view.field.startsWith(newField)
  const chosen = topics.find(({ id }) => id === view.field.slice(isNew ? newField.length : 0))
  if (isNew) return <TopicEditor current={null} parent={chosen} />
  if (!chosen)
    return (
      <>
        <TopicList data={data} parent={undefined} />
        <Sets canReplace={!hasListings} />
      </>
    )
  return (
    <>
      <TopicEditor current={chosen} parent={topics.find(({ id }) => id === chosen.parent)} />
      {chosen.parent === null && (
        <section aria-labelledby="subcategories" className="mt-8">
          <h2 id="subcategories" className="text-lg">
            {t('Subcategories')}
          </h2>
          <TopicList data={data} parent={chosen} />
        </section>
      )}
      <MoveTopic topic={chosen} topics={topics} />
    </>
  )
}

/** The categories, or the subcategories of one. Retired ones come last. */
function TopicList({ data, parent }: CategoriesProps & { parent: TopicForAdmin | undefined }) {
  const { view, topics } = data
  const siblings = topics.filter((topic) => topic.parent === (parent?.id ?? null))
  const groups = [false, true].map((retired) => siblings.filter((topic) => topic.retired === retired))
  const count = siblings.length
  return (
    <>
      <ListScreen
        view={view}
        list={{ total: siblings.length, totalPages: 1 }}
        summary={
          parent
            ? t('{count, plural, one {# subcategory} other {# subcategories}}', { count })
            : t('{count, plural, one {# category} other {# categories}}', { count })
        }
        empty={
          parent
            ? {
                title: t('No subcategories'),
                hint: t('Add a subcategory for what people offer or look for.'),
              }
            : { title: t('No categories'), hint: t('Add a category for what people offer or look for.') }
        }
        notice={<SavedNotice view={view} />}
        label={parent ? t('Subcategories') : t('Categories')}
        ids={groups.flat().map(({ id }) => id)}
      >
        {groups.flatMap((group) =>
          group.map((topic, index) => (
            <TopicRow
              key={topic.id}
              topic={topic}
              subcategories={topics.filter((each) => each.parent === topic.id).length}
              order={siblings.map(({ id }) => id).join()}
              above={group[index - 1]?.id}
              below={group[index + 1]?.id}
            />
          )),
        )}
      </ListScreen>
      <ButtonLink
        href={paths.admin({ tab: 'categories', field: newField + (parent?.id ?? '') })}
        className="mt-4"
      >
        {parent ? t('Add a subcategory') : t('Add a category')}
      </ButtonLink>
    </>
  )
}

type TopicRowProps = {
  topic: TopicForAdmin
  subcategories: number
  /** The ids of all siblings, joined by commas. */
  order: string
  above: string | undefined
  below: string | undefined
}

function TopicRow({ topic, subcategories, order, above, below }: TopicRowProps) {
  const { api } = useBackend()
  const { id, parent, kinds, icon, retired, version, listings } = topic
  const name = localName(topic.name)
  const fields: Record<string, string> = parent === null ? {} : { parent }
  const parts = [
    subcategories > 0 &&
      t('{count, plural, one {# subcategory} other {# subcategories}}', { count: subcategories }),
    t('{count, plural, one {# ad} other {# ads}}', { count: listings }),
  ]
  return (
    <Row
      before={parent === null && <NamedIcon icon={drawingOf(topic) ?? icon} name={topic.name} />}
      heading={<bdi className="free-text">{name}</bdi>}
      badges={
        <>
          {kinds.length === 1 && (
            <Badge tone="special">{kinds[0] === 'service' ? t('Services only') : t('Events only')}</Badge>
          )}
          {retired && <Badge tone="plain">{t('Retired')}</Badge>}
        </>
      }
      actions={
        <>
          <OrderButtons
            name={name}
            id={id}
            above={above}
            below={below}
            action={`${paths.adminCategories()}-order`}
            fields={{ ...fields, before: order }}
            onSwap={(swap) => api.orderTopics({ body: swapIds(order, swap) })}
          />
          <RowLink of={name} href={paths.admin({ tab: 'categories', field: id })}>
            {t('Edit')}
          </RowLink>
          <RetireButton
            name={name}
            retired={retired}
            action={`${paths.adminCategories()}/${id}`}
            fields={{ ...fields, version }}
            onRetire={(retired) => api.changeTopic({ params: { id }, body: { version, retired } })}
          />
        </>
      }
    >
      <p>{parts.filter(Boolean).join(' · ')}</p>
    </Row>
  )
}

/** Returns the path of a topic's drawing. */
const drawingOf = ({ id, drawing, version }: TopicForAdmin) =>
  drawing === '' ? undefined : paths.categoryDrawing(id, version)

function Sets({ canReplace }: { canReplace: boolean }) {
  const { api } = useBackend()
  const perform = useUndoableCall()
  return (
    <Card className="mt-8 px-4 py-1 sm:px-5">
      <Disclosure summary={<span className="text-sm font-semibold">{t('Add a set of categories')}</span>}>
        <Form
          action={`${paths.adminCategories()}-set`}
          onSubmit={({ set, replace }) =>
            perform(() => api.addTopicSet({ body: { set: set as TopicSet, replace: replace === 'yes' } }))
          }
          className="pb-4"
        >
          <fieldset>
            <legend className="mb-2 text-sm text-soft">
              {t('What the site already has stays as it is; the rest comes after it.')}
            </legend>
            {topicSetKeys
              .filter((key) => canReplace || topicSets[key].file !== null)
              .map((key, index) => (
                <label key={key} className="flex cursor-pointer items-start gap-3 py-2.5 text-sm">
                  <input
                    type="radio"
                    name="set"
                    value={key}
                    defaultChecked={index === 0}
                    className="size-5.5 shrink-0"
                  />
                  <span>
                    <strong>{t(topicSets[key].label)}</strong>{' '}
                    <span className="text-soft">{t(topicSets[key].help)}</span>
                  </span>
                </label>
              ))}
          </fieldset>
          {canReplace && (
            <Checkbox name="replace">{t('Remove all other categories. The site has no ads yet.')}</Checkbox>
          )}
          <FormFailure />
          <SubmitButton variant="secondary" busy={t('Adding…')} worksPlain>
            {t('Add these categories')}
          </SubmitButton>
        </Form>
      </Disclosure>
    </Card>
  )
}
