/** Definitions of fields as operators write them: their keys, what they leave out, and the rules within one field. */
import { maxNameLength } from '../limits.ts'
import { foldName } from '../text-normalization.ts'
import { t } from '../translate.ts'
import { type FieldChoice, hasChoices, hasRange, type ListingField } from './field.ts'
import { checkValues, limitsOf } from './values.ts'

/** The most characters of the texts of a field, in each language. */
export const fieldTextLength = { label: maxNameLength, help: 200, unit: 20 } as const

/** A choice without a key gets one from its label. */
export type WrittenField = Omit<ListingField, 'choices'> & {
  choices: readonly (Omit<FieldChoice, 'key'> & { key?: string | undefined })[]
}

/** Not `constructor`, which every object of JavaScript has. */
export const keyPattern = /^(?!constructor$)[a-z][a-z0-9_]{0,39}$/

/** Returns a key for a name, such as `skill_level` for `Skill level`; an empty text if it gives none. */
export function keyFrom(name: string): string {
  const key = foldName(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/_$/, '')
  return keyPattern.test(key) ? key : ''
}

/** Returns the field as it is stored: every choice with a key, and nothing set that its type does not have. */
export function normalizeField({ names, ...field }: WrittenField): ListingField {
  const { type } = field
  const isChoice = type === 'choice' || type === 'choices'
  const isText = !hasRange(field) && !hasChoices(field)
  const hasLimits = type !== 'yes-no' && type !== 'choice' && type !== 'date'
  return {
    ...field,
    choices: isChoice ? withKeys(field.choices) : [],
    unit: type === 'number' ? field.unit : '',
    min: hasLimits ? field.min : null,
    max: hasLimits ? field.max : null,
    searchable: field.searchable && (isText || isChoice),
    filter: field.filter && !isText,
    sortable: field.sortable && hasRange(field),
    ...(names && hasAny(names) && { names }),
  }
}

const hasAny = (names: object): boolean => Object.keys(names).length > 0

function withKeys(choices: WrittenField['choices']): FieldChoice[] {
  const taken = new Set(choices.map(({ key }) => key))
  return choices.map(({ key: given, names = {}, ...choice }) => {
    const start = keyFrom(choice.label).slice(0, 36) || 'choice'
    let key = given ?? start
    for (let number = 2; !given && taken.has(key); number += 1) key = `${start}_${number}`
    taken.add(key)
    return { key, ...choice, ...(hasAny(names) && { names }) }
  })
}

/** Returns a sentence for each property that is wrong, by its name. `field` is normalized. */
export function problemsOf(field: ListingField): Record<string, string> {
  const { type, choices, initial } = field
  const offered = choices.filter(({ retired }) => !retired)
  const problems: Record<string, string> = {}
  if (type === 'choice' || type === 'choices') {
    if (offered.length === 0) problems.choices = t('Please add at least one choice.')
    else if (new Set(choices.map(({ key }) => key)).size < choices.length)
      problems.choices = t('Two choices have the same key.')
  }
  const { least, most } = limitsOf({ ...field, choices: offered })
  if (most < (hasRange(field) ? least : Math.max(least, 1)))
    problems.max = t('No value is within these limits.')
  if (initial !== null && !problems.choices && !problems.max) {
    const { errors } = checkValues([{ ...field, required: false }], { [field.key]: initial })
    if (errors[field.key]) problems.initial = errors[field.key] ?? ''
  }
  return problems
}
