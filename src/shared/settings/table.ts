/**
 * The settings of the site: one entry says everything about a setting. The screen *Settings*, checks, calls, the environment variables,
 * and what pages know follow from it. What belongs to a machine, such as the database, is in `config/environment.ts`.
 */

import { lightColors } from '../colors.ts'
import type { ContactVisibility } from '../contact-visibility.ts'
import { readerLanguage } from '../language.ts'
import { cardTextLength, maxCardTextLength, maxNameLength } from '../limits.ts'
import { toChoices } from '../listing-fields/field.ts'
import { nameOrder } from '../name-lists.ts'
import { type Message, msg, t } from '../translate.ts'
import { isCrontab } from './crontab.ts'
import { defaultFreshness, defaultRetention, homeCategories, homeStates } from './default-values.ts'
import { bundledFonts, systemFont } from './fonts.ts'
import { type RegionFormat, regionFormats } from './region-formats.ts'
import {
  choice,
  color,
  css,
  day,
  email,
  fileOr,
  languageTags,
  lines,
  numbers,
  onOff,
  platformName,
  text,
  textThat,
  type ValueType,
  wholeNumber,
} from './value-types.ts'

/** The groups of the screen, in their order. */
export const settingGroups = {
  site: msg('The site'),
  email: msg('Email'),
  look: msg('Look'),
  region: msg('Money, time, and distances'),
  home: msg('Home page'),
  ads: msg('Ads'),
  people: msg('People'),
  data: msg('Data and backups'),
  notices: msg('Notices and maintenance'),
} as const
type SettingGroup = keyof typeof settingGroups

export type Setting<Value> = {
  group: SettingGroup
  label: Message
  /** Below the control. */
  help: Message
  type: ValueType<Value>
  /** Keeps the site as it is without any settings. */
  default: NoInfer<Value>
  /** Whether the lines of the default are sentences, which readers see in their language until an admin writes others. */
  isSentence?: true
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

const timeZones = () =>
  Object.fromEntries(
    ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => [name, name.replaceAll('_', ' ')]),
  )

/** Returns the currencies sorted by name, so that typing a name finds it. */
function currencies() {
  const order = nameOrder()
  const names = new Intl.DisplayNames(readerLanguage(), { type: 'currency' })
  const labels = Intl.supportedValuesOf('currency').map(
    (code) => [code, `${names.of(code)} (${code})`] as const,
  )
  return Object.fromEntries(labels.toSorted(([, one], [, other]) => order(one, other)))
}

const nameRegionFormats = <Name>(nameOf: (format: RegionFormat) => Name) =>
  Object.fromEntries(regionFormats.map((format) => [format, nameOf(format)])) as Record<RegionFormat, Name>

/** Returns the country of a format; of the second one of Canada, also its language. */
function regionNameOf(format: RegionFormat): string {
  if (format === 'fr-CA') return t('Canada, in French')
  const region = format.slice(-2)
  return new Intl.DisplayNames(readerLanguage(), { type: 'region' }).of(region) ?? region
}

/** Its origin becomes a part of the content security policy, in which a host with a semicolon would add a rule. */
const isWebAddress = (address: string) =>
  /^https?:\/\/[a-z0-9.:[\]-]+(\/\S*)?$/i.test(address) && URL.canParse(address)

const footerAddress = textThat(
  (address) => address === '#' || (/^https?:\/\/\S+$/.test(address) && URL.canParse(address)),
  () => t('Please enter an address that starts with https://, or # for none.'),
  { type: 'url' },
)

const maxDays = 36_500
/** Ten years. The site needs the records of a week itself. */
const [minKeptDays, maxKeptDays] = [7, 3_650]

const servicePeriods = numbers({
  parts: { ask: msg('Ask the author'), stale: msg('Show in gray'), archive: msg('Remove from lists') },
  unit: msg('days'),
  min: 1,
  max: maxDays,
  off: msg('Services stay in lists'),
  misfit({ ask, stale, archive }) {
    const key = stale <= ask ? 'stale' : archive <= stale ? 'archive' : null
    return key && { key, sentence: t('Please enter more days than in the field before.') }
  },
})

