/** What people will see of a field while an admin edits it. */
import type { FieldType, FieldValue, ListingField } from '../../shared/listing-fields/field.ts'
import { toFormText } from '../../shared/listing-fields/form.ts'
import { cardLine, formatContextOf, shownLines } from '../../shared/listing-fields/format.ts'
import { localField, localName } from '../../shared/local-names.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { FieldInput } from '../listing/field-input.tsx'
import { Card } from '../ui/card.tsx'

export function FieldPreview({ draft }: { draft: ListingField }) {
  const { currency } = useSite().settings
  const field = {
    ...localField(draft),
    key: 'preview',
    label: localName(draft.label) || t('New field'),
    retired: false,
  }
  const text = toFormText(field.initial)
  const values = { preview: sampleOf(field) }
  const context = formatContextOf({ country: '' }, currency)
  return (
    <Card className="needs-script p-4 sm:p-5 xl:sticky xl:top-22">
      <h3 className="mb-3 text-sm font-semibold text-soft">{t('Preview')}</h3>
      {/* Its start changes with what is entered. */}
      <FieldInput key={text} field={field} text={text} />
      <dl className="mt-5 border-t border-line pt-4 text-sm">
        <dt className="text-soft">{t('On cards')}</dt>
        <dd className="free-text mb-3 font-semibold">
          {cardLine([field], values, context) || t('Not shown')}
        </dd>
        <dt className="text-soft">{t('On the page of the ad')}</dt>
        <dd className="free-text font-semibold">
          {shownLines([field], values, 'details', context)[0] ?? t('Not shown')}
        </dd>
      </dl>
    </Card>
  )
}

const samples: Partial<Record<FieldType, FieldValue>> = {
  number: 5,
  money: 25,
  'yes-no': true,
  date: '2027-05-01',
  url: 'https://example.com',
}

/** Returns a value that an ad could have. */
function sampleOf({ type, choices }: ListingField): FieldValue {
  const choice = choices.find(({ retired }) => !retired)?.key ?? ''
  return choices.length > 0 ? [choice] : (samples[type] ?? t('What the author enters'))
}
