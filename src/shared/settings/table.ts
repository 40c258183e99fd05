/**
 * The settings of the site: one entry says everything about a setting. The screen *Settings*, checks, calls, the environment variables,
 * and what pages know follow from it. What belongs to a machine, such as the database, is in `config/environment.ts`.
 */

import type { ContactVisibility } from '../contact-visibility.ts'
import { cardTextLength, defaultFreshness, maxCardTextLength } from '../limits.ts'
import {
  choice,
  day,
  email,
  listedDays,
  onOff,
  periods,
  type ServicePeriods,
  text,
  textThat,
  type ValueType,
  wholeNumber,
} from './value-types.ts'

/** The groups of the screen, in their order. */
export const settingGroups = {
  site: 'The site',
  region: 'Money and time',
  ads: 'Ads',
  people: 'People',
  notices: 'Notices and maintenance',
} as const
type SettingGroup = keyof typeof settingGroups

export type Setting<Value> = {
  group: SettingGroup
  label: string
  /** Below the control. */
  help: string
  type: ValueType<Value>
  /** Keeps the site as it is without any settings. */
  default: NoInfer<Value>
  /** The environment variable that wins if it is set. */
  variable?: string
  /** `page`: sent to every browser. */
  audience: 'page' | 'server'
}

/** PostgreSQL reads an offset such as +05:30 the other way around. */
const isTimeZone = (name: string): boolean => {
  try {
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

const webAddress = textThat(
  (address) => /^(#|https?:\/\/\S+)$/.test(address),
  'Please enter an address that starts with https://, or # for none.',
  'url',
)

const setting = <Value, const Audience extends 'page' | 'server'>(
  entry: Omit<Setting<Value>, 'audience'> & { audience: Audience },
) => entry

const footerLink = (label: string, variable: string) =>
  setting({
    group: 'site',
    label,
    help: 'The address of the icon in the footer, or # for none.',
    type: webAddress,
    default: '#',
    variable,
    audience: 'page',
  })

const settingTable = {
  name: setting({
    group: 'site',
    label: 'Name',
    help: 'In the header, titles, emails, and flyers.',
    type: text({ max: 60 }),
    default: 'Corkboard',
    variable: 'SITE_NAME',
    audience: 'page',
  }),
  tagline: setting({
    group: 'site',
    label: 'Tagline',
    help: 'The heading of the home page.',
    type: text({ max: 120 }),
    default: 'Local services and events, from people nearby',
    variable: 'SITE_TAGLINE',
    audience: 'page',
  }),
  contactEmail: setting({
    group: 'site',
    label: 'Contact email',
    help: 'Gets what the contact form sends, and is shown to visitors.',
    type: email,
    default: 'hello@localhost',
    variable: 'CONTACT_EMAIL',
    audience: 'page',
  }),
  facebook: footerLink('Facebook', 'SITE_FACEBOOK'),
  instagram: footerLink('Instagram', 'SITE_INSTAGRAM'),
  x: footerLink('X', 'SITE_X'),
  /** The ISO 4217 code of all prices. */
  currency: setting({
    group: 'region',
    label: 'Currency',
    help: 'The three-letter code of all prices, such as USD. Stored prices keep their numbers.',
    type: textThat((code) => /^[A-Z]{3}$/.test(code), 'Please enter a currency code such as USD.'),
    default: 'USD',
    variable: 'SITE_CURRENCY',
    audience: 'page',
  }),
  /** The IANA name. All dates and times are shown in it, and an event ends with its last day there. */
  timeZone: setting({
    group: 'region',
    label: 'Time zone',
    help: 'Of all dates and times, such as America/New_York. Events are in the time zone of their town.',
    type: textThat(isTimeZone, 'Please enter a time zone such as America/New_York.'),
    default: 'America/New_York',
    variable: 'SITE_TIME_ZONE',
    audience: 'page',
  }),
  /** How many characters of titles and descriptions cards show. 0 shows two lines of each. */
  cardTextLength: setting({
    group: 'ads',
    label: 'Text on cards',
    help: 'How many characters of titles and descriptions lists show. 0 shows two lines of each.',
    type: wholeNumber(0, maxCardTextLength, 'characters'),
    default: cardTextLength,
    variable: 'CARD_TEXT_LENGTH',
    audience: 'page',
  }),
  serviceFreshness: setting({
    group: 'ads',
    label: 'Services in lists',
    help: 'Days after posting when we ask the author, show the ad in gray, and take it off the lists: ask=60,stale=75,archive=90. With off, services stay.',
    type: periods,
    default: defaultFreshness.service as ServicePeriods | null,
    variable: 'SERVICE_FRESHNESS',
    audience: 'server',
  }),
  eventListedDays: setting({
    group: 'ads',
    label: 'Past events in lists',
    help: 'How long an event stays in lists after its end.',
    type: listedDays,
    default: defaultFreshness.eventDays,
    variable: 'EVENT_LISTED_DAYS',
    audience: 'server',
  }),
  postsPerDay: setting({
    group: 'ads',
    label: 'New ads per account',
    help: 'The most that one account can post in a day.',
    type: wholeNumber(1, 1_000, 'a day'),
    default: 20,
    variable: 'POSTS_PER_DAY',
    audience: 'server',
  }),
  postsOnFirstDay: setting({
    group: 'ads',
    label: 'New ads of a new account',
    help: 'The most that an account can post on its first day.',
    type: wholeNumber(1, 1_000, 'a day'),
    default: 5,
    variable: 'POSTS_ON_FIRST_DAY',
    audience: 'server',
  }),
  /** Each author can ask for messages only, whatever the site's setting. */
  contactVisibility: setting({
    group: 'people',
    label: 'Contact details',
    help: 'Who sees the phone number, email, and links of an author. Each author can ask for messages only.',
    type: choice({
      public: 'Everyone sees them',
      reveal: 'People who ask for them, a limited number of ads a day',
      messages: 'Nobody: people write through the site',
    } satisfies Record<ContactVisibility, string>),
    default: 'public',
    variable: 'CONTACT_VISIBILITY',
    audience: 'page',
  }),
  signUp: setting({
    group: 'people',
    label: 'Sign-up',
    help: 'Who can create an account. Existing accounts can always sign in.',
    type: choice({ open: 'Everyone', invitation: 'People with an invitation', closed: 'Nobody' }),
    default: 'open',
    variable: 'SIGN_UP',
    audience: 'page',
  }),
  announcement: setting({
    group: 'notices',
    label: 'Announcement',
    help: 'Above every page. If empty, there is none.',
    type: text({ max: 300, long: true, optional: true }),
    default: '',
    audience: 'server',
  }),
  announcementStart: setting({
    group: 'notices',
    label: 'First day of the announcement',
    help: 'If empty, it shows from now on.',
    type: day,
    default: '',
    audience: 'server',
  }),
  announcementEnd: setting({
    group: 'notices',
    label: 'Last day of the announcement',
    help: 'If empty, it shows until you remove it.',
    type: day,
    default: '',
    audience: 'server',
  }),
  maintenance: setting({
    group: 'notices',
    label: 'Maintenance',
    help: 'Only admins can use the site. Everyone else sees the text below.',
    type: onOff,
    default: false,
    variable: 'MAINTENANCE',
    audience: 'server',
  }),
  maintenanceText: setting({
    group: 'notices',
    label: 'Text during maintenance',
    help: 'What visitors see meanwhile.',
    type: text({ max: 500, long: true }),
    default: 'We’re working on the site, and will be back soon.',
    audience: 'server',
  }),
}

type Table = typeof settingTable
export type SettingKey = keyof Table
type ValueOf<Entry> = Entry extends { type: ValueType<infer Value> } ? Value : never
type PageKey = { [Key in SettingKey]: Table[Key]['audience'] extends 'page' ? Key : never }[SettingKey]

/** All settings of the site, as of one moment. */
export type SiteSettings = Readonly<{ [Key in SettingKey]: ValueOf<Table[Key]> }>
/** Returns the settings as of now. Do not keep what it returns: the next request may find others. */
export type CurrentSettings = () => SiteSettings
/** What every browser gets of them. */
export type PageSettings = Pick<SiteSettings, PageKey>

export const settingKeys = Object.keys(settingTable) as SettingKey[]

/** Returns an entry whose value can be anything. */
export const settingOf = (key: SettingKey): Setting<unknown> => settingTable[key] as Setting<unknown>

const pick = (keys: SettingKey[], toValue: (key: SettingKey) => unknown) =>
  Object.fromEntries(keys.map((key) => [key, toValue(key)]))

export const defaultSettings = Object.freeze(
  pick(settingKeys, (key) => settingOf(key).default),
) as SiteSettings

const pageKeys = settingKeys.filter((key) => settingOf(key).audience === 'page')

export const pageSettingsOf = (settings: SiteSettings): PageSettings =>
  pick(pageKeys, (key) => settings[key]) as PageSettings
