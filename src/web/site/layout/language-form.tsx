import { readerLanguage } from '../../../shared/language.ts'
import { memoize } from '../../../shared/memoize.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'

/** Leads back to the page, in the chosen language. Works without scripts. */
export function LanguageForm({ languages }: { languages: readonly string[] }) {
  const { pathname, search } = useLocation()
  return (
    <form
      method="post"
      action={paths.language()}
      aria-label={t('Language')}
      className="page-width flex flex-wrap justify-center gap-x-2 border-t border-line py-2"
    >
      <input type="hidden" name="to" value={pathname + search} />
      {languages.map((language) => (
        <button
          key={language}
          type="submit"
          name="language"
          value={language}
          lang={language}
          aria-current={language === readerLanguage() || undefined}
          className="min-h-11 px-3 text-sm hover:underline aria-[current]:font-semibold"
        >
          {nameOfLanguage(language)}
        </button>
      ))}
    </form>
  )
}

/** Returns what a language calls itself, such as `Français`. */
export const nameOfLanguage = memoize((language) => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
})
