/** The form's part with the site's own fields of the chosen topic. */

import type { Kind } from '../../shared/listing.ts'
import type { ListingField } from '../../shared/listing-fields/field.ts'
import { formName } from '../../shared/listing-fields/form.ts'
import { t } from '../../shared/translate.ts'
import { FieldInput } from '../listing/field-input.tsx'
import type { DependentSelects } from './dependent-selects.tsx'
import { ownFields } from './form-fields.ts'
import { FormSection } from './form-layout.tsx'
import type { DraftSession } from './use-draft-session.ts'

type FieldsSectionProps = {
  kind: Kind
  /** Those of all topics. */
  fields: readonly ListingField[]
  session: DraftSession
  selects: DependentSelects
}

/** Fields of other topics are there, too, and hidden: what was entered comes back with the topic. */
export function FieldsSection({ kind, fields, session, selects: { taxonomy } }: FieldsSectionProps) {
  const own = ownFields(kind, fields, taxonomy)
  const { values, base } = session
  return (
    <div hidden={own.length === 0}>
      <FormSection title={t('More Details')} intro={t('People compare ads by these.')}>
        <div className="grid gap-5 sm:grid-cols-2">
          {fields.map((field) => (
            <div
              key={field.key}
              hidden={!own.includes(field)}
              className={field.type === 'long-text' || field.type === 'choices' ? 'sm:col-span-full' : ''}
            >
              <FieldInput
                field={field}
                text={values[formName(field.key)] ?? ''}
                savedText={base?.values[formName(field.key)]}
                country={taxonomy.country}
              />
            </div>
          ))}
        </div>
      </FormSection>
    </div>
  )
}
