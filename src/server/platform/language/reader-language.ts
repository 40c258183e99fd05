/** The language in which this process writes at the moment: that of the request, or of the recipient of an email. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'
import { setLanguageSource, sourceLanguage } from '../../../shared/language.ts'
import { setLocalNames } from '../../../shared/local-names.ts'
import { setTranslator } from '../../../shared/translate.ts'
import type { Logger } from '../log.ts'
import { type Catalogs, openCatalogs, shippedLanguages } from './catalogs.ts'
import { nameIn, type OwnNames } from './local-names.ts'

const storage = new AsyncLocalStorage<string>()

let catalogs: Catalogs = openCatalogs(null)
let ownNames: OwnNames = () => new Map()
let languages = (): readonly string[] => [sourceLanguage]

/** Follows the languages of the settings, the default first, and reads the catalogs of the data folder. */
export function openLanguages(
  ofSite: () => readonly string[],
  dataDir: string,
  log: Pick<Logger, 'warn'>,
): void {
  languages = ofSite
  catalogs = openCatalogs(pathToFileURL(`${dataDir}/locales/`), (problem) => log.warn(problem))
}

/** Sets what admins call things. */
export function setOwnNames(next: OwnNames): void {
  ownNames = next
}

export const currentCatalogs = (): Catalogs => catalogs

export const siteLanguages = (): readonly string[] => languages()

/** Returns the languages of the site, and those that ship: a new site has only English, and is set up in any of them. */
export const setupLanguages = (ofSite: readonly string[] = languages()): readonly string[] => [
  ...new Set([...ofSite, ...shippedLanguages]),
]

const defaultLanguage = () => languages()[0] ?? sourceLanguage

const currentLanguage = () => storage.getStore() ?? defaultLanguage()

/** Runs a function that writes in a language, if it is offered, as those of the site are; otherwise in the current one. */
export const inLanguage = <Result>(
  language: string | null,
  run: () => Result,
  offered: readonly string[] = languages(),
): Result => (language !== null && offered.includes(language) ? storage.run(language, run) : run())

/** Returns the translation of a sentence into the current language. */
export const translate = (message: string) => catalogs.translate(currentLanguage(), message)

/** Returns what something of the database is called in the current language. */
export const translateName = (name: string) => nameIn(currentLanguage(), name, ownNames, catalogs)

setLanguageSource(currentLanguage)
setTranslator(translate)
setLocalNames(translateName)
