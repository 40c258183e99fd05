import { readerLanguage } from '../../../shared/language.ts'
import { type SiteSettings, settingKeys, settingOf } from '../../../shared/settings/table.ts'
import { type Message, t } from '../../../shared/translate.ts'

const sentenceKeys = settingKeys.filter((key) => settingOf(key).isSentence)

/** By the settings and the language, so that a caller who asks again gets the same object. */
const known = new WeakMap<SiteSettings, Map<string, SiteSettings>>()

/** Returns the settings with the sentences that nobody has changed in the reader's language. */
export function localSettings(settings: SiteSettings): SiteSettings {
  const byLanguage = known.get(settings) ?? new Map<string, SiteSettings>()
  known.set(settings, byLanguage)
  const language = readerLanguage()
  const local = byLanguage.get(language) ?? withSentences(settings)
  byLanguage.set(language, local)
  return local
}

function withSentences(settings: SiteSettings): SiteSettings {
  const unchanged = sentenceKeys.filter((key) => settings[key] === settingOf(key).default)
  return { ...settings, ...Object.fromEntries(unchanged.map((key) => [key, inWords(String(settings[key]))])) }
}

const inWords = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => t(line as Message))
    .join('\n')
