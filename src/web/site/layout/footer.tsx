import { msg, t } from '../../../shared/translate.ts'
import { defer, LazySection } from '../../framework/sections/deferred.tsx'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from './logo.tsx'

const strips = [
  { label: msg('Contact'), to: paths.contact() },
  { label: msg('About'), to: paths.about() },
  { label: msg('Safety Guide'), to: paths.safetyGuide() },
  { label: msg('Privacy'), to: paths.privacy() },
]

/** From 2025 (specification, section 2) to the current year in the site's time zone. */
const firstYear = '2025'

function copyrightYears(today: string): string {
  const year = today.slice(0, 4)
  return year > firstYear ? `${firstYear}–${year}` : firstYear
}

/** Only pages with several languages show it. The server loads it before it renders the first page. */
export const languageForm = defer(async () => (await import('./language-form.tsx')).LanguageForm)

export function LanguageChoice() {
  const { languages } = useSite().settings
  return languages.length > 1 && <LazySection section={languageForm} props={{ languages }} />
}

/** Styled like the bottom of a flyer: the links are tear-off strips. */
export function Footer() {
  const { settings, today, pageLinks } = useSite()
  const social = [
    { label: 'Facebook', to: settings.facebook, icon: 'brand-facebook' },
    { label: 'Instagram', to: settings.instagram, icon: 'brand-instagram' },
    { label: 'X', to: settings.x, icon: 'brand-x' },
  ] as const
  return (
    <footer className="mt-auto border-t border-line bg-surface">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-5 py-8">
        <div>
          <Logo />
          <p className="mt-2 text-sm text-soft">{settings.tagline}</p>
        </div>
        <ul className="flex">
          {social.map(({ label, to, icon }) => (
            <li key={label}>
              <a
                href={to}
                rel="noopener"
                className="flex size-11 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink"
              >
                <Icon name={icon} className="size-5.5" />
                <span className="sr-only">{label}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <nav aria-label={t('About the site')} className="border-t-2 border-dashed border-line">
        <ul className="page-width grid grid-cols-2 md:grid-cols-4">
          {strips.map(({ label, to }) => (
            <li
              key={to}
              className="border-dashed border-line not-last:border-e-2 max-md:nth-2:border-e-0 max-md:nth-[-n+2]:border-b-2"
            >
              <a
                href={to}
                className="flex min-h-14 items-center justify-center px-3 text-sm font-semibold hover:bg-accent-wash"
              >
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
        {pageLinks.footer.length > 0 && (
          <ul className="page-width flex flex-wrap justify-center gap-x-6 border-t border-line py-2">
            {pageLinks.footer.map(({ label, to }) => (
              <li key={to}>
                <a href={to} className="flex min-h-11 items-center text-sm hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <LanguageChoice />
      <p className="border-t border-line py-5 text-center text-xs text-soft">
        {t('© {years} {site}. All rights reserved.', {
          years: copyrightYears(today),
          site: settings.name,
        })}
      </p>
    </footer>
  )
}
