/** The types of settings: how a value is checked, which control the form has, and how it is written as a text. */

import * as z from 'zod/mini'
import { isDay } from '../days.ts'
import { readerLanguage } from '../language.ts'
import { maxCssLength, maxLinkLength, maxNameLength } from '../limits.ts'
import { type FieldChoice, type FieldType, toChoices } from '../listing-fields/field.ts'
import { emailAddress, requiredText, textField } from '../schemas/fields.ts'
import { type FileKind, isSiteFile, siteFileEndings } from '../site-files.ts'
import { normalizeLineBreaks, toSingleLine } from '../text-normalization.ts'
import { type Message, msg, t } from '../translate.ts'

/** The control of a setting in the form, in the words of listing fields. */
export type SettingControl = {
  type: FieldType | 'color' | 'css' | 'file'
  /** What can be uploaded. The choices are the alternatives. */
  file?: FileKind
  required: boolean
  max: number | null
  unit: Message | ''
  /** Their labels are in English, or the same in all languages. */
  choices: readonly FieldChoice[]
  /** The inputs of a value that has several numbers. */
  parts: readonly { key: string; label: Message }[]
  /** The label of the box that turns a value with several numbers off; null if it cannot be off. */
  off: Message | null
}

export type ValueType<Value> = {
  control: SettingControl
  /** Checks the stored value, and says in a sentence what is wrong. */
  schema: z.ZodMiniType<Value>
  /** Returns the choices of the form if they depend on the platform, which may differ between the server and browsers. */
  offered?: () => FieldChoice[]
  /** Returns what the text of a form or of an environment variable means, not yet checked. */
  read(text: string): unknown
  /** Returns the text that `read` understands. */
  write(value: Value): string
}

const control = (type: SettingControl['type'], rest: Partial<SettingControl> = {}): SettingControl =>
  Object.assign({ type, required: true, max: null, unit: '', choices: [], parts: [], off: null }, rest)

const sameText = { read: (text: string): unknown => text, write: (value: string) => value }

/** One line, or several with `long`. Empty only with `optional`. */
export function text({ max, long = false, optional = false }: TextOptions): ValueType<string> {
  const normalize = z.overwrite(long ? normalizeLineBreaks : toSingleLine)
  const schema = optional
    ? textField(msg('this'), max)
    : requiredText(msg('this'), max, { error: () => t('This cannot be empty.') })
  return {
    control: control(long ? 'long-text' : 'text', { required: !optional, max }),
    schema: schema.check(normalize),
    ...sameText,
  }
}
type TextOptions = { max: number; long?: boolean; optional?: boolean }

/** A list, such as one of names, with one entry on each line of its text. */
export function lines<const Entry extends string>({
  max,
  maxLength = maxNameLength,
  allowed,
}: {
  max: number
  maxLength?: number
  allowed?: readonly Entry[]
}): ValueType<readonly Entry[]> {
  const rule = () =>
    t('Please enter some of {entries}, each once, one a line.', { entries: allowed?.join(', ') ?? '' })
  const isAllowed = (entries: readonly string[]) =>
    !allowed ||
    (new Set(entries).size === entries.length && entries.every((entry) => allowed.includes(entry as Entry)))
  const entry = requiredText(msg('this'), maxLength, {
    error: () => t('A line cannot be empty.'),
  }).check(z.overwrite(toSingleLine))
  return {
    control: control('long-text', { required: false, max: max * (maxLength + 1) }),
    schema: z
      .array(entry, { error: () => t('Please enter a list.') })
      .check(
        z.maxLength(max, { error: () => t('Please enter at most {max} lines.', { max }) }),
        z.refine(isAllowed, { error: rule }),
      ) as unknown as z.ZodMiniType<readonly Entry[]>,
    read: (text) => text.split('\n').flatMap((line) => line.trim() || []),
    write: (entries) => entries.join('\n'),
  }
}

/** Languages as tags such as `en` and `fr-CA`, in order and in their canonical form; at least one. */
export function languageTags({ max }: { max: number }): ValueType<readonly string[]> {
  const rule = {
    error: () => t('Please enter 1 to {max} tags of languages, each once, such as en, es, fr.', { max }),
  }
  const canonical = (tag: string) => {
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag
    } catch {
      return tag
    }
  }
  const isTag = (tag: string) => /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-\d{3})?$/.test(tag)
  return {
    control: control('text', { max: 20 * max }),
    schema: z.array(z.string(rule).check(z.overwrite(canonical), z.refine(isTag, rule)), rule).check(
      z.minLength(1, rule),
      z.maxLength(max, rule),
      z.refine((tags) => new Set(tags).size === tags.length, rule),
    ) as unknown as z.ZodMiniType<readonly string[]>,
    read: (text) => text.split(/[\s,]+/).filter((tag) => tag !== ''),
    write: (tags) => tags.join(', '),
  }
}

/** A text that must match a rule. */
export const textThat = (
  matches: (text: string) => boolean,
  rule: () => string,
  given: Partial<SettingControl> & { type: FieldType } = { type: 'text' },
): ValueType<string> => ({
  control: control(given.type, given),
  schema: textField(msg('this'), maxLinkLength).check(z.refine(matches, { error: rule })),
  ...sameText,
})

/** One of the names of the platform, such as a time zone, or another one that `matches`. */
export const platformName = (
  matches: (name: string) => boolean,
  rule: () => string,
  offered: () => Record<string, string>,
): ValueType<string> =>
  Object.assign(textThat(matches, rule, { type: 'choice' }), { offered: () => toChoices(offered()) })

