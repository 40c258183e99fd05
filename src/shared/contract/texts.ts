/** The calls of the site's texts. */
import * as z from 'zod/mini'
import { maxSearchTextLength, textLimits } from '../limits.ts'
import { textsByLanguage } from '../own-names.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { requiredText, textField, textParameter, wholeNumber } from '../schemas/fields.ts'
import { normalizeLineBreaks, toSingleLine } from '../text-normalization.ts'
import { ownPagePrefix, type PagePlace, pagePlaces, readTextForm, textGroups } from '../texts/form.ts'
import { msg, t } from '../translate.ts'
import type { Fields, Rows } from './endpoint.ts'

const SimplePartSchema = z.union([
  /** Made from Markdown, without any HTML that someone wrote. */
  z.object({ type: z.literal('html'), html: z.string() }),
  z.object({ type: z.literal('button'), label: z.string(), href: z.string() }),
])
export type SimplePart = z.infer<typeof SimplePartSchema>
const CardSchema = z.object({ title: z.string(), parts: z.array(SimplePartSchema) })
export type TextCard = z.infer<typeof CardSchema>
const PartSchema = z.union([
  SimplePartSchema,
  /** What the page puts here, by the name of the variable. */
  z.object({ type: z.literal('element'), name: z.string() }),
  z.object({ type: z.literal('cards'), numbered: z.boolean(), cards: z.array(CardSchema) }),
])
export type PagePart = z.infer<typeof PartSchema>
const SectionSchema = z.object({
  /** The id of its heading, for links. */
  id: z.string(),
  title: z.string(),
  /** In small print. */
  small: z.boolean(),
  parts: z.array(PartSchema),
})
export type PageSection = z.infer<typeof SectionSchema>
const TextPageSchema = z.object({
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  /** What precedes the sections. */
  lead: z.array(PartSchema),
  sections: z.array(SectionSchema),
})
export type TextPage = z.infer<typeof TextPageSchema>

const KeySchema = z.object({ id: z.string().check(z.maxLength(80)) })

const address = z.string().check(
  z.trim(),
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: () => t('Please enter an address of small letters, digits, and hyphens, such as house-rules.'),
  }),
  z.maxLength(textLimits.address, {
    error: () => t('Please enter at most {max} characters.', { max: textLimits.address }),
  }),
)
const placeNames = Object.keys(pagePlaces) as [PagePlace, ...PagePlace[]]
/** Where a page that an admin added is, and its position among those of its menu. */
const PlacementSchema = z.object({
  address,
  place: z.enum(placeNames, { error: () => t('Please choose where the page is linked.') }),
  position: z.int({ error: () => t('Please enter a whole number.') }).check(z.gte(0), z.lte(999)),
  /** Its title in other languages of the site. The text is the same in all. */
  names: z._default(textsByLanguage(textLimits.title), {}),
})
export type Placement = z.infer<typeof PlacementSchema>

const SourceSchema = z.object({
  title: requiredText(msg('the title'), textLimits.title, { error: () => t('Please enter a title.') }).check(
    z.overwrite(toSingleLine),
  ),
  subtitle: z._default(
    textField(msg('the subtitle'), textLimits.subtitle).check(z.overwrite(toSingleLine)),
    '',
  ),
  body: textField(msg('the text'), textLimits.body).check(z.overwrite(normalizeLineBreaks)),
})
const WrittenSchema = z.extend(SourceSchema, { placement: z.optional(PlacementSchema) })
export type WrittenText = z.infer<typeof WrittenSchema>

const VersionSchema = z.object({
  version: z.int(),
  /** `default`: the site's own text. `removed`: no page. */
  kind: z.enum(['text', 'default', 'removed']),
  changedAt: z.string(),
})

type TextGroup = keyof typeof textGroups

const ListedTextSchema = z.object({
  key: z.string(),
  label: z.string(),
  group: z.enum(Object.keys(textGroups) as [TextGroup, ...TextGroup[]]),
  title: z.string(),
  /** Where the page is; null for other texts. */
  path: z.nullable(z.string()),
  isChanged: z.boolean(),
  isEmpty: z.boolean(),
  /** The site's own text has changed since an admin changed this one. */
  hasUpdate: z.boolean(),
})
export type ListedText = z.infer<typeof ListedTextSchema>

