/** The picture that stands beside a link to this site wherever it is shared: one per listing, and one for all else. */
import type { Event, Service } from './listing.ts'

export const sharePictureSize = { width: 1200, height: 630 }
export const sharePictureType = 'image/jpeg'
export const sharePicturesPath = '/share/'

/** Of a page that is no listing. */
export const siteShareUrl = `${sharePicturesPath}site.jpg`

/** The version makes a changed listing's address new to those who keep pictures; any, or none, answers the newest. */
export const sharePictureUrl = ({ _id, version }: Pick<Service | Event, '_id' | 'version'>): string =>
  `${sharePicturesPath}${_id}.jpg?v=${version}`
