import { placedPath, readVisitorPlace, withNear } from '../../../shared/visitor-place.ts'
import { Redirect } from '../../framework/router/outcomes.ts'
import { readCookies } from '../../ui/storage/read-cookies.ts'

/** Redirects a list to the visitor's place. Does nothing on the server, which redirects before it renders: visitors share pages. */
export function keepToPlace(path: string) {
  if (typeof document === 'undefined') return
  const placed = placedPath(path, readVisitorPlace(readCookies()))
  if (placed !== null) throw new Redirect(placed)
}

/** If the place that the site does not know is the visitor's, it gave that up: then the server opens the list anew, and ends the cookie. */
export async function leaveLostPlace(path: string, unknown: string) {
  if (typeof document === 'undefined' || readVisitorPlace(readCookies())?.town !== unknown) return
  location.assign(withNear(path, {}))
  // Until the browser leaves the page, which must not show the list.
  await new Promise(() => {})
}
