/** Reads settings from environment variables, the database, and the form. */
import { t } from '../translate.ts'
import { type SettingKey, type SiteSettings, settingKeys, settingOf } from './table.ts'

/** The texts of environment variables by their names. */
export type Variables = Readonly<Record<string, string>>

/** The names of the environment variables of settings. */
export const settingVariables = settingKeys.flatMap((key) => settingOf(key).variable ?? [])

/** Valid values, and a sentence for each other one. */
export type CheckedSettings = {
  values: Partial<SiteSettings>
  problems: Partial<Record<SettingKey, string>>
}

/** Checks what is stored. Settings that do not exist, such as those of a newer version, are left out. */
export function checkSettings(given: Readonly<Record<string, unknown>>): CheckedSettings {
  const values: Record<string, unknown> = {}
  const problems: CheckedSettings['problems'] = {}
  for (const key of settingKeys) {
    if (!Object.hasOwn(given, key)) continue
    const { data, error } = settingOf(key).type.schema.safeParse(given[key])
    if (error) problems[key] = error.issues[0]?.message ?? t('This is not valid.')
    else values[key] = data
  }
  return { values: values as Partial<SiteSettings>, problems }
}

/** Checks what environment variables say. */
export const readVariables = (variables: Variables): CheckedSettings =>
  checkSettings(
    Object.fromEntries(
      settingKeys.flatMap((key) => {
        const { type, variable = '' } = settingOf(key)
        const text = variables[variable]
        return text === undefined ? [] : [[key, type.read(text)] as const]
      }),
    ),
  )

/** Returns the environment variables that say these values. Settings without a variable are left out. */
export const toVariables = (settings: Partial<SiteSettings>): Variables =>
  Object.fromEntries(
    settingKeys.flatMap((key) => {
      const { type, variable } = settingOf(key)
      return variable && Object.hasOwn(settings, key) ? [[variable, type.write(settings[key])] as const] : []
    }),
  )

export const valueName = (key: string) => `values.${key}`
export const beforeName = (key: string) => `before.${key}`
/** The name of the input of one number of several, and of the box that turns them off. */
export const partName = (key: string, part: string) => `${valueName(key)}.${part}`
export const offName = (key: string) => partName(key, 'off')

type Texts = Readonly<Record<string, string>>

/** Returns the text of a setting in a form; undefined if the form does not have it. */
function textIn(texts: Texts, key: SettingKey): string | undefined {
  const { parts, off } = settingOf(key).type.control
  if (parts.length === 0) return texts[valueName(key)]
  if (off !== null && texts[offName(key)] === 'yes') return 'off'
  const given = parts.map((part) => ({ key: part.key, text: texts[partName(key, part.key)] }))
  if (given.some(({ text }) => text === undefined)) return undefined
  return given.map(({ key, text }) => `${key}=${text}`).join()
}

/**
 * Returns what a form changes, not yet checked: of each setting, it has the text and the one before. Browsers write line breaks of forms
 * without scripts in another way than stored texts have them.
 */
export function readSettingsForm(texts: Texts) {
  const values: Record<string, unknown> = {}
  const before: Record<string, unknown> = {}
  for (const key of settingKeys) {
    const [text, from] = [textIn(texts, key), texts[beforeName(key)]].map((sent) =>
      sent?.replace(/\r\n?/g, '\n'),
    )
    if (text === undefined || from === undefined || text === from) continue
    const { type } = settingOf(key)
    values[key] = type.read(text)
    before[key] = type.read(from)
  }
  return { values, before }
}
