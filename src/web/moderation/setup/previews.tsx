/** What the values of a step look like on the site, as they are typed. A value that is not valid shows nothing. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PlacesPreview } from '../../../shared/contract/setup.ts'
import { readerLanguage, sourceLanguage } from '../../../shared/language.ts'
import type { SettingKey } from '../../../shared/settings/table.ts'
import { parseSiteFile, siteFileUrl } from '../../../shared/site-files.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'
import { LogoWith, OwnLogo } from '../../site/layout/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { placeLimitsOf } from './load-setup.ts'

/** Returns the text of a setting as it is typed. */
export type TextFor = (key: SettingKey) => string

type PreviewProps = { textFor: TextFor }

/** The top of the home page, above a line in the accent color. */
export const SitePreview = ({ textFor }: PreviewProps) => (
  <div className="-m-4 sm:-m-6">
    <div className="free-text border-b-4 px-4 py-2.5" style={{ borderColor: textFor('accent') }}>
      <PreviewedLogo name={textFor('name')} logo={textFor('logo')} />
    </div>
    <div className="cork px-4 py-8">
      <p className="free-text font-display text-2xl font-bold text-balance">{textFor('tagline')}</p>
    </div>
  </div>
)

function PreviewedLogo({ name, logo }: { name: string; logo: string }) {
  const file = parseSiteFile(logo)
  if (!file) return <LogoWith name={name} />
  const { width, height } = file
  return (
    <OwnLogo name={name} logo={{ url: siteFileUrl(logo), darkUrl: null, width, height, withName: true }} />
  )
}

/** Where people can post, as the server says. `saved` is what the stored limits mean. */
export function TownsPreview({ textFor, saved }: PreviewProps & { saved: PlacesPreview }) {
  const { api } = useBackend()
  const limits = placeLimitsOf(textFor)
  const key = JSON.stringify(limits)
  const [shown, setShown] = useState(saved)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has what `limits` have, and `saved` changes with the places of the site
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    let isLatest = true
    const timer = window.setTimeout(async () => {
      // What is not valid yet shows what was valid last.
      const preview = await api.previewPlaces({ body: limits }).catch(() => null)
      if (preview && isLatest) setShown(preview)
    }, pauseMs)
    return () => {
      isLatest = false
      window.clearTimeout(timer)
    }
  }, [key, saved])
  const homeTown = textFor('homeTown').trim()
  return (
    <dl aria-live="polite" className="mb-3 space-y-3 text-sm">
      <Line label={t('Towns')}>{wordsOfTowns(shown)}</Line>
      <Line label={t('Forms begin with')}>{shown.home}</Line>
      {homeTown !== '' && shown.home === null && (
        <Notice tone="warning">
          {t(
            'No town of your site is called “{town}”. Add its country first, or write it like “Whitefish, Montana”.',
            { town: homeTown },
          )}
        </Notice>
      )}
    </dl>
  )
}
const pauseMs = 400

function wordsOfTowns({ towns, largest }: PlacesPreview): string {
  const count = t('{count, plural, one {# town} other {# towns}}', { count: towns })
  if (towns === 0) return count
  const names = towns > largest.length ? [...largest, '…'] : largest
  return t('{count}: {names}', { count, names: names.join(', ') })
}

/** How prices, times, weeks, and distances are written. */
export function PlacePreview({ textFor }: PreviewProps) {
  const { renderedAt } = useSite()
  const locale = textFor('regionFormat') || 'en-US'
  const timeZone = textFor('timeZone')
  const price = orEmpty(() => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: textFor('currency') })
    return `${format.format(12.5)}, ${format.format(1200)}`
  })
  const time = orEmpty(() => {
    const format = { dateStyle: 'full', timeStyle: 'short', timeZone } as const
    const language = readerLanguage()
    // The words are the reader's. Of English, the format decides the order.
    const order = language !== sourceLanguage ? language : locale === 'en-US' ? 'en-US' : 'en-GB'
    return new Intl.DateTimeFormat(order, format).format(new Date(renderedAt))
  })
  const distance = { mi: t('10 miles'), km: t('10 km') }[textFor('distanceUnit')]
  const week = { sunday: weekFrom(0), monday: weekFrom(1) }[textFor('weekStart')]
  const paper = { letter: t('Letter'), a4: 'A4' }[textFor('paper')]
  return (
    <dl className="space-y-3 text-sm">
      <Line label={t('Prices')}>{price}</Line>
      <Line label={t('Now')}>{time}</Line>
      <Line label={t('Weeks')}>{week}</Line>
      <Line label={t('Distances')}>{distance}</Line>
      <Line label={t('Flyers')}>{paper}</Line>
    </dl>
  )
}

/** Returns the short names of the days of a week, such as `Sun Mon Tue Wed Thu Fri Sat` from 0. */
function weekFrom(first: number): string {
  const format = new Intl.DateTimeFormat(readerLanguage(), { weekday: 'short', timeZone: 'UTC' })
  // January 4, 1970 was a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(1970, 0, 4 + first + day))
  return days.map((day) => format.format(day)).join(' ')
}

const orEmpty = (write: () => string): string => {
  try {
    return write()
  } catch {
    return ''
  }
}

/** What visitors find, and what people can post. */
export function AdsPreview({ textFor, demoAds }: PreviewProps & { demoAds: number }) {
  const [services, events] = [t('Services'), t('Events')]
  const kinds = { services: [services], events: [events] }[textFor('kinds')] ?? [services, events]
  return (
    <>
      <ul className="flex gap-2">
        {kinds.map((kind) => (
          <li
            key={kind}
            className="rounded-full border border-line bg-sunken px-4 py-2 text-sm font-semibold"
          >
            {kind}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-soft">
        {demoAds === 0
          ? t('Lists are empty until someone posts.')
          : t('Lists have {count, plural, one {# demo ad} other {# demo ads}}.', { count: demoAds })}
      </p>
    </>
  )
}

/** What people see of the address. */
export function EmailPreview({ textFor }: PreviewProps) {
  const { name } = useSite().settings
  return (
    <dl className="space-y-3 text-sm">
      <Line label={t('Emails are from')}>{name}</Line>
      <Line label={t('The contact page shows')}>{textFor('contactEmail')}</Line>
    </dl>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    children && (
      <div>
        <dt className="text-soft">{label}</dt>
        <dd className="free-text font-semibold">{children}</dd>
      </div>
    )
  )
}