const DiffSchema = z.array(z.object({ sign: z.enum(['+', '-', ' ', '…']), text: z.string() }))
export type DiffLines = z.infer<typeof DiffSchema>

const EditedTextSchema = z.extend(ListedTextSchema, {
  source: SourceSchema,
  placement: z.nullable(PlacementSchema),
  /** 0 if nobody has changed it. */
  version: z.int(),
  variables: z.array(z.object({ name: z.string(), help: z.string(), required: z.boolean() })),
  versions: z.array(VersionSchema),
  /** From the text that is shown to the site's own; null without an update. */
  update: z.nullable(DiffSchema),
  /** The version that was asked for, and what differs from the one before it. */
  shown: z.nullable(z.object({ version: z.int(), diff: DiffSchema })),
  preview: TextPageSchema,
})
export type EditedText = z.infer<typeof EditedTextSchema>

const ChangedSchema = z.object({
  message: z.string(),
  key: z.string(),
  auditEntryId: z.nullable(z.int()),
})

const editor = (id: string, status: string) =>
  withQuery(privatePaths.admin, { tab: 'texts', text: id, status })
const saved = ({ id }: { id: string }) => editor(id, 'saved')

const withVersion = (fields: Fields) => ({ ...readTextForm(fields), version: Number(fields.version) })
const versionOf = ({ version }: Fields) => ({ version: Number(version) })

const oneText = `${privatePaths.adminTexts}/:id`

export const textRows = {
  getTextPage: {
    summary: 'Returns a page of the site’s texts, or one that an admin added, by its address.',
    params: z.object({ address: z.string().check(z.maxLength(80)) }),
    reply: TextPageSchema,
  },
  listTexts: {
    summary: 'Lists the texts of the site, with the pages that admins added.',
    access: 'admin',
    query: z.object({ search: z._default(textParameter('search', maxSearchTextLength), '') }),
    reply: z.object({ texts: z.array(ListedTextSchema) }),
  },
  getText: {
    summary:
      'Returns a text with its versions and its variables. `version` also returns what that version changed.',
    access: 'admin',
    params: KeySchema,
    query: z.object({ version: z.optional(wholeNumber('version', 1, 1_000_000)) }),
    reply: EditedTextSchema,
  },
  previewText: {
    summary: 'Returns what a text would look like, with samples of its variables.',
    access: 'admin',
    params: KeySchema,
    body: SourceSchema,
    reply: TextPageSchema,
  },
  addTextPage: {
    summary: 'Adds a page.',
    access: 'admin',
    body: z.extend(SourceSchema, { placement: PlacementSchema }),
    reply: ChangedSchema,
    forms: [
      {
        path: privatePaths.adminTexts,
        maxBytes: textLimits.formBytes,
        toBody: readTextForm,
        next: ({ reply }) => editor(ChangedSchema.parse(reply).key, 'saved'),
      },
    ],
  },
  changeText: {
    summary:
      'Changes a text. `version` is the one from which the change starts: returns 409 if there is a newer one.',
    access: 'admin',
    params: KeySchema,
    body: z.extend(WrittenSchema, { version: z.int() }),
    reply: ChangedSchema,
    forms: [{ path: oneText, maxBytes: textLimits.formBytes, toBody: withVersion, next: saved }],
  },
  restoreText: {
    summary:
      'Restores a version of a text; version 0 is the site’s own text, or removes a page that an admin added.',
    access: 'admin',
    params: KeySchema,
    body: z.object({ version: z.int(), restored: z.int() }),
    reply: ChangedSchema,
    forms: [
      {
        path: `${oneText}/version`,
        hidden: /^restored$/,
        toBody: (fields) => ({ ...versionOf(fields), restored: Number(fields.restored) }),
        next: ({ id, fields }) =>
          fields.restored === '0' && id.startsWith(ownPagePrefix)
            ? withQuery(privatePaths.admin, { tab: 'texts', status: 'saved' })
            : editor(id, 'saved'),
      },
    ],
  },
  keepText: {
    summary: 'Keeps a changed text although the site’s own has been improved, and offers that one no longer.',
    access: 'admin',
    params: KeySchema,
    body: z.object({ version: z.int() }),
    reply: ChangedSchema,
    forms: [{ path: `${oneText}/kept`, toBody: versionOf, next: saved }],
  },
} as const satisfies Rows
