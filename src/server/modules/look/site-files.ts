/** Files of the operator's own: checked, made safe, and kept in the store of pictures under a hash of their content. */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Sharp } from 'sharp'
import { AppError } from '../../../shared/errors.ts'
import { bannerPictureSize, sharePictureSize } from '../../../shared/picture.ts'
import { type FileKind, isPhoto, maxSiteFileBytes } from '../../../shared/site-files.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sanitizeSvg } from '../../platform/sanitize-svg.ts'
import { type PictureFolders, storeSiteFile } from '../media/service.ts'
import { isWoff2 } from './fonts.ts'

/** What all files together can take. Those of earlier settings stay, so that changes can be undone. */
const maxTotalBytes = 100 * 1024 * 1024
/** 20 megapixels, more than any screen shows. */
const maxPixels = 20_000_000
/** Larger logos are scaled down to this, in pixels. */
const maxLogoSide = 1024

export type SiteFiles = ReturnType<typeof createSiteFiles>

export function createSiteFiles({ database, pictures }: { database: Database; pictures: PictureFolders }) {
  return {
    /** Returns the name of the stored file. Throws `invalid` or `too_large`; `field` names the field of the form. */
    async add(kind: FileKind, content: Buffer, field: string): Promise<string> {
      const { ending, size, content: safe } = await prepare(kind, content, field)
      const hash = createHash('sha256').update(safe).digest('hex').slice(0, 32)
      const name = `${hash}${size ? `-${size.width}x${size.height}` : ''}${ending}`
      await requireRoom(database.kysely, name, safe.length, field)
      // The row comes first, so that every file in the store belongs to a row, and waits for a cleanup of the same file.
      await sql`
        insert into site_file (name, bytes) values (${name}, ${safe.length})
        on conflict (name) do update set created_at = now()`.execute(database.kysely)
      await storeSiteFile(pictures, name, safe)
      return name
    },

    /** Returns whether a file was stored under this name. */
    async exists(name: string): Promise<boolean> {
      const { rows } = await sql`select from site_file where name = ${name}`.execute(database.kysely)
      return rows.length > 0
    },
  }
}

async function requireRoom(connection: Connection, name: string, bytes: number, field: string) {
  const { rows } = await sql<{ total: number; isStored: boolean }>`
    select sum(bytes)::int as total, bool_or(name = ${name}) as "isStored" from site_file`.execute(connection)
  const { total, isStored } = rows[0] ?? {}
  if (!isStored && (total ?? 0) + bytes > maxTotalBytes)
    throw refuse(field, t('There is no room for more files. A file that you have used before needs no room.'))
}

type Prepared = { ending: string; size: { width: number; height: number } | null; content: Buffer }

function refuse(field: string, message: string, cause?: unknown, code: 'invalid' | 'too_large' = 'invalid') {
  return new AppError(code, message, { [field]: message }, { cause })
}

async function prepare(kind: FileKind, content: Buffer, field: string): Promise<Prepared> {
  const max = maxSiteFileBytes[kind]
  if (content.length > max) {
    const limit = max < 1024 * 1024 ? `${max / 1024} KB` : `${max / 1024 / 1024} MB`
    throw refuse(
      field,
      t('This file can be up to {limit}. Please choose a smaller one.', { limit }),
      undefined,
      'too_large',
    )
  }
  if (kind === 'font') {
    if (!isWoff2(content))
      throw refuse(field, t('This is not a WOFF2 font. Please convert the font to WOFF2.'))
    return { ending: '.woff2', size: null, content }
  }
  if (kind === 'logo' && /^[\s\uFEFF]*</.test(content.toString('utf8', 0, 200)))
    return prepareDrawing(content, field)
  // Loaded by the first upload: it takes memory.
  const { default: sharp } = await import('sharp')
  const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: 20 })
  try {
    return isPhoto(kind) ? await preparePhoto(picture, kind) : await prepareLogo(picture)
  } catch (cause) {
    const message = isPhoto(kind)
      ? t('We can’t read this picture. Please save it as JPEG, PNG, or WebP, and try again.')
      : t('We can’t read this picture. Please save it as SVG or PNG, and try again.')
    throw refuse(field, message, cause)
  }
}

async function prepareDrawing(content: Buffer, field: string): Promise<Prepared> {
  const svg = await sanitizeSvg(content, maxSiteFileBytes.logo, field)
  const [width = 0, height = 0] = (/ viewBox="([^"]*)"/.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .slice(2)
    .map(Number)
  // Only the shape of it matters.
  const scale = maxLogoSide / Math.max(width, height)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  // A side can be too large or too small for a number.
  const hasSize = width > 0 && height > 0 && size.width <= maxLogoSide && size.height <= maxLogoSide
  if (!hasSize) throw refuse(field, t('This drawing has no size. Please save it with one.'))
  return { ending: '.svg', size, content: Buffer.from(svg) }
}

async function prepareLogo(picture: Sharp): Promise<Prepared> {
  if ((await picture.metadata()).format !== 'png') throw new Error('It is no PNG.')
  const { data, info } = await picture
    .resize(maxLogoSide, maxLogoSide, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { ending: '.png', size: info, content: data }
}

async function preparePhoto(picture: Sharp, kind: FileKind): Promise<Prepared> {
  if (!['jpeg', 'png', 'webp'].includes((await picture.metadata()).format)) throw new Error('It is no photo.')
  const isBanner = kind === 'banner'
  const cut = picture
    .autoOrient()
    .resize({ ...(isBanner ? bannerPictureSize : sharePictureSize), fit: 'cover' })
    .flatten({ background: '#ffffff' })
  const converted = isBanner ? cut.webp({ quality: 78 }) : cut.jpeg({ quality: 84, mozjpeg: true })
  const { data, info } = await converted.toBuffer({ resolveWithObject: true })
  return { ending: isBanner ? '.webp' : '.jpg', size: info, content: data }
}
