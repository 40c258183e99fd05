import { placedPath, readVisitorPlace } from '../../../shared/visitor-place.ts'
import { Redirect } from '../../framework/router/outcomes.ts'
import { readCookies } from '../../ui/storage/read-cookies.ts'

/** Redirects a list to the visitor's place. Does nothing on the server, which redirects before it renders: visitors share pages. */
export function keepToPlace(path: string) {
  if (typeof document === 'undefined') return
  const placed = placedPath(path, readVisitorPlace(readCookies()))
  if (placed !== null) throw new Redirect(placed)
}
