/** A topic (a category or a subcategory) as admins define it, and the rules within one. */
import * as z from 'zod/mini'
import { maxNameLength, topicLimits } from '../limits.ts'
import type { Kind } from '../listing.ts'
import { requiredText, textField } from '../schemas/fields.ts'
import { topicIcons } from './icons.ts'

/** A phrase that people search for, and how well it describes the topic: `dog jogging ~0.7`. */
export const phrasePattern = /^([^~]*[^~\s])(?:\s+~(0\.\d*[1-9]\d*|1))?$/

/** Returns the phrases of a text that has them in lines or separated by commas. */
export const phrasesOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean)

const wrongPhrase =
  'Please separate phrases by commas. How well one fits is a number up to 1 at its end, such as “dog jogging ~0.7”.'

/** What admins say of a topic. Subcategories have neither icon nor drawing. */
export const topicProperties = {
  name: requiredText('the name', maxNameLength, 'Please enter a name.').check(
    z.refine((name) => !/[\n\r]/.test(name), 'A name is one line.'),
  ),
  kinds: z
    .array(z.enum(['service', 'event'], 'A kind is “service” or “event”.'))
    .check(z.minLength(1, 'Please choose services, events, or both.'), z.maxLength(2)),
  /** The name of an icon. Empty: the words of the topic's name choose it. */
  icon: z
    .string('Please choose an icon from the list.')
    .check(
      z.refine((icon) => icon === '' || topicIcons.includes(icon), 'Please choose an icon from the list.'),
    ),
  /** The text of an SVG, which is shown instead of the icon. */
  drawing: textField('the drawing', topicLimits.drawing),
  /** What people call it, in the format of `catalog/synonyms.txt`. */
  synonyms: textField('what people call it', topicLimits.synonyms).check(
    z.refine((text) => phrasesOf(text).every((phrase) => phrasePattern.test(phrase)), wrongPhrase),
  ),
  retired: z.boolean('retired must be true or false.'),
}

export type Topic = {
  id: number
  /** The id of its category; null for a category. */
  parent: number | null
  name: string
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
  kinds: ['service', 'event'] as Kind[],
  icon: '',
  drawing: '',
  synonyms: '',
  retired: false,
}
