import { publicPaths } from '../../../shared/paths.ts'

/** The patterns of pages that may be cached. All others, whose URLs can contain tokens and emails, never are. */
const cachedPatterns = [
  ...['/', '/all-services', '/all-events', '/ad-details/:id', '/event-details/:id', '/seller/:id', '/search'],
  ...['/all-categories', '/category/:id', '/category/:id/subcategory/:subId'],
  ...['/all-locations', '/location/:id', '/state/:stateName'],
  ...['/safety-guide', '/customer-safety-guide', '/provider-safety-guide'],
  ...['/about', '/contact', '/privacy', '/cookies', '/offline', '/embed-events'],
]

/** Returns a function that tells whether pages of a pattern may be cached. `slug` is the product's. */
export function createCacheRules(slug: string): (pattern: string) => boolean {
  const patterns = new Set([...cachedPatterns, publicPaths.suggestions(slug)])
  return (pattern) => patterns.has(pattern)
}
