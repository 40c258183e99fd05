/** The types of settings: how a value is checked, which control the form has, and how it is written as a text. */
import * as z from 'zod/mini'
import { isDay } from '../days.ts'
import { maxLinkLength } from '../limits.ts'
import { type FieldChoice, type FieldType, toChoices } from '../listing-fields/field.ts'
import { emailAddress, requiredText, textField } from '../schemas/fields.ts'
import { normalizeLineBreaks, toSingleLine } from '../text-normalization.ts'

/** The control of a setting in the form, in the words of listing fields. */
export type SettingControl = {
  type: FieldType
  required: boolean
  max: number | null
  unit: string
  choices: readonly FieldChoice[]
}

export type ValueType<Value> = {
  control: SettingControl
  /** Of the stored value. Says in a sentence what is wrong. */
  schema: z.ZodMiniType<Value>
  /** Returns what the text of a form or of an environment variable means, not yet checked. */
  read(text: string): unknown
  /** Returns the text that `read` understands. */
  write(value: Value): string
}

const control = (type: FieldType, rest: Partial<SettingControl> = {}): SettingControl =>
  Object.assign({ type, required: true, max: null, unit: '', choices: [] }, rest)

const sameText = { read: (text: string): unknown => text, write: (value: string) => value }

/** One line, or several with `long`. Empty only with `optional`. */
export function text({ max, long = false, optional = false }: TextOptions): ValueType<string> {
  const normalize = z.overwrite(long ? normalizeLineBreaks : toSingleLine)
  const schema = optional ? textField('this', max) : requiredText('this', max, 'This cannot be empty.')
  return {
    control: control(long ? 'long-text' : 'text', { required: !optional, max }),
    schema: schema.check(normalize),
    ...sameText,
  }
}
type TextOptions = { max: number; long?: boolean; optional?: boolean }

/** A text that must match a rule. */
export const textThat = (
  matches: (text: string) => boolean,
  rule: string,
  type: FieldType = 'text',
): ValueType<string> => ({
  control: control(type),
  schema: textField('this', maxLinkLength).check(z.refine(matches, rule)),
  ...sameText,
})

export const email: ValueType<string> = { control: control('text'), schema: emailAddress, ...sameText }

/** A day such as `2026-11-20`, or empty. */
export const day: ValueType<string> = {
  control: control('date', { required: false }),
  schema: z
    .string('Please enter a day.')
    .check(z.refine((text) => text === '' || isDay(text), 'Please enter a day such as 2026-11-20.')),
  ...sameText,
}

/** A whole number. */
export function wholeNumber(min: number, max: number, unit = ''): ValueType<number> {
  const rule = `Please enter a whole number from ${min} to ${max.toLocaleString('en-US')}.`
  return {
    control: control('number', { unit }),
    schema: z.int(rule).check(z.gte(min, rule), z.lte(max, rule)),
    read: (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text),
    write: String,
  }
}

export function choice<const Key extends string>(labels: Record<Key, string>): ValueType<Key> {
  const keys = Object.keys(labels) as [Key, ...Key[]]
  return {
    control: control('choice', { choices: toChoices(labels) }),
    schema: z.enum(keys, `Please choose one of ${keys.join(', ')}.`) as unknown as z.ZodMiniType<Key>,
    ...sameText,
  }
}

export const onOff: ValueType<boolean> = {
  control: control('yes-no'),
  schema: z.boolean('Please choose yes or no.'),
  read: (text) => /^(yes|on)$/.test(text) || (/^(no|off)$/.test(text) ? false : text),
  write: (value) => (value ? 'yes' : 'no'),
}

/** Days after a service was posted, edited by its author, or renewed. */
export type ServicePeriods = {
  /** When the author is asked whether it is still offered. */
  ask: number
  /** When it is shown in gray and after others. */
  stale: number
  /** When it leaves the lists. */
  archive: number
}

const maxDays = 36_500
const periodsRule = `Please enter off, or days in this order, such as ask=60,stale=75,archive=90, up to ${maxDays}.`

/** If null, services stay in lists. */
export const periods: ValueType<ServicePeriods | null> = {
  control: control('text', { max: 60 }),
  schema: z.nullable(
    z
      .object({ ask: z.int(), stale: z.int(), archive: z.int() }, periodsRule)
      .check(
        z.refine(
          ({ ask, stale, archive }) => ask > 0 && ask < stale && stale < archive && archive <= maxDays,
          periodsRule,
        ),
      ),
  ),
  read(text) {
    const trimmed = text.replaceAll(' ', '')
    if (trimmed === 'off') return null
    const days = /^ask=(\d{1,5}),stale=(\d{1,5}),archive=(\d{1,5})$/.exec(trimmed)?.slice(1).map(Number)
    return days ? { ask: days[0], stale: days[1], archive: days[2] } : text
  },
  write: (value) => (value ? `ask=${value.ask},stale=${value.stale},archive=${value.archive}` : 'off'),
}

export const listedDays = wholeNumber(0, maxDays, 'days')
