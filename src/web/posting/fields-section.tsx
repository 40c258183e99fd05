/** The form's part with the site's own fields of the chosen topic. */
import type { Kind } from '../../shared/listing.ts'
import type { ListingField } from '../../shared/listing-fields/field.ts'
import { formName } from '../../shared/listing-fields/form.ts'
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

export function FieldsSection({ kind, fields, session, selects: { taxonomy } }: FieldsSectionProps) {
  const own = ownFields(kind, fields, taxonomy)
  // What was typed before the topic changed.
  const textOf = ({ key }: ListingField) => session.autosave.values()[formName(key)] ?? ''
  const savedTextOf = ({ key }: ListingField) => session.base?.values[formName(key)] ?? ''
  return (
    <>
      {own.length > 0 && (
        <FormSection title="More Details" intro={introOf(own)}>
          <div className="grid gap-5 sm:grid-cols-2">
            {own.map((field) => (
              <div key={field.key} className={isWide(field) ? 'sm:col-span-full' : undefined}>
                <FieldInput
                  field={field}
                  text={textOf(field)}
                  savedText={savedTextOf(field)}
                  country={taxonomy.country}
                />
              </div>
            ))}
          </div>
        </FormSection>
      )}
      {/* Fields of other topics keep their values for when the topic changes back. */}
      {fields
        .filter((field) => !own.includes(field))
        .map((field) => (
          <input key={field.key} type="hidden" name={formName(field.key)} defaultValue={textOf(field)} />
        ))}
    </>
  )
}

const introOf = (own: ListingField[]): string =>
  own.some(({ required }) => required)
    ? 'People compare ads by these.'
    : 'Optional. People compare ads by these.'

const isWide = ({ type }: ListingField) => type === 'long-text' || type === 'choices'
