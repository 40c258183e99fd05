/** A topic (a category or a subcategory) as admins define it, and the rules within one. */
import * as z from 'zod/mini'
import { maxNameLength, topicLimits } from '../limits.ts'
import type { Kind } from '../listing.ts'
import { type NamesByLanguage, namesByLanguage } from '../own-names.ts'
import { requiredText, textField, yesNo } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'
import { topicIcons } from './icons.ts'

/** A phrase that people search for, and how well it describes the topic: `dog jogging ~0.7`. */
export const phrasePattern = /^([^~]*[^~\s])(?:\s+~(0\.\d*[1-9]\d*|1))?$/

/** Returns the phrases of a text that has them in lines or separated by commas. */
export const phrasesOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean)

const wrongPhrase = {
  error: () =>
    t(
      'Please separate phrases by commas. How well one fits is a number up to 1 at its end, such as “dog jogging ~0.7”.',
    ),
}
const unknownIcon = { error: () => t('Please choose an icon from the list.') }

/** What admins say of a topic. Subcategories have neither icon nor drawing. */
export const topicProperties = {
  name: requiredText(msg('the name'), maxNameLength, { error: () => t('Please enter a name.') }).check(
    z.refine((name) => !/[\n\r]/.test(name), { error: () => t('A name is one line.') }),
  ),
  names: namesByLanguage,
  kinds: z
    .array(z.enum(['service', 'event'], { error: () => t('A kind is “service” or “event”.') }))
    .check(z.minLength(1, { error: () => t('Please choose services, events, or both.') }), z.maxLength(2)),
  /** The name of an icon. Empty: the words of the topic's name choose it. */
  icon: z
    .string(unknownIcon)
    .check(z.refine((icon) => icon === '' || topicIcons.includes(icon), unknownIcon)),
  /** The text of an SVG, which is shown instead of the icon. */
  drawing: textField(msg('the drawing'), topicLimits.drawing),
  /** What people call it, in the format of `catalog/synonyms.txt`. */
  synonyms: textField(msg('what people call it'), topicLimits.synonyms).check(
    z.refine((text) => phrasesOf(text).every((phrase) => phrasePattern.test(phrase)), wrongPhrase),
  ),
  retired: yesNo('retired'),
}

export type Topic = {
  id: number
  /** The id of its category; null for a category. */
  parent: number | null
  name: string
  names: NamesByLanguage
  slug: string
  /** Its place among those of its parent. */
  position: number
  kinds: Kind[]
  icon: string
  drawing: string
  synonyms: string
  /** Offered nowhere. Its ads stay, and so does its page. */
  retired: boolean
}

/** What a new topic has unless the admin says otherwise. */
export const plainTopic = {
  names: {} as NamesByLanguage,
  kinds: ['service', 'event'] as Kind[],
  icon: '',
  drawing: '',
  synonyms: '',
  retired: false,
}
