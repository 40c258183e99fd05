/**
 * The texts of the site: one entry for each says what it is and which variables it has. `texts/en/` has the texts themselves, in files
 * named by the keys. The dashboard, its checks, and previews follow from this table.
 */
import { maxRecentSearches } from '../limits.ts'
import { publicPaths } from '../paths.ts'
import { type Message, msg, t } from '../translate.ts'
import { emailTexts } from './emails.ts'
import type { TextEntry, TextVariable } from './entry.ts'

const operator: TextVariable = {
  help: msg('Name and address of who runs the site, from the settings.'),
  sample: 'Jane Doe\n1 Main Street, Whitefish, Montana',
}
const changed: TextVariable = {
  help: msg('The day of the last change.'),
  sample: () => t('1st December 2026'),
}

const page = (label: Message, path: string, rest: Partial<TextEntry> = {}): TextEntry => ({
  label,
  group: 'pages',
  path,
  variables: {},
  required: [],
  ...rest,
})

const pageTexts = {
  about: page(msg('About'), publicPaths.about(), {
    description: msg(
      'What {site} is, who it’s for, and how it works: create an account, post an ad, get offers.',
    ),
    variables: {
      tagline: {
        help: msg('The tagline of the site, from the settings.'),
        sample: () => t('Local services and events'),
      },
      start_buttons: { help: msg('Buttons that lead to signing up and to the services.'), sample: '' },
    },
  }),
  'safety-guide': page(msg('Safety Guide'), publicPaths.safetyGuide(), {
    description: msg(
      'How to stay safe when you hire someone nearby or offer your services: one guide for customers and one for providers.',
    ),
  }),
  'customer-safety-guide': page(msg('Customer Safety Guide'), publicPaths.customerGuide()),
  'provider-safety-guide': page(msg('Provider Safety Guide'), publicPaths.providerGuide()),
  privacy: page(msg('Privacy Policy'), publicPaths.privacy(), {
    description: msg(
      'What this site stores about you, why, and for how long. No data selling, no third-party ads, no invasive tracking.',
    ),
    // The date is from specification, section 1.
    date: '2025-03-22',
    required: ['stored_data', 'changed'],
    variables: {
      changed,
      operator,
      stored_data: { help: msg('What the program stores about people, why, and for how long.'), sample: '' },
      recent_searches: {
        help: msg('How many searches a browser remembers.'),
        sample: String(maxRecentSearches),
      },
      offline_ads: { help: msg('How many ads a browser saves to be read offline.'), sample: '40' },
    },
  }),
  terms: page(msg('Terms'), publicPaths.terms(), { variables: { operator, changed } }),
  imprint: page(msg('Imprint'), publicPaths.imprint(), { variables: { operator, changed } }),
} satisfies Record<string, TextEntry>

const notice = (label: Message): TextEntry => ({
  label,
  group: 'notices',
  variables: {},
  required: [],
  isPart: true,
})

const textTable = {
  ...pageTexts,
  suggestions: page(msg('Introduction of the suggestions'), publicPaths.suggestions(':slug'), {
    isPart: true,
    description: msg(
      'Ideas for turning your passion into income: browse every category for what people offer.',
    ),
  }),
  'front-page-notice': notice(msg('Notice on the home page')),
  ...emailTexts,
} satisfies Record<string, TextEntry>

export type TextKey = keyof typeof textTable

export const textKeys = Object.keys(textTable) as TextKey[]

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(textTable, key)

const ownPage: TextEntry = { group: 'pages', variables: { operator, changed }, required: [] }

/** Returns an entry of the table; for the key of a page that an admin added, the one of such pages. */
export const textEntryOf = (key: string): TextEntry => (isTextKey(key) ? textTable[key] : ownPage)

/** The variables of every text. */
const commonVariables: Record<string, TextVariable> = {
  site: { help: msg('The name of the site.'), sample: 'Corkboard' },
  contact: { help: msg('The contact address.'), sample: 'hello@example.org' },
}

/** Returns what the preview shows of a variable. */
export const sampleOf = ({ sample }: TextVariable): string => (typeof sample === 'string' ? sample : sample())

export const variablesOf = (key: string): Record<string, TextVariable> => ({
  ...commonVariables,
  ...textEntryOf(key).variables,
})
