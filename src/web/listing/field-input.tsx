/** The control of a field in a form. */
import { distanceUnitIn } from '../../shared/distance.ts'
import { type ListingField, maxTextLength } from '../../shared/listing-fields/field.ts'
import { formName, offeredChoices } from '../../shared/listing-fields/form.ts'
import { unitOf } from '../../shared/listing-fields/format.ts'
import { currencySymbol } from '../../shared/price.ts'
import { normalizeLineBreaks, toSingleLine } from '../../shared/text-normalization.ts'
import { useSite } from '../framework/site-context.tsx'
import { CheckboxGroup } from '../ui/forms/checkbox-group.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'

type FieldInputProps = {
  field: ListingField
  /** Its name in the form. */
  name?: string
  text: string
  /** Choices that are retired stay with the ads that have them. */
  savedText?: string
  /** The name of the country of the place. */
  country?: string
}

export function FieldInput({
  field,
  name = formName(field.key),
  text,
  savedText = '',
  country = '',
}: FieldInputProps) {
  const { currency } = useSite().product
  const { label, help, type, required, min } = field
  const common = { label, name, hint: help || undefined, optional: !required }
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
      const named = unit ? `${label} (${unit})` : label
      return <TextField {...input} label={named} inputMode={(min ?? -1) < 0 ? 'text' : 'decimal'} />
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
