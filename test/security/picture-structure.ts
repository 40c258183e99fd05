/**
 * Reads the structure of served pictures without the decoder that wrote them. Throws if a file contains anything besides
 * pixels and what decoding them takes: metadata, comments, thumbnails, or bytes that no part of the format refers to.
 */

type Part = { type: string; content: Buffer }

/** Of a WebP file: the canvas, the pixels, and their transparency. `VP8X` announces metadata by flags. */
const webpChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH'])
/** Profile, Exif, XMP, and animation. */
const metadataFlags = 0b0010_1110

function requireWebp(file: Buffer) {
  if (file.toString('latin1', 8, 12) !== 'WEBP') throw new Error('This is not a WebP file.')
  if (file.readUInt32LE(4) + 8 !== file.length) throw new Error('Bytes follow the picture.')
  for (let at = 12; at < file.length; ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    if (!webpChunks.has(type)) throw new Error(`The file has a chunk ${type}.`)
    if (type === 'VP8X' && ((file[at + 8] ?? 0) & metadataFlags) !== 0)
      throw new Error('The file announces metadata.')
    // Chunks have an even length.
    at += 8 + length + (length % 2)
  }
}

/** The boxes of an AVIF file, by the box that contains them. */
const avifBoxes: Record<string, Set<string>> = {
  '': new Set(['ftyp', 'meta', 'mdat']),
  meta: new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref']),
  iinf: new Set(['infe']),
  iprp: new Set(['ipco', 'ipma']),
  ipco: new Set(['av1C', 'ispe', 'pixi', 'colr', 'auxC', 'irot', 'imir', 'pasp']),
  // The transparency of a picture is a second one, and refers to the first.
  iref: new Set(['auxl', 'prem']),
}
/** Before the boxes that these contain: the version and flags, and for `iinf` a count. */
const headerBytes: Record<string, number> = { meta: 4, iinf: 6, iref: 4 }

function boxesOf(parent: string, content: Buffer): Part[] {
  const parts: Part[] = []
  for (let at = headerBytes[parent] ?? 0; at < content.length; ) {
    const length = content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + 8)
    if (!avifBoxes[parent]?.has(type)) throw new Error(`The file has a box ${parent}/${type}.`)
    if (length < 8 || at + length > content.length) throw new Error(`The box ${type} has a wrong length.`)
    parts.push({ type, content: content.subarray(at + 8, at + length) })
    at += length
  }
  return parts
}

function requireAvif(file: Buffer) {
  const top = boxesOf('', file)
  const contentOf = (parts: Part[], type: string) => {
    const [found, ...others] = parts.filter((part) => part.type === type)
    if (!found || others.length > 0) throw new Error(`The file does not have one box ${type}.`)
    return found.content
  }
  const meta = boxesOf('meta', contentOf(top, 'meta'))
  const items = boxesOf('iinf', contentOf(meta, 'iinf'))
  // After version, flags, id, and protection index. Metadata would be an item of type `Exif` or `mime`.
  for (const { content } of items) {
    const type = content.toString('latin1', 8, 12)
    if (type !== 'av01') throw new Error(`The file has an item ${type}.`)
  }
  for (const { type, content } of boxesOf(
    'ipco',
    contentOf(boxesOf('iprp', contentOf(meta, 'iprp')), 'ipco'),
  )) {
    // `nclx` names the color space by numbers; a profile (`prof`, `rICC`) is a file of its own.
    const kind = content.toString('latin1', 0, 4)
    if (type === 'colr' && kind !== 'nclx') throw new Error(`The file has a color profile ${kind}.`)
  }
  if (meta.some(({ type }) => type === 'iref')) boxesOf('iref', contentOf(meta, 'iref'))
  if (pixelBytes(contentOf(meta, 'iloc')) !== contentOf(top, 'mdat').length)
    throw new Error('The file contains bytes that belong to no item.')
}

/** Returns the length of all items together, from version 0 of the box that locates them. */
function pixelBytes(iloc: Buffer): number {
  const [version, sizes, baseSize] = [iloc[0], iloc[4] ?? 0, (iloc[5] ?? 0) >> 4]
  const [offsetSize, lengthSize] = [sizes >> 4, sizes & 15]
  if (version !== 0) throw new Error(`The file locates its items by version ${version}.`)
  let [at, total] = [8, 0]
  for (let item = iloc.readUInt16BE(6); item > 0; item -= 1) {
    at += 4 + baseSize
    const extents = iloc.readUInt16BE(at)
    at += 2
    for (let extent = 0; extent < extents; extent += 1) {
      total += iloc.readUIntBE(at + offsetSize, lengthSize)
      at += offsetSize + lengthSize
    }
  }
  return total
}

/** Throws if a WebP or AVIF file contains anything besides pixels. */
export function requireOnlyPixels(file: Buffer) {
  if (file.toString('latin1', 0, 4) === 'RIFF') requireWebp(file)
  else requireAvif(file)
}
