/** Finds variables that are not settings but resemble one. Most variables of a process have nothing to do with Corkboard. */
import { editDistance, nearestName } from '../../shared/edit-distance.ts'

/** No other program has variables with these prefixes, as far as we know. */
const ownPrefixes = [
  ...['SITE_', 'CONTACT_', 'DATABASE_', 'SMTP_', 'INBOUND_', 'METRICS_', 'BACKUP_', 'OIDC_', 'TRUST_'],
  ...['GOOGLE_CLIENT_', 'IMAGE_UPLOAD_', 'IMAGE_DELIVERY_'],
]
/** The supervisor and test runners set these. */
const internal = ['EMBEDDED_DATABASE_URL', 'SEARCH_SOCKET', 'WORKER_NUMBER', 'TEST']
/** Docker and Kubernetes name other containers like this, such as `SMTP_PORT_25_TCP`. */
const containerLink = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_/
/** Shorter names resemble ordinary words. */
const minLength = 6

/** Returns a sentence for each variable that seems to be a misspelled setting, with the setting that it resembles. */
export function unknownSettings(environment: Record<string, string | undefined>, known: string[]): string[] {
  const settings = known.filter((name) => !internal.includes(name))
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || known.includes(name) || containerLink.test(name) || value.startsWith('tcp:')) return []
    const meant = settingLike(name, settings)
    return meant ? [`${name} is not a setting of Corkboard. Did you mean ${meant}?`] : []
  })
}

function settingLike(name: string, settings: string[]): string | null {
  const upper = name.toUpperCase().replaceAll('-', '_')
  const bare = upper.replace(/^CORKBOARD_/, '')
  if (bare.length >= minLength && settings.includes(bare)) return bare
  // Ordinary variables in lower case, such as http_proxy, resemble settings in upper case by chance.
  if (name !== upper) return null
  const prefix = ownPrefixes.find((candidate) => name.startsWith(candidate))
  return (
    misspelled(name, settings) ??
    settings.find(
      (setting) => setting.includes('_') && setting.length > minLength && name.startsWith(setting),
    ) ??
    (prefix
      ? nearestName(
          name,
          settings.filter((setting) => setting.startsWith(prefix)),
          name.length,
        )
      : null)
  )
}

function misspelled(name: string, settings: string[]): string | null {
  if (name.length >= minLength) return nearestName(name, settings, name.length < 8 ? 1 : 2)
  // PROT is PORT, but SORT and POST are words.
  const letters = sortedLetters(name)
  return (
    settings.find(
      (setting) => sortedLetters(setting) === letters && editDistance(name, setting, 1) !== null,
    ) ?? null
  )
}

const sortedLetters = (text: string) => [...text].sort().join('')