export const email: ValueType<string> = { control: control('text'), schema: emailAddress, ...sameText }

/** A day such as `2026-11-20`, or empty. */
export const day: ValueType<string> = {
  control: control('date', { required: false }),
  schema: z.string({ error: () => t('Please enter a day.') }).check(
    z.refine((text) => text === '' || isDay(text), {
      error: () => t('Please enter a day such as {example}.', { example: '2026-11-20' }),
    }),
  ),
  ...sameText,
}

/** A whole number. */
export function wholeNumber(min: number, max: number, unit: Message | '' = ''): ValueType<number> {
  const rule = { error: () => t('Please enter a whole number from {min} to {max}.', { min, max }) }
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
    schema: z.enum(keys, {
      error: () => t('Please choose one of {keys}.', { keys: keys.join(', ') }),
    }) as unknown as z.ZodMiniType<Key>,
    ...sameText,
  }
}

export const onOff: ValueType<boolean> = {
  control: control('yes-no'),
  schema: z.boolean({ error: () => t('Please choose yes or no.') }),
  read: (text) => /^(yes|on)$/.test(text) || (/^(no|off)$/.test(text) ? false : text),
  write: (value) => (value ? 'yes' : 'no'),
}

type NumbersOptions<Key extends string> = {
  /** The label of each number. */
  parts: Record<Key, Message>
  unit: Message | ''
  min: number
  max: number
  /** What no numbers mean. Without it, there must be some. */
  off?: Message
  /** Numbers that a text leaves out. */
  missing?: number
  /** Returns which number does not go with the others. */
  misfit?: (numbers: Record<Key, number>) => { key: Key; sentence: string } | null
}

/** Several whole numbers, as a text such as `ask=60,stale=75`, or `off`. */
export function numbers<Key extends string>(
  options: NumbersOptions<Key> & { off: Message },
): ValueType<Record<Key, number> | null>
export function numbers<Key extends string>(options: NumbersOptions<Key>): ValueType<Record<Key, number>>
export function numbers<Key extends string>(
  options: NumbersOptions<Key>,
): ValueType<Record<Key, number> | null> {
  const { parts, unit, min, max, off = null, missing, misfit } = options
  const labels = Object.entries(parts) as [Key, Message][]
  const example = labels.map(([key], index) => `${key}=${max > 1_000 ? 10 * (index + 1) : index + 1}`).join()
  const rule = {
    error: () =>
      off === null
        ? t('Please enter numbers such as {example}.', { example })
        : t('Please enter off, or numbers such as {example}.', { example }),
  }
  const number = wholeNumber(min, max)
  const shape = Object.fromEntries(labels.map(([key]) => [key, number.schema]))
  const schema = z.strictObject(shape, rule).check(
    z.superRefine((value, context) => {
      const found = misfit?.(value as Record<Key, number>)
      if (found) context.addIssue({ code: 'custom', message: found.sentence, path: [found.key] })
    }),
  )
  return {
    control: control('number', { unit, off, parts: labels.map(([key, label]) => ({ key, label })) }),
    schema: (off === null ? schema : z.nullable(schema)) as unknown as z.ZodMiniType<Record<
      Key,
      number
    > | null>,
    read(text) {
      if (off !== null && text.trim() === 'off') return null
      const given = text.split(',').map((part) => /^\s*([a-zA-Z]+)=(.*)$/.exec(part))
      if (given.includes(null)) return text
      const texts = Object.fromEntries(given.map((part) => [part?.[1], number.read(part?.[2] ?? '')]))
      return missing === undefined
        ? texts
        : Object.assign(Object.fromEntries(labels.map(([key]) => [key, missing])), texts)
    },
    write: (value) =>
      value === null ? 'off' : labels.map(([key]) => `${key}=${(value as Record<Key, number>)[key]}`).join(),
  }
}

/** A color such as `#bb3f12`. Empty only with `optional`. */
export const color = ({ optional = false } = {}): ValueType<string> => ({
  control: control('color', { required: !optional }),
  schema: z.string({ error: () => t('Please enter a color.') }).check(
    z.overwrite((text) => text.trim().toLowerCase()),
    z.refine((text) => /^#[0-9a-f]{6}$/.test(text) || (optional && text === ''), {
      error: () => t('Please enter a color such as {example}.', { example: '#bb3f12' }),
    }),
  ),
  ...sameText,
})

/** An uploaded file by its name, or the key of one of the choices. */
export function fileOr<const Key extends string>(
  kind: FileKind,
  labels: Record<Key, string>,
): ValueType<string> {
  const rule = () => {
    const endings = new Intl.ListFormat(readerLanguage(), { type: 'disjunction' }).format(
      siteFileEndings[kind],
    )
    return Object.keys(labels).length > 1
      ? t('Please choose one of the list, or a file that ends in {endings}.', { endings })
      : t('Please choose a file that ends in {endings}.', { endings })
  }
  return {
    control: control('file', { required: false, file: kind, choices: toChoices(labels) }),
    schema: z
      .string({ error: () => t('Please choose a file.') })
      .check(z.refine((text) => Object.hasOwn(labels, text) || isSiteFile(text, kind), { error: rule })),
    ...sameText,
  }
}

/** Rules of CSS, which the server checks. */
export const css: ValueType<string> = {
  control: control('css', { required: false, max: maxCssLength }),
  schema: textField(msg('this'), maxCssLength).check(z.overwrite(normalizeLineBreaks)),
  ...sameText,
}
