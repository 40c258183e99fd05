/** Files of the operator's own, such as the logo. Their names are hashes of their content, so it never changes. */

export const siteFilesPath = '/site-files/'
/** Where admins upload them. */
export const siteFileUploadPath = '/api/site-files'

/** What a file is for, and how its name can end. Pictures of shared links are converted to JPEG, those of banners to WebP. */
export const siteFileEndings = {
  logo: ['.svg', '.png'],
  font: ['.woff2'],
  'share-picture': ['.jpg'],
  banner: ['.webp'],
} as const
export type FileKind = keyof typeof siteFileEndings

/** Whether photos of any common format can be uploaded. */
export const isPhoto = (kind: FileKind): boolean => kind === 'share-picture' || kind === 'banner'

/** A hash; of pictures, also the width and height. */
const fileName = /^[0-9a-f]{32}(?:-(\d{1,5})x(\d{1,5}))?(\.[a-z0-9]{3,5})$/

/** Parses the name of a file. Sizes are in pixels, and 0 for what is no picture. Returns null for any other text. */
export function parseSiteFile(name: string) {
  const [, width = '0', height = '0', ending = ''] = fileName.exec(name) ?? []
  const kinds = Object.keys(siteFileEndings) as FileKind[]
  const kind = kinds.find((kind) => (siteFileEndings[kind] as readonly string[]).includes(ending))
  return kind ? { kind, ending, width: Number(width), height: Number(height) } : null
}

export const isSiteFile = (name: string, kind: FileKind): boolean => parseSiteFile(name)?.kind === kind

export const siteFileUrl = (name: string): string => siteFilesPath + name

export const maxSiteFileBytes: Record<FileKind, number> = {
  logo: 256 * 1024,
  font: 512 * 1024,
  'share-picture': 5 * 1024 * 1024,
  banner: 5 * 1024 * 1024,
}