const backupsKept = numbers({
  parts: { daily: msg('Days'), weekly: msg('Weeks'), monthly: msg('Months'), yearly: msg('Years') },
  unit: '',
  min: 0,
  max: 9_999,
  missing: 0,
  misfit: (kept) =>
    Object.values(kept).some((count) => count > 0)
      ? null
      : { key: 'daily', sentence: t('Please keep at least one backup.') },
})

const setting = <Value, const Audience extends 'page' | 'server'>(
  entry: Omit<Setting<Value>, 'audience'> & { audience: Audience },
) => entry

const footerLink = (label: Message, variable: string) =>
  setting({
    group: 'site',
    label,
    help: msg('Where the icon in the footer leads. Enter # to leave it out.'),
    type: footerAddress,
    default: '#',
    variable,
    audience: 'page',
  })

/** The parts of the home page below the board. */
export const homeSections = ['ads', 'weekend', 'categories', 'regions'] as const
export type HomeSection = (typeof homeSections)[number]

const banner = (label: Message, title: Message, words: Message) =>
  setting({
    group: 'home',
    label,
    help: msg('The first line is the title. If empty, the home page does not have this banner.'),
    type: text({ max: 300, long: true, optional: true }),
    default: `${title}\n${words}`,
    isSentence: true,
    audience: 'server',
  })

const bannerPicture = (label: Message) =>
  setting({
    group: 'home',
    label,
    help: msg('JPEG, PNG, or WebP, up to 5 MB, cut to 800 by 600 pixels.'),
    type: fileOr('banner', { '': msg('The photos that come with the site') }),
    default: '',
    audience: 'server',
  })

