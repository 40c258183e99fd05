/**
 * The input for creating and updating listings, validated by the same schemas on the server and in the form.
 * `missingChoices` checks what depends on the catalog. Fields that a schema does not name, such as `status` or
 * `author.email`, are dropped.
 */

import * as z from 'zod/mini'
import { isDay } from './days.ts'
import { eventInputFields, type ScheduleInput, type TicketsInput } from './event-fields.ts'
import { isHttpUrl } from './http-url.ts'
import {
  descriptionLength,
  maxLinkLength,
  maxNameLength,
  maxPhoneLength,
  maxPictures,
  titleLength,
} from './limits.ts'
import { fieldsInput } from './listing-fields/schema.ts'
import { priceUnits } from './price.ts'
import {
  amountField,
  characterCount,
  emailAddress,
  isBlank,
  readable,
  textField,
  unknownDay,
  versionField,
  yesNo,
} from './schemas/fields.ts'
import { invalidSocialLink, normalizeUrl, type SocialSite } from './social-link.ts'
import { normalizeLineBreaks, toSingleLine } from './text-normalization.ts'
import { msg, t } from './translate.ts'

function contentText(
  name: 'title' | 'description',
  normalize: (text: string) => string,
  { min, max }: { min: number; max: number },
) {
  const missing = {
    error: () =>
      t('{name, select, title {Please enter a title.} other {Please enter a description.}}', { name }),
  }
  return z.string(missing).check(
    z.overwrite<string>(normalize),
    z.refine((text) => !isBlank(text), { ...missing, abort: true }),
    z.refine(readable, {
      error: () =>
        t(
          '{name, select, title {The title contains a character that we cannot read. Please type it again.} other {The description contains a character that we cannot read. Please type it again.}}',
          { name },
        ),
    }),
    z.refine((text) => characterCount(text) >= min, {
      error: () =>
        t('Please use at least {min} characters for the {name, select, title {title} other {description}}.', {
          min,
          name,
        }),
    }),
    z.maxLength(max, {
      error: () =>
        t('Please use at most {max} characters for the {name, select, title {title} other {description}}.', {
          max,
          name,
        }),
    }),
  )
}

const price = amountField('ad', {
  error: () => t('Please enter the price as a number, such as 35 or 12.50.'),
})
/** If omitted, a new listing has no unit, and an update keeps the stored one: earlier clients do not send it. */
const price_unit = z.optional(
  z.nullable(
    z.enum(priceUnits, {
      error: () => t('Please choose a price unit: {units}, or none.', { units: priceUnits.join(', ') }),
    }),
  ),
)

type Sentence = { error: () => string }
const requiredChoice = (sentence: Sentence) =>
  z.string(sentence).check(z.trim(), z.minLength(1, sentence), z.maxLength(maxNameLength, sentence))
const optionalChoice = (sentence: Sentence) =>
  z.optional(z.nullable(z.string(sentence).check(z.trim(), z.maxLength(maxNameLength, sentence))))

function socialLink(site: SocialSite) {
  const invalid = { error: () => t(invalidSocialLink[site]) }
  return z.string(invalid).check(
    z.overwrite<string>(normalizeUrl),
    z.maxLength(maxLinkLength, invalid),
    z.refine((text) => text === '' || isHttpUrl(text), invalid),
  )
}

/** The author's contact details. The server always adds the email of the account (design, section 4). */
export const contactFields = {
  business_email: z.optional(
    z.union([z.literal(''), emailAddress], { error: () => t('Invalid email address') }),
  ),
  phone: z.optional(textField(msg('your phone number'), maxPhoneLength)),
  facebook: z.optional(socialLink('facebook')),
  instagram: z.optional(socialLink('instagram')),
}
const author = z.object(contactFields)

const invalidImages = { error: () => t('images must be a list of URLs.') }
const images = z
  .array(
    z
      .string(invalidImages)
      .check(z.maxLength(maxLinkLength, invalidImages), z.refine(readable, invalidImages)),
    invalidImages,
  )
  .check(
    z.maxLength(maxPictures, {
      error: () => t('Please use at most {max} photos.', { max: maxPictures }),
    }),
  )

const unknownTag = { error: () => t('Please choose a language of this site.') }

const choose = {
  subcategory: msg('Please choose a subcategory.'),
  state: msg('Please choose a state.'),
  city: msg('Please choose a city.'),
}

/** What every new listing has besides its photos. */
export const contentFields = {
  title: contentText('title', toSingleLine, titleLength),
  category: requiredChoice({ error: () => t('Please choose a category.') }),
  subcategory: optionalChoice({ error: () => t(choose.subcategory) }),
  price,
  price_unit,
  description: contentText('description', normalizeLineBreaks, descriptionLength),
  country: requiredChoice({ error: () => t('Please choose a country.') }),
  state: optionalChoice({ error: () => t(choose.state) }),
  city: optionalChoice({ error: () => t(choose.city) }),
  author: z.optional(author),
  /** If omitted, a new listing shows the contact details as the site does, and an update keeps the stored choice. */
  messages_only: z.optional(yesNo('messages_only')),
  fields: fieldsInput,
  /** A tag such as `fr`, or `und` for none of the site's. If omitted, the text of a new listing decides, and an update keeps the stored one. */
  language: z.optional(z.string(unknownTag).check(z.regex(/^[a-z]{2,3}$/, unknownTag))),
}

