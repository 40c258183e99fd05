/** Profile photos: squares in two sizes that this site crops and stores. Their URL names the large one. */

/** In pixels. */
export const photoSides = { small: 96, large: 256 } as const
export type PhotoSize = keyof typeof photoSides

/** Where this site accepts profile photos. */
export const photoUploadPath = '/api/profile-photo'
/** The folder that uploads may name. */
export const photoFolder = 'profiles'
export const photosPath = '/profile-photos/'
const photoPath = /^\/profile-photos\/([0-9a-f]{32})-(\d{2,3})\.webp$/

export type PhotoUrlParts = { key: string; size: PhotoSize }

export const photoUrl = ({ key, size }: PhotoUrlParts): string =>
  `${photosPath}${key}-${photoSides[size]}.webp`

/** Parses the path of a profile photo. Returns null for any other path. */
export function parsePhotoUrl(path: string): PhotoUrlParts | null {
  const [, key, side] = photoPath.exec(path) ?? []
  const size = side === String(photoSides.small) ? 'small' : 'large'
  return key && side === String(photoSides[size]) ? { key, size } : null
}

/** Returns the URL of the small size of a photo, and any other URL unchanged. Short, because every page loads it. */
export const toSmallPhoto = (url: string): string =>
  url.replace(/^(\/profile-photos\/\w+)-256\.webp$/, '$1-96.webp')
