/** Pictures with every kind of metadata that their format has. Each kind contains the secret mark. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { goodPictures, secretMark } from '../support/data/pictures.ts'

const mark = Buffer.from(secretMark)
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${secretMark}</rdf:RDF></x:xmpmeta>`
const exif = {
  IFD0: { Copyright: secretMark, ImageDescription: secretMark },
  IFD2: { UserComment: secretMark },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 2/1' },
}
const shapes = () => sharp({ create: { width: 400, height: 300, channels: 3, background: '#30a060' } })

type Field = { tag: number; type: 'text' | 'bytes' | 'number'; value: Buffer | number }

/** One directory of a TIFF structure at this offset: its fields, the offset of the next directory, and the values. */
function directory(offset: number, fields: Field[], next = 0): Buffer {
  const head = Buffer.alloc(2 + fields.length * 12 + 4)
  head.writeUInt16LE(fields.length)
  const values: Buffer[] = []
  let end = offset + head.length
  for (const [index, { tag, type, value }] of fields.entries()) {
    const at = 2 + index * 12
    const isNumber = typeof value === 'number'
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE({ text: 2, number: 4, bytes: 7 }[type], at + 2)
    head.writeUInt32LE(isNumber ? 1 : value.length, at + 4)
    head.writeUInt32LE(isNumber ? value : end, at + 8)
    if (isNumber) continue
    values.push(value)
    end += value.length
  }
  head.writeUInt32LE(next, head.length - 4)
  return Buffer.concat([head, ...values])
}

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
/** Inserts segments right after the start of a JPEG. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

/** Exif with the notes of a camera's maker, and a thumbnail that has a comment of its own. */
async function makerNotes(): Promise<Buffer> {
  const small = await shapes().resize(40, 30).jpeg().toBuffer()
  const thumbnail = withSegments(small, segment(0xfe, mark))
  const headLength = 8
  const main = (camera: number, next: number) =>
    directory(
      headLength,
      [
        { tag: 0x010f, type: 'text', value: Buffer.from(`${secretMark}\0`) },
        { tag: 0x8769, type: 'number', value: camera },
      ],
      next,
    )
  const cameraAt = headLength + main(0, 0).length
  const camera = directory(cameraAt, [
    { tag: 0x927c, type: 'bytes', value: Buffer.concat([Buffer.from('Nikon\0'), mark]) },
  ])
  const previewAt = cameraAt + camera.length
  const preview = (at: number) =>
    directory(previewAt, [
      { tag: 0x0201, type: 'number', value: at },
      { tag: 0x0202, type: 'number', value: thumbnail.length },
    ])
  const head = Buffer.from('II*\0\u0008\0\0\0', 'latin1')
  const thumbnailAt = previewAt + preview(0).length
  const tiff = Buffer.concat([head, main(cameraAt, previewAt), camera, preview(thumbnailAt), thumbnail])
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]))
}

async function cameraJpeg(): Promise<Buffer> {
  const jpeg = await shapes().jpeg().toBuffer()
  const iptc = Buffer.from(`Photoshop 3.0\u00008BIM\u0004\u0004\0\0\0\0${secretMark}`, 'latin1')
  const unknown = Buffer.concat([Buffer.from('Maker\0'), mark])
  return withSegments(
    jpeg,
    await makerNotes(),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
    segment(0xed, iptc),
    segment(0xea, unknown),
    segment(0xfe, mark),
  )
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A PNG with texts of all three kinds, a date, and Exif and XMP. */
async function annotatedPng(): Promise<Buffer> {
  const png = await shapes().png().withExif(exif).withXmp(xmp).toBuffer()
  const texts = [
    chunk('tEXt', Buffer.concat([Buffer.from('Author\0'), mark])),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(mark)])),
    chunk('iTXt', Buffer.concat([Buffer.from('Title\0\0\0\0\0'), mark])),
    chunk('tIME', Buffer.from([7, 0xea, 11, 22, 12, 0, 0])),
  ]
  // The header is first, and the end is last.
  return Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)])
}

/** A GIF with a comment. */
async function commentedGif(): Promise<Buffer> {
  const gif = await shapes().gif().toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, mark.length]), mark, Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)])
}

export const picturesWithMetadata = {
  'phone.jpg': goodPictures['phone.jpg'],
  'camera.jpg': cameraJpeg,
  'profile.jpg': () => shapes().withIccProfile('p3').withExif(exif).jpeg().toBuffer(),
  'annotated.png': annotatedPng,
  'exif.webp': () => shapes().webp().withExif(exif).withXmp(xmp).toBuffer(),
  'exif.avif': () => shapes().avif({ effort: 0 }).withExif(exif).withXmp(xmp).toBuffer(),
  'comment.gif': commentedGif,
} satisfies Record<string, () => Promise<Buffer>>
