/** The control of a field in a form. */

import { symbolOf } from '../../shared/currency-symbol.ts'
import { distanceUnitIn } from '../../shared/distance.ts'
import { type ListingField, maxTextLength } from '../../shared/listing-fields/field.ts'
import { formName, offeredChoices } from '../../shared/listing-fields/form.ts'
import { normalizeLineBreaks, toSingleLine } from '../../shared/text-normalization.ts'
import { t } from '../../shared/translate.ts'
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
  savedText?: string | undefined
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
  const { currency } = useSite().settings
  const { label, help, type, required, min, max } = field
  const common = { label, name, hint: help || undefined, optional: !required }
  const input = {
    ...common,
    required,
    defaultValue: text,
    autoComplete: 'off',
    enterKeyHint: 'next',
  } as const
  const options = offeredChoices(field, savedText).map(({ key, label }) => ({ value: key, label }))
  const longest = maxTextLength[type as keyof typeof maxTextLength]
  const limit = {
    max: Math.min(max ?? longest, longest),
    lengthOf: (text: string) => [...toSingleLine(text)].length,
  }
  switch (type) {
    case 'choices':
      return <CheckboxGroup {...common} options={options} checked={text.split(',')} />
    case 'choice':
    case 'yes-no': {
      const none = required ? t('Choose') : t('Not specified')
      return <ChoiceField {...common} required={required} none={none} options={options} defaultValue={text} />
    }
    case 'long-text': {
      const lengthOf = (text: string) => [...normalizeLineBreaks(text)].length
      return <TextAreaField {...input} rows={3} autoCapitalize="sentences" limit={{ ...limit, lengthOf }} />
    }
    case 'number': {
      const unit = field.role === 'travel-distance' ? distanceUnitIn(country) : field.unit
      const named = unit ? `${label} (${unit})` : label
      // The keyboards of numbers have no minus sign.
      return <TextField {...input} label={named} inputMode={(min ?? -1) < 0 ? 'text' : 'decimal'} />
    }
    case 'money':
      return <TextField {...input} symbol={symbolOf(currency)} inputMode="decimal" />
    case 'date':
      return <TextField {...input} type="date" />
    case 'url':
      return <TextField {...input} type="url" inputMode="url" limit={limit} />
    case 'phone':
      return <TextField {...input} type="tel" inputMode="tel" limit={limit} />
    default:
      return <TextField {...input} autoCapitalize="sentences" limit={limit} />
  }
}
