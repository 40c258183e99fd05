import { privatePaths } from '../../../shared/paths.ts'

/**
 * What machines that read the whole site are asked to leave out: what is somebody's own, and the calls. The pages show all
 * that the calls answer. Each path also covers what is below it.
 */
const left = [...Object.values(privatePaths), '/api', '/dev']

export const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...left.flatMap(rulesOf), `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')

/** A rule covers all that begins like it: alone, `/post` would be `/postcards` too. */
const rulesOf = (path: string) => [`Disallow: ${path}$`, `Disallow: ${path}/`, `Disallow: ${path}?`]