export const eventDayField = (which: 'start' | 'end') =>
  z
    .string({
      error: () =>
        t('{which, select, start {Please choose a start date.} other {Please choose an end date.}}', {
          which,
        }),
    })
    .check(
      z.regex(/^2[01]\d\d-\d\d-\d\d$/, {
        error: () =>
          t(
            '{which, select, start {Please choose a start date, such as 2026-11-20.} other {Please choose an end date, such as 2026-11-20.}}',
            { which },
          ),
        abort: true,
      }),
      z.refine(isDay, unknownDay),
    )
/** Those of a series are the days of its first occurrence. Check also `endsAfterStart`. */
export const dayFields = { startDate: eventDayField('start'), endDate: eventDayField('end') }
export const endsAfterStart = z.refine<{ startDate: string; endDate: string }>(
  ({ startDate, endDate }) => startDate <= endDate,
  {
    path: ['endDate'],
    error: () => t('The event cannot end before it starts. Please choose a later end date.'),
  },
)

const endsAfterItStarts = z.refine<{
  startDate: string
  endDate: string
  schedule?: ScheduleInput | null | undefined
}>(
  ({ startDate, endDate, schedule }) =>
    startDate !== endDate ||
    !schedule?.startTime ||
    !schedule.endTime ||
    schedule.startTime < schedule.endTime,
  {
    path: ['schedule', 'endTime'],
    error: () =>
      t(
        'The event cannot end before it starts. Please choose a later end time, or the next day as end date.',
      ),
  },
)

const highestIsNotBelowLowest = z.refine<{ price: number; tickets?: TicketsInput | null | undefined }>(
  ({ price, tickets }) => !tickets || tickets.types.length > 0 || (tickets.price_max ?? price) >= price,
  {
    path: ['tickets', 'price_max'],
    error: () => t('The highest price cannot be below the lowest one. Please change one of them.'),
  },
)

const publicationTime = {
  error: () => t('Please choose the day and the time, such as 2026-11-20T09:00.'),
}
/** In the time zone of the listing's place. Browsers may add seconds. */
export const publishAtField = z.string(publicationTime).check(
  z.regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/, {
    ...publicationTime,
    abort: true,
  }),
  z.refine((time) => isDay(time.slice(0, 10)), unknownDay),
  z.overwrite<string>((time) => time.slice(0, 16)),
)
/** If omitted, a new listing is published at once. */
const publishAt = z.optional(z.nullable(publishAtField))

export const availability = z.enum(['available', 'soldout'], {
  error: () => t('Please choose whether tickets are available.'),
})

export const NewServiceSchema = z.object({ ...contentFields, images: z._default(images, []), publishAt })
export const NewEventSchema = z
  .object({
    ...contentFields,
    ...dayFields,
    ...eventInputFields,
    images: z.prefault(
      images.check(z.minLength(1, { error: () => t('Please add at least one photo of the event.') })),
      [],
    ),
    publishAt,
  })
  .check(endsAfterStart, endsAfterItStarts, highestIsNotBelowLowest)

const updateFields = {
  /** If omitted, the images do not change. */
  images: z.optional(images),
  version: versionField,
}
export const ServiceUpdateSchema = z.object({ ...contentFields, ...updateFields })
export const EventUpdateSchema = z
  .object({
    ...contentFields,
    ...dayFields,
    ...eventInputFields,
    ...updateFields,
    event_availability: availability,
  })
  .check(endsAfterStart, endsAfterItStarts, highestIsNotBelowLowest)

export type NewService = z.output<typeof NewServiceSchema>
export type NewEvent = z.output<typeof NewEventSchema>
export type ServiceUpdate = z.output<typeof ServiceUpdateSchema>
export type EventUpdate = z.output<typeof EventUpdateSchema>

type Choice = 'subcategory' | 'state' | 'city'
type Selected = { [Name in Choice]?: string | null | undefined }

/**
 * Returns a sentence for each choice that is missing: the subcategory if the category has any. An update also requires
 * the state if the country has any, and the city if the state has any (specification, section 5).
 */
export function missingChoices(
  selected: Selected,
  offered: Record<Choice, boolean>,
  { update }: { update: boolean },
): Record<string, string> {
  const required: Choice[] = update ? ['subcategory', 'state', 'city'] : ['subcategory']
  return Object.fromEntries(
    required.filter((name) => offered[name] && !selected[name]).map((name) => [name, t(choose[name])]),
  )
}
