/** What something is called in the other languages of the site, for its form. A site with one language has none of these fields. */
import { readerLanguage } from '../../shared/language.ts'
import { type NamesByLanguage, namesName } from '../../shared/own-names.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

type NameFieldsProps = {
  /** What is named, such as `Name`. */
  label: string
  /** Begins the names of the inputs. */
  name: string
  names: NamesByLanguage | undefined
  maxLength: number
}

export function NameFields({ label, name, names = {}, maxLength }: NameFieldsProps) {
  const [, ...others] = useSite().settings.languages
  // Names in a language that the site no longer has stay.
  return [...new Set([...others, ...Object.keys(names)])].map((language) => (
    <TextField
      key={language}
      label={t('{field} in {language}', { field: label, language: nameOf(language) })}
      name={namesName(name, language)}
      lang={language}
      defaultValue={names[language]}
      maxLength={maxLength}
      autoComplete="off"
      optional
      hint={t('If empty, its readers see the one above.')}
    />
  ))
}

const nameOf = (language: string) =>
  new Intl.DisplayNames(readerLanguage(), { type: 'language' }).of(language) ?? language
