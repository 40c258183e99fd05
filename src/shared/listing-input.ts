/**
 * What somebody sends to post a listing or to change one. Server and form check by the same schemas; what the catalog
 * knows is asked by `missingChoices`. What they do not name, such as `status` or `author.email`, is left out unread.
 */
import * as z from 'zod/mini'
import { isDay } from './days.ts'
import { characterCount, emailAddress, isBlank, readable, textField } from './fields.ts'
import { isHttpUrl } from './http-url.ts'
import {
  descriptionLength,
  maxLinkLength,
  maxNameLength,
  maxPhoneLength,
  maxPictures,
  maxPrice,
  titleLength,
} from './limits.ts'

const withoutBreaks = z.overwrite<string>((text) => text.replace(/\s+/gu, ' ').trim())
const withPlainBreaks = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n').trim())

const title = z.string('Please enter a title.').check(
  withoutBreaks,
  z.refine((text) => !isBlank(text), { error: 'Please enter a title.', abort: true }),
  z.refine(readable, 'The title has a character that cannot be read. Please type it again.'),
  z.refine(
    (text) => characterCount(text) >= titleLength.min,
    `Please use at least ${titleLength.min} characters for the title.`,
  ),
  z.maxLength(titleLength.max, `Please use at most ${titleLength.max} characters for the title.`),
)

const description = z.string('Please enter a description.').check(
  withPlainBreaks,
  z.refine((text) => !isBlank(text), { error: 'Please enter a description.', abort: true }),
  z.refine(readable, 'The description has a character that cannot be read. Please type it again.'),
  z.refine(
    (text) => characterCount(text) >= descriptionLength.min,
    `Please use at least ${descriptionLength.min} characters for the description.`,
  ),
  z.maxLength(
    descriptionLength.max,
    `Please use at most ${descriptionLength.max.toLocaleString('en-US')} characters for the description.`,
  ),
)

const noPrice = 'Please enter the price as a number, such as 35 or 12.50.'
const price = z.number(noPrice).check(
  z.gte(0, 'The price cannot be below zero.'),
  z.lte(maxPrice, `The price can be at most ${maxPrice.toLocaleString('en-US')}.`),
  z.refine(
    (amount) => Math.round(amount * 100) / 100 === amount,
    'Please use at most two decimals for the price.',
  ),
)

const chosen = (sentence: string) =>
  z.string(sentence).check(z.trim(), z.minLength(1, sentence), z.maxLength(maxNameLength, sentence))
const maybeChosen = (sentence: string) =>
  z.optional(z.nullable(z.string(sentence).check(z.trim(), z.maxLength(maxNameLength, sentence))))

const link = z.string('Invalid URL').check(
  z.trim(),
  z.maxLength(maxLinkLength, 'Invalid URL'),
  z.refine((text) => text === '' || isHttpUrl(text), 'Invalid URL'),
)

/** How to reach the author. The email of the account is added by the server, whatever is sent (design, section 4). */
const author = z.object({
  business_email: z.optional(z.union([z.literal(''), emailAddress], 'Invalid email address')),
  phone: z.optional(textField('your phone number', maxPhoneLength)),
  facebook: z.optional(link),
  instagram: z.optional(link),
})

const images = z
  .array(z.string('images must be a list of addresses.'), 'images must be a list of addresses.')
  .check(z.maxLength(maxPictures, `Please use at most ${maxPictures} pictures.`))

const content = {
  title,
  category: chosen('Please choose a category.'),
  subcategory: maybeChosen('Please choose a subcategory.'),
  price,
  description,
  country: chosen('Please choose a country.'),
  state: maybeChosen('Please choose a state.'),
  city: maybeChosen('Please choose a city.'),
  author: z.optional(author),
}

const day = (what: string) =>
  z.string(`Please choose ${what}.`).check(
    z.regex(/^2[01]\d\d-\d\d-\d\d$/, {
      error: `Please choose ${what}, as a day such as 2026-11-20.`,
      abort: true,
    }),
    z.refine(isDay, 'The calendar has no such day.'),
  )
const days = { startDate: day('a start date'), endDate: day('an end date') }
const endsAfterStart = z.refine<{ startDate: string; endDate: string }>(
  ({ startDate, endDate }) => startDate <= endDate,
  { path: ['endDate'], error: 'The event cannot end before it starts. Please choose a later end date.' },
)

const availability = z.enum(['available', 'soldout'], 'Please choose whether tickets are available.')

export const NewServiceSchema = z.object({ ...content, images: z._default(images, []) })
export const NewEventSchema = z
  .object({
    ...content,
    ...days,
    images: z.prefault(images.check(z.minLength(1, 'Please add at least one picture of the event.')), []),
  })
  .check(endsAfterStart)

const changing = {
  /** Left out, the pictures stay as they are. */
  images: z.optional(images),
  /** The one that the editor saw: a newer listing is not overwritten. */
  version: z.optional(z.int('version must be a whole number.')),
}
export const ServiceUpdateSchema = z.object({ ...content, ...changing })
export const EventUpdateSchema = z
  .object({ ...content, ...days, ...changing, event_availability: availability })
  .check(endsAfterStart)

export type NewService = z.output<typeof NewServiceSchema>
export type NewEvent = z.output<typeof NewEventSchema>
export type ServiceUpdate = z.output<typeof ServiceUpdateSchema>
export type EventUpdate = z.output<typeof EventUpdateSchema>

type Choice = 'subcategory' | 'state' | 'city'
type Chosen = { [Name in Choice]?: string | null | undefined }

/**
 * What must still be chosen, a sentence for each field: the subcategory where the category has any; for an update also
 * the state where the country has any, and the city where the state has (specification, section 5).
 */
export function missingChoices(
  chosen: Chosen,
  offered: Record<Choice, boolean>,
  { update }: { update: boolean },
): Record<string, string> {
  const required: Choice[] = update ? ['subcategory', 'state', 'city'] : ['subcategory']
  return Object.fromEntries(
    required
      .filter((name) => offered[name] && !chosen[name])
      .map((name) => [name, `Please choose a ${name}.`]),
  )
}
