/**
 * The texts of the site: one entry for each says what it is and which variables it has. `texts/en/` has the texts themselves, in files
 * named by the keys. The dashboard, its checks, and previews follow from this table.
 */
import { maxRecentSearches } from '../limits.ts'
import { publicPaths } from '../paths.ts'
import { emailTexts } from './emails.ts'
import type { TextEntry, TextVariable } from './entry.ts'

const operator: TextVariable = {
  help: 'Name and address of who runs the site, from the settings.',
  sample: 'Jane Doe\n1 Main Street, Whitefish, Montana',
}
const changed: TextVariable = { help: 'The day of the last change.', sample: '1st December 2026' }

const page = (label: string, path: string, rest: Partial<TextEntry> = {}): TextEntry => ({
  label,
  group: 'pages',
  path,
  variables: {},
  required: [],
  ...rest,
})

const pageTexts = {
  about: page('About', publicPaths.about(), {
    description: 'What {site} is, who it’s for, and how it works: create an account, post an ad, get offers.',
    variables: {
      tagline: { help: 'The tagline of the site, from the settings.', sample: 'Local services and events' },
      start_buttons: { help: 'Buttons that lead to signing up and to the services.', sample: '' },
    },
  }),
  'safety-guide': page('Safety Guide', publicPaths.safetyGuide(), {
    description:
      'How to stay safe when you hire someone nearby or offer your services: one guide for customers and one for providers.',
  }),
  'customer-safety-guide': page('Customer Safety Guide', publicPaths.customerGuide()),
  'provider-safety-guide': page('Provider Safety Guide', publicPaths.providerGuide()),
  privacy: page('Privacy Policy', publicPaths.privacy(), {
    description:
      'What this site stores about you, why, and for how long. No data selling, no third-party ads, no invasive tracking.',
    // The date is from specification, section 1.
    date: '22nd March 2025',
    required: ['stored_data', 'changed'],
    variables: {
      changed,
      operator,
      stored_data: { help: 'What the program stores about people, why, and for how long.', sample: '' },
      recent_searches: {
        help: 'How many searches a browser remembers.',
        sample: String(maxRecentSearches),
      },
      offline_ads: { help: 'How many ads a browser saves to be read offline.', sample: '40' },
    },
  }),
  terms: page('Terms', publicPaths.terms(), { variables: { operator, changed } }),
  imprint: page('Imprint', publicPaths.imprint(), { variables: { operator, changed } }),
} satisfies Record<string, TextEntry>

const notice = (label: string): TextEntry => ({
  label,
  group: 'notices',
  variables: {},
  required: [],
  isPart: true,
})

const textTable = {
  ...pageTexts,
  suggestions: page('Introduction of the suggestions', publicPaths.suggestions(':slug'), {
    isPart: true,
    description: 'Ideas for turning your passion into income: browse every category for what people offer.',
  }),
  'front-page-notice': notice('Notice on the home page'),
  ...emailTexts,
} satisfies Record<string, TextEntry>

export type TextKey = keyof typeof textTable

export const textKeys = Object.keys(textTable) as TextKey[]

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(textTable, key)

const ownPage: TextEntry = { label: '', group: 'pages', variables: { operator, changed }, required: [] }

/** Returns an entry of the table; for the key of a page that an admin added, the one of such pages. */
export const textEntryOf = (key: string): TextEntry => (isTextKey(key) ? textTable[key] : ownPage)

/** The variables of every text. */
const commonVariables: Record<string, TextVariable> = {
  site: { help: 'The name of the site.', sample: 'Corkboard' },
  contact: { help: 'The contact address.', sample: 'hello@example.org' },
}

export const variablesOf = (key: string): Record<string, TextVariable> => ({
  ...commonVariables,
  ...textEntryOf(key).variables,
})
