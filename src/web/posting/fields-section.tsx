/** The form's part with the site's own fields of the chosen topic. */
import { distanceUnitIn } from '../../shared/distance.ts'
import type { Kind } from '../../shared/listing.ts'
import { type ListingField, maxTextLength } from '../../shared/listing-fields/field.ts'
import { formName, offeredChoices } from '../../shared/listing-fields/form.ts'
import { unitOf } from '../../shared/listing-fields/format.ts'
import { currencySymbol } from '../../shared/price.ts'
import { normalizeLineBreaks, toSingleLine } from '../../shared/text-normalization.ts'
import { useSite } from '../framework/site-context.tsx'
import { CheckboxGroup } from '../ui/forms/checkbox-group.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
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

type FieldInputProps = {
  field: ListingField
  text: string
  /** Choices that are retired stay with the ads that have them. */
  savedText: string
  /** The name of the country of the place. */
  country: string
}

function FieldInput({ field, text, savedText, country }: FieldInputProps) {
  const { currency } = useSite().product
  const { key, label, help, type, required, min } = field
  const common = { label, name: formName(key), hint: help || undefined, optional: !required }
  const input = {
    ...common,
    required,
    defaultValue: text,
    autoComplete: 'off',
    enterKeyHint: 'next',
  } as const
  switch (type) {
    case 'choices': {
      const options = optionsOf(field, savedText)
      return <CheckboxGroup {...common} options={options} checked={text.split(',')} />
    }
    case 'choice':
    case 'yes-no': {
      const none = required ? 'Choose' : 'Not specified'
      const options = optionsOf(field, savedText)
      return <ChoiceField {...common} required={required} none={none} options={options} defaultValue={text} />
    }
    case 'long-text':
      return <TextAreaField {...input} rows={3} autoCapitalize="sentences" limit={limitOf(field)} />
    case 'number': {
      const unit = unitOf(field, { distanceUnit: distanceUnitIn(country) })
      // The keyboards of numbers have no minus sign.
      return <TextField {...input} unit={unit} inputMode={(min ?? -1) < 0 ? 'text' : 'decimal'} />
    }
    case 'money':
      return <TextField {...input} symbol={currencySymbol(currency)} inputMode="decimal" />
    case 'date':
      return <TextField {...input} type="date" />
    case 'url':
      return <TextField {...input} type="url" inputMode="url" limit={limitOf(field)} />
    case 'phone':
      return <TextField {...input} type="tel" inputMode="tel" limit={limitOf(field)} />
    default:
      return <TextField {...input} autoCapitalize="sentences" limit={limitOf(field)} />
  }
}

const optionsOf = (field: ListingField, savedText: string) =>
  offeredChoices(field, savedText).map(({ key, label }) => ({ value: key, label }))

function limitOf({ type, max }: ListingField) {
  const longest = maxTextLength[type as keyof typeof maxTextLength]
  const normalize = type === 'long-text' ? normalizeLineBreaks : toSingleLine
  return { max: Math.min(max ?? longest, longest), lengthOf: (text: string) => [...normalize(text)].length }
}