const settingTable = {
  name: setting({
    group: 'site',
    label: msg('Name'),
    help: msg('The name of your site in its header, titles, emails, and flyers.'),
    type: text({ max: 60 }),
    default: 'Corkboard',
    variable: 'SITE_NAME',
    audience: 'page',
  }),
  tagline: setting({
    group: 'site',
    label: msg('Tagline'),
    help: msg('The heading of the home page.'),
    type: text({ max: 120 }),
    default: msg('Local services and events, from people nearby'),
    isSentence: true,
    variable: 'SITE_TAGLINE',
    audience: 'page',
  }),
  contactEmail: setting({
    group: 'email',
    label: msg('Contact email'),
    help: msg(
      'Receives the messages of the contact form. Visitors see it, and emails are sent from it unless MAIL_FROM is set.',
    ),
    type: email,
    default: 'hello@localhost',
    variable: 'CONTACT_EMAIL',
    audience: 'page',
  }),
  queueEmail: setting({
    group: 'email',
    label: msg('Daily email about waiting cases'),
    help: msg(
      'Admins get an email in the morning when something waits in the queue. Each can turn it off in the account.',
    ),
    type: onOff,
    default: true,
    audience: 'server',
  }),
  kinds: setting({
    group: 'site',
    label: msg('Kinds of ads'),
    help: msg('What people can post and find. Only their authors and admins still see ads of another kind.'),
    type: choice({ both: msg('Services and events'), services: msg('Services'), events: msg('Events') }),
    default: 'both',
    variable: 'SITE_KINDS',
    audience: 'page',
  }),
  languages: setting({
    group: 'site',
    label: msg('Languages'),
    help: msg(
      'The languages of the site as tags, such as “en, es, fr”. The first is the one for readers who ask for none of them.',
    ),
    type: languageTags({ max: 20 }),
    default: ['en'],
    variable: 'LANGUAGES',
    audience: 'page',
  }),
  operator: setting({
    group: 'site',
    label: msg('Operator'),
    help: msg(
      'The name and postal address of the person or organization that runs the site. The privacy page shows them. If you fill this in, the site also has an imprint.',
    ),
    type: text({ max: 500, long: true, optional: true }),
    default: '',
    audience: 'server',
  }),
  facebook: footerLink(msg('Facebook'), 'SITE_FACEBOOK'),
  instagram: footerLink(msg('Instagram'), 'SITE_INSTAGRAM'),
  x: footerLink(msg('X'), 'SITE_X'),
  onlyRegions: setting({
    group: 'site',
    label: msg('Only these regions'),
    help: msg(
      'One per line: a country, or a state and its country, such as “Montana, United States”. Forms, filters, and lists of places then show only these regions; ads in other regions keep their addresses. If empty, the site shows all places. Names that match no place are ignored.',
    ),
    type: text({ max: 5_000, long: true, optional: true }),
    default: '',
    audience: 'server',
  }),
  homeTown: setting({
    group: 'site',
    label: msg('Home town'),
    help: msg('A town of the site, such as “Whitefish, Montana”. The form of a new ad begins with it.'),
    type: text({ max: 200, optional: true }),
    default: '',
    audience: 'server',
  }),
  homeRadius: setting({
    group: 'site',
    label: msg('Distance from the home town'),
    help: msg(
      'Only towns within this distance are offered. In miles or kilometers, like all distances of the site. 0 means any distance.',
    ),
    type: wholeNumber(0, 2_000),
    default: 0,
    audience: 'server',
  }),
  accent: setting({
    group: 'look',
    label: msg('Accent color'),
    help: msg('Of links, buttons, and pins. The dark colors follow from it.'),
    type: color(),
    default: lightColors.accent,
    audience: 'server',
  }),
  neutrals: setting({
    group: 'look',
    label: msg('Backgrounds and text'),
    help: msg('The tint of everything without a color of its own.'),
    type: choice({
      warm: msg('Warm'),
      gray: msg('Gray'),
      cool: msg('Cool'),
      accent: msg('Tinted like the accent color'),
    }),
    default: 'warm',
    audience: 'server',
  }),
  colorScheme: setting({
    group: 'look',
    label: msg('Light or dark'),
    help: msg('Which colors pages have.'),
    type: choice({
      auto: msg('As the device of each visitor'),
      light: msg('Always light'),
      dark: msg('Always dark'),
    }),
    default: 'auto',
    audience: 'server',
  }),
  corners: setting({
    group: 'look',
    label: msg('Corners'),
    help: msg('Of cards, fields, and buttons.'),
    type: choice({
      square: msg('Square'),
      small: msg('A little round'),
      round: msg('Round'),
      large: msg('Very round'),
    }),
    default: 'round',
    audience: 'server',
  }),
  headingFont: setting({
    group: 'look',
    label: msg('Typeface of headings'),
    help: msg('One of the list, or a WOFF2 file of your own of up to 512 KB.'),
    type: fileOr('font', { ...bundledFonts, ...systemFont }),
    default: 'nunito',
    audience: 'server',
  }),
  bodyFont: setting({
    group: 'look',
    label: msg('Typeface of text'),
    help: msg(
      'One of the list, or a WOFF2 file of your own of up to 512 KB. The fonts of the device load fastest.',
    ),
    type: fileOr('font', { ...bundledFonts, ...systemFont }),
    default: 'nunito',
    audience: 'server',
  }),
  logo: setting({
    group: 'look',
    label: msg('Logo'),
    help: msg(
      'SVG or PNG, up to 256 KB. Also on flyers and shared links, in emails, and as the icon of the site.',
    ),
    type: fileOr('logo', { '': msg('The pinned note') }),
    default: '',
    audience: 'server',
  }),
  logoDark: setting({
    group: 'look',
    label: msg('Logo on dark backgrounds'),
    help: msg('If there is none, the logo is shown there, too.'),
    type: fileOr('logo', { '': msg('The same') }),
    default: '',
    audience: 'server',
  }),
  nameByLogo: setting({
    group: 'look',
    label: msg('Name beside the logo'),
    help: msg('Choose no if the logo contains the name.'),
    type: onOff,
    default: true,
    audience: 'server',
  }),
  icon: setting({
    group: 'look',
    label: msg('Icon'),
    help: msg('A square SVG or PNG for tabs of browsers and for phones.'),
    type: fileOr('logo', { '': msg('Made from the logo') }),
    default: '',
    audience: 'server',
  }),
  sharePicture: setting({
    group: 'look',
    label: msg('Picture of shared links'),
    help: msg(
      'JPEG, PNG, or WebP, up to 5 MB, cut to 1200 by 630 pixels. Links to ads have pictures of their own.',
    ),
    type: fileOr('share-picture', { '': msg('The name and tagline on a board') }),
    default: '',
    audience: 'server',
  }),
  flyerColor: setting({
    group: 'look',
    label: msg('Color of flyers'),
    help: msg('Of printed flyers. If empty, the accent color.'),
    type: color({ optional: true }),
    default: '',
    audience: 'server',
  }),
  paper: setting({
    group: 'look',
    label: msg('Paper'),
    help: msg('The size of flyers.'),
    type: choice({ letter: msg('Letter (8.5 by 11 inches)'), a4: msg('A4 (210 by 297 mm)') }),
    default: 'letter',
    audience: 'server',
  }),
  customCss: setting({
    group: 'look',
    label: msg('Your own CSS'),
    help: msg(
      'After the styles of the site. It can load nothing from other sites, and a later version of the program may need other rules.',
    ),
    type: css,
    default: '',
    audience: 'server',
  }),
  /** The ISO 4217 code of all prices. */
  currency: setting({
    group: 'region',
    label: msg('Currency'),
    help: msg('The currency of all prices. A change does not convert the prices of ads.'),
    type: platformName(
      (code) => /^[A-Z]{3}$/.test(code),
      () => t('Please enter a currency code such as USD.'),
      currencies,
    ),
    default: 'USD',
    variable: 'SITE_CURRENCY',
    audience: 'page',
  }),
  /** The IANA name. All dates and times are shown in it, and an event ends with its last day there. */
  timeZone: setting({
    group: 'region',
    label: msg('Time zone'),
    help: msg('The site shows dates and times in this time zone, and events in the time zone of their town.'),
    type: platformName(isTimeZone, () => t('Please enter a time zone such as America/New_York.'), timeZones),
    default: 'America/New_York',
    variable: 'SITE_TIME_ZONE',
    audience: 'page',
  }),
  /** A MapLibre style, whose host has all of its files. If empty, the maps of the site, which need no other host. */
  mapStyleUrl: setting({
    group: 'region',
    label: msg('Map style'),
    help: msg(
      'The address of a MapLibre style, whose host also has its tiles and fonts. It adds streets to the maps of venues. If empty, the site uses map.pmtiles in its data folder, or else draws outlines.',
    ),
    type: textThat(
      (address) => address === '' || isWebAddress(address),
      () => t('Please enter an address that starts with https://.'),
      { type: 'url', required: false },
    ),
    default: '',
    variable: 'MAP_STYLE_URL',
    audience: 'page',
  }),
  regionFormat: setting({
    group: 'region',
    label: msg('Regional format'),
    help: msg(
      'How numbers, prices, and dates are written: $1,234.50 and November 20 in the United States, 1 234,50 € and 20 November in France.',
    ),
    type: Object.assign(choice(nameRegionFormats((tag) => tag as Message)), {
      offered: () => toChoices(nameRegionFormats(regionNameOf)),
    }),
    default: 'en-US',
    variable: 'SITE_REGION_FORMAT',
    audience: 'page',
  }),
  weekStart: setting({
    group: 'region',
    label: msg('Weeks begin on'),
    help: msg(
      'The day on which weeks begin in calendars. In the date fields of forms, the device of the visitor decides.',
    ),
    type: choice({ sunday: msg('Sunday'), monday: msg('Monday') }),
    default: 'sunday',
    variable: 'SITE_WEEK_START',
    audience: 'page',
  }),
  /** Without a variable: the search index reads it from the database. */
  distanceUnit: setting({
    group: 'region',
    label: msg('Distances'),
    help: msg(
      'As in the country: miles or kilometers, whichever people use at each place. A change does not convert the distances that authors have entered.',
    ),
    type: choice({ country: msg('As in the country'), mi: msg('Miles'), km: msg('Kilometers') }),
    default: 'country',
    audience: 'page',
  }),
  homeSections: setting({
    group: 'home',
    label: msg('Parts of the home page'),
    help: msg(
      'One per line, in the order in which the page shows them: ads, weekend (if there are events then), categories, regions. The page leaves out those that are not listed.',
    ),
    type: lines({ max: homeSections.length, allowed: homeSections }),
    default: [...homeSections],
    audience: 'server',
  }),
  homeCategories: setting({
    group: 'home',
    label: msg('Categories on the home page'),
    help: msg(
      'The names of categories, one per line, in the order in which the page shows them. If empty, or in place of a name that is no category, the page shows the categories with the most ads.',
    ),
    type: lines({ max: 24, maxLength: maxNameLength }),
    default: [...homeCategories],
    audience: 'server',
  }),
  homeRegions: setting({
    group: 'home',
    label: msg('Regions on the home page'),
    help: msg(
      'The names of states or provinces, one per line, in the order in which the page shows them. If empty, the page shows those with the most ads.',
    ),
    type: lines({ max: 24, maxLength: maxNameLength }),
    default: [...homeStates],
    audience: 'server',
  }),
  bannerPostService: banner(
    msg('Banner about posting a service'),
    msg('Share your services'),
    msg('Good at something? Pin it up and let the neighborhood find you.'),
  ),
  bannerPostServicePicture: bannerPicture(msg('Banner picture: posting a service')),
  bannerFindService: banner(
    msg('Banner about finding a service'),
    msg('Browse available services'),
    msg('From haircuts to home repairs, from people who live nearby.'),
  ),
  bannerFindServicePicture: bannerPicture(msg('Banner picture: finding a service')),
  bannerPostEvent: banner(
    msg('Banner about posting an event'),
    msg('Create your event'),
    msg('A class, a market, a backyard concert: let everyone know when.'),
  ),
  bannerPostEventPicture: bannerPicture(msg('Banner picture: posting an event')),
  bannerFindEvent: banner(
    msg('Banner about finding an event'),
    msg('Discover events'),
    msg('See what’s happening this week, close to home.'),
  ),
  bannerFindEventPicture: bannerPicture(msg('Banner picture: finding an event')),
  /** How many characters of titles and descriptions cards show. 0 shows two lines of each. */
  cardTextLength: setting({
    group: 'ads',
    label: msg('Text on cards'),
    help: msg(
      'How many characters of titles and descriptions cards show. Enter 0 to show two lines of each.',
    ),
    type: wholeNumber(0, maxCardTextLength, msg('characters')),
    default: cardTextLength,
    variable: 'CARD_TEXT_LENGTH',
    audience: 'page',
  }),
  serviceFreshness: setting({
    group: 'ads',
    label: msg('Services in lists'),
    help: msg('How many days after the author posted, edited, or renewed an ad this happens.'),
    type: servicePeriods,
    default: defaultFreshness.service,
    variable: 'SERVICE_FRESHNESS',
    audience: 'server',
  }),
  eventListedDays: setting({
    group: 'ads',
    label: msg('Past events in lists'),
    help: msg('How long an event stays in lists after its end.'),
    type: wholeNumber(0, maxDays, msg('days')),
    default: defaultFreshness.eventDays,
    variable: 'EVENT_LISTED_DAYS',
    audience: 'server',
  }),
  postsPerDay: setting({
    group: 'ads',
    label: msg('New ads per account'),
    help: msg('The most that one account can post in a day.'),
    type: wholeNumber(1, 1_000, msg('a day')),
    default: 20,
    variable: 'POSTS_PER_DAY',
    audience: 'server',
  }),
  postsOnFirstDay: setting({
    group: 'ads',
    label: msg('New ads of a new account'),
    help: msg('The most that an account can post on its first day.'),
    type: wholeNumber(1, 1_000, msg('a day')),
    default: 5,
    variable: 'POSTS_ON_FIRST_DAY',
    audience: 'server',
  }),
  /** Each author can ask for messages only, whatever the site's setting. */
  contactVisibility: setting({
    group: 'people',
    label: msg('Contact details'),
    help: msg(
      'Who sees the phone number, email, and links of an author. Each author can ask for messages only.',
    ),
    type: choice({
      public: msg('Everyone sees them'),
      reveal: msg('People who ask for them, a limited number of ads a day'),
      messages: msg('Nobody: people write through the site'),
    } satisfies Record<ContactVisibility, string>),
    default: 'public',
    variable: 'CONTACT_VISIBILITY',
    audience: 'page',
  }),
  signUp: setting({
    group: 'people',
    label: msg('Sign-up'),
    help: msg('Who can create an account. Existing accounts can always sign in.'),
    type: choice({
      open: msg('Everyone'),
      invitation: msg('People with an invitation'),
      closed: msg('Nobody'),
    }),
    default: 'open',
    variable: 'SIGN_UP',
    audience: 'page',
  }),
  /** Days. The privacy page shows them. */
  retention: setting({
    group: 'data',
    label: msg('How long records are kept'),
    help: msg('The site deletes each record after this time. The privacy page shows these times.'),
    type: numbers({
      parts: {
        messages: msg('Contact messages, once done'),
        conversations: msg('Conversations, after the last message'),
        emails: msg('Emails that were sent'),
        contactViews: msg('Who saw contact details'),
        accountNetworks: msg('Networks of an account'),
        suspensions: msg('Suspensions of deleted accounts'),
      },
      unit: msg('days'),
      min: minKeptDays,
      max: maxKeptDays,
    }),
    default: defaultRetention,
    audience: 'page',
  }),
  /** The crontab of scheduled backups, in UTC, or `off`. */
  backupSchedule: setting({
    group: 'data',
    label: msg('Backups'),
    help: msg('How often the site backs itself up, if BACKUP_URL is set on the server.'),
    type: textThat(
      (text) => text === 'off' || isCrontab(text),
      () => t('Please enter off, or a crontab in UTC such as 0 3 * * *.'),
      {
        type: 'choice',
        choices: toChoices({
          '0 3 * * *': msg('Every day at 3:00 UTC'),
          '0 */6 * * *': msg('Every six hours'),
          '0 3 * * 0': msg('Every Sunday at 3:00 UTC'),
          off: msg('Never, or by another program'),
        }),
      },
    ),
    default: '0 3 * * *',
    variable: 'BACKUP_SCHEDULE',
    audience: 'server',
  }),
  backupKeep: setting({
    group: 'data',
    label: msg('Backups to keep'),
    help: msg('The newest backup of each of the last days, weeks, months, and years.'),
    type: backupsKept,
    default: { daily: 7, weekly: 5, monthly: 12, yearly: 0 },
    variable: 'BACKUP_KEEP',
    audience: 'server',
  }),
  announcement: setting({
    group: 'notices',
    label: msg('Announcement'),
    help: msg('The text that every page shows at the top. If empty, pages show none.'),
    type: text({ max: 300, long: true, optional: true }),
    default: '',
    audience: 'server',
  }),
  announcementStart: setting({
    group: 'notices',
    label: msg('First day of the announcement'),
    help: msg('If empty, the announcement shows from now on.'),
    type: day,
    default: '',
    audience: 'server',
  }),
  announcementEnd: setting({
    group: 'notices',
    label: msg('Last day of the announcement'),
    help: msg('If empty, the announcement shows until you remove it.'),
    type: day,
    default: '',
    audience: 'server',
  }),
  maintenance: setting({
    group: 'notices',
    label: msg('Maintenance'),
    help: msg('While this is on, only admins can use the site. Everyone else sees the text below.'),
    type: onOff,
    default: false,
    variable: 'MAINTENANCE',
    audience: 'server',
  }),
  maintenanceText: setting({
    group: 'notices',
    label: msg('Text during maintenance'),
    help: msg('What visitors see during maintenance.'),
    type: text({ max: 500, long: true }),
    default: msg('We’re working on the site, and will be back soon.'),
    isSentence: true,
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
/** What limits the places that the site offers. */
export type PlaceLimits = Pick<SiteSettings, 'onlyRegions' | 'homeTown' | 'homeRadius' | 'distanceUnit'>
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
