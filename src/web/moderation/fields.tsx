/** The fields of listings beyond those with rules of their own: what they are, their order, and which are retired. */

import type { Category } from '../../shared/contract/catalog.ts'
import type { FieldForAdmin } from '../../shared/contract/listing-fields.ts'
import { builtInFields } from '../../shared/listing-fields/built-in.ts'
import { swapKeys } from '../../shared/listing-fields/definition-form.ts'
import { localName } from '../../shared/local-names.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { newField } from './dashboard-url.ts'
import { FieldEditor } from './field-editor.tsx'
import { propertyLabels, topicNames } from './field-properties.ts'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { OrderButtons, RetireButton, SavedNotice } from './row-actions.tsx'
import { Badge, Row, RowLink } from './rows.tsx'

export function Fields({ data }: { data: TabData<'fields'> }) {
  const { view, fields, categories } = data
  const current = fields.find(({ field }) => field.key === view.field) ?? null
  if (current || view.field === newField) return <FieldEditor current={current} categories={categories} />
  const order = fields.map(({ field }) => field.key).join()
  const groups = [false, true].map((retired) => fields.filter(({ field }) => field.retired === retired))
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        summary={t('{count, plural, one {# field} other {# fields}}', { count: fields.length })}
        empty={{ title: t('No fields'), hint: t('Add a field for what people ask about.') }}
        notice={<SavedNotice view={view} />}
        label={t('Fields')}
        ids={groups.flat().map(({ field }) => field.key)}
      >
        {groups.flatMap((group) =>
          group.map((item, index) => (
            <Row
              key={item.field.key}
              heading={<bdi className="free-text">{localName(item.field.label)}</bdi>}
              badges={
                <>
                  {item.field.required && <Badge tone="special">{t('Required')}</Badge>}
                  {item.field.retired && <Badge tone="plain">{t('Retired')}</Badge>}
                </>
              }
              actions={
                <Actions
                  item={item}
                  order={order}
                  above={group[index - 1]?.field.key}
                  below={group[index + 1]?.field.key}
                />
              }
            >
              <p>{summarize(item, categories)}</p>
            </Row>
          )),
        )}
      </ListScreen>
      <ButtonLink href={paths.admin({ tab: 'fields', field: newField })} className="mt-4">
        {t('Add a field')}
      </ButtonLink>
      <BuiltInFields />
    </>
  )
}

/** Returns what a field is, such as `One choice · Services in Drum Lessons · Everyone · 2 ads have it`. */
function summarize({ field, listings }: FieldForAdmin, categories: Category[]): string {
  const { type, kinds, topics, audience } = field
  const names = topicNames(topics, categories)
  const kindNames = propertyLabels('kinds', [...kinds])
  const ads = names ? t('{kinds} in {topics}', { kinds: kindNames, topics: names }) : kindNames
  const counted =
    listings !== null && t('{count, plural, one {# ad has it} other {# ads have it}}', { count: listings })
  return [propertyLabels('type', type), ads, propertyLabels('audience', audience), counted]
    .filter(Boolean)
    .join(' · ')
}

type ActionsProps = {
  item: FieldForAdmin
  /** The keys of all fields, joined by commas. */
  order: string
  /** The keys of the fields before and after this one. */
  above: string | undefined
  below: string | undefined
}

function Actions({ item: { field, version }, order, above, below }: ActionsProps) {
  const { api } = useBackend()
  const { key, retired } = field
  const label = localName(field.label)
  return (
    <>
      <OrderButtons
        name={label}
        id={key}
        above={above}
        below={below}
        action={`${paths.adminFields()}-order`}
        fields={{ before: order }}
        onSwap={(swap) => api.orderFields({ body: swapKeys(order, swap) })}
      />
      <RowLink of={label} href={paths.admin({ tab: 'fields', field: key })}>
        {t('Edit')}
      </RowLink>
      <RetireButton
        name={label}
        retired={retired}
        action={`${paths.adminFields()}/${key}`}
        fields={{ version }}
        onRetire={(retired) => api.changeField({ params: { key }, body: { version, retired } })}
      />
    </>
  )
}

const BuiltInFields = () => (
  <Card className="mt-8 px-4 py-1 sm:px-5">
    <Disclosure summary={<span className="text-sm font-semibold">{t('Built-in fields')}</span>}>
      <p className="text-sm text-soft">{t('These have rules of their own, and can’t be changed.')}</p>
      <ul className="my-3 divide-y divide-line text-sm">
        {builtInFields.map(({ label, help }) => (
          <li key={label} className="py-2 text-soft">
            <strong className="text-ink">{t(label)}</strong> {t(help)}
          </li>
        ))}
      </ul>
    </Disclosure>
  </Card>
)
