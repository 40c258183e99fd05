/** Real picture files, created on demand, and files that only claim to be pictures. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, createDeflate, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Included in every kind of metadata of the test pictures. Served files must not contain it. */
export const secretMark = 'taken-at-home-of-jane'

/** Red at the top, blue at the bottom. */
const redAboveBlue = (width: number, height: number): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="50%" fill="#d02020"/><rect y="50%" width="100%" height="50%" fill="#2040d0"/></svg>`,
    ),
  ).removeAlpha()

const noise = (width: number, height: number, sigma = 30): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })

/** Inserts a segment right after the start of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A portrait photo from a phone: stored on its side, with an orientation tag, a location, a maker, and a comment. */
async function phonePhoto(): Promise<Buffer> {
  const jpeg = await redAboveBlue(600, 900)
    .rotate(-90)
    .jpeg({ quality: 85 })
    .withExif({
      IFD0: { Make: 'Phone', Copyright: secretMark, ImageDescription: secretMark },
      IFD2: { UserComment: secretMark },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '30/1 16/1 2/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '97/1 44/1 3/1',
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${secretMark}</rdf:RDF></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const iptc = Buffer.from(
    `Photoshop 3.0\u00008BIM\u0004\u0004\u0000\u0000\u0000\u0000${secretMark}`,
    'latin1',
  )
  return withSegment(withSegment(jpeg, 0xed, iptc), 0xfe, Buffer.from(secretMark))
}

/** 12 megapixels with as much detail as a camera photo. */
async function photo(width = 4000, height = 3000): Promise<Buffer> {
  const rough = await noise(Math.ceil(width / 80), Math.ceil(height / 80), 60)
    .png()
    .toBuffer()
  const fine = await noise(Math.ceil(width / 4), Math.ceil(height / 4), 12)
    .png()
    .toBuffer()
  const enlarged = await sharp(fine).resize(width, height).png({ compressionLevel: 1 }).toBuffer()
  return sharp(rough)
    .resize(width, height, { kernel: 'cubic' })
    .composite([{ input: enlarged, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function animation(): Promise<Buffer> {
  const frames = [redAboveBlue(300, 200), noise(300, 200), noise(300, 200)]
  return sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), { join: { animated: true } })
    .gif({ loop: 0, delay: [100, 100, 100] })
    .toBuffer()
}

/** A GIF whose frames together far exceed the pixel limit. */
async function manyFrames(count: number): Promise<Buffer> {
  const gif = await redAboveBlue(100, 100).gif({ effort: 1 }).toBuffer()
  // The one frame follows the header and the color table; the last byte is the trailer.
  const colors = 2 << (gif.readUInt8(10) & 7)
  const start = 13 + 3 * colors
  return Buffer.concat([
    gif.subarray(0, start),
    ...Array<Buffer>(count).fill(gif.subarray(start, -1)),
    gif.subarray(-1),
  ])
}

async function truncated(file: Promise<Buffer>, part = 0.7): Promise<Buffer> {
  const whole = await file
  return whole.subarray(0, Math.floor(whole.length * part))
}

function pngChunk(type: string, content: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type), content])
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns a few hundred kilobytes that decode to gigabytes. */
export async function pngBomb(side: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit per pixel.
  head[8] = 1
  const deflate = createDeflate({ level: 1 })
  const compressed = deflate.toArray()
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * 100)
  for (let row = 0; row < side; row += 100)
    if (!deflate.write(rows)) await new Promise((resolve) => deflate.once('drain', resolve))
  deflate.end()
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', Buffer.concat(await compressed)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>`
const html = '<!doctype html><html><body><script>alert(document.domain)</script></body></html>'

/** The beginning of an iPhone photo. */
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 0x24]),
  Buffer.from('ftypheic\0\0\0\0mif1MiHEmiafMiHBheic', 'latin1'),
  Buffer.alloc(2000, 1),
])

/** Pictures that the site accepts. */
export const goodPictures = {
  'phone.jpg': phonePhoto,
  'photo.jpg': () => photo(),
  'small.jpg': () => redAboveBlue(320, 240).jpeg().toBuffer(),
  'animated.gif': animation,
  'ten-thousand-frames.gif': () => manyFrames(10_000),
  'animated.webp': async () =>
    sharp(await animation(), { animated: true })
      .webp({ effort: 0 })
      .toBuffer(),
  'alpha.png': () =>
    sharp({
      create: { width: 900, height: 700, channels: 4, background: { r: 220, g: 30, b: 30, alpha: 0.5 } },
    })
      .png()
      .toBuffer(),
  'picture.webp': () => redAboveBlue(1000, 800).webp().toBuffer(),
  'picture.avif': () => redAboveBlue(1000, 800).avif({ effort: 0 }).toBuffer(),
  'cmyk.jpg': () => redAboveBlue(800, 600).toColourspace('cmyk').jpeg().toBuffer(),
  'gray.jpg': () => redAboveBlue(800, 600).grayscale().jpeg().toBuffer(),
  'sixteen-bit.png': () => redAboveBlue(800, 600).toColourspace('rgb16').png().toBuffer(),
  'interlaced.png': () => redAboveBlue(800, 600).png({ progressive: true }).toBuffer(),
  'progressive.jpg': () => redAboveBlue(800, 600).jpeg({ progressive: true }).toBuffer(),
  'wide-gamut.jpg': () => redAboveBlue(800, 600).withIccProfile('p3').jpeg().toBuffer(),
  'name-that-lies.jpg': () => redAboveBlue(800, 600).png().toBuffer(),
  'polyglot.jpg': async () =>
    Buffer.concat([await redAboveBlue(800, 600).jpeg().toBuffer(), Buffer.from(html)]),
  'one-pixel.png': () => redAboveBlue(1, 1).png().toBuffer(),
  'strip.png': () => redAboveBlue(12_000, 5).png().toBuffer(),
  'tower.png': () => redAboveBlue(20, 15_000).png().toBuffer(),
} satisfies Record<string, () => Promise<Buffer>>

/** Files that it rejects, with a part of the message. */
export const badPictures = {
  'cut-off.jpg': [/damaged or incomplete/, () => truncated(redAboveBlue(800, 600).jpeg().toBuffer())],
  'cut-off-progressive.jpg': [
    /damaged or incomplete/,
    () => truncated(noise(800, 600).jpeg({ progressive: true }).toBuffer(), 0.9),
  ],
  'cut-off.png': [/damaged or incomplete/, () => truncated(noise(400, 300).png().toBuffer())],
  'cut-off.webp': [/damaged or incomplete/, () => truncated(noise(400, 300).webp().toBuffer())],
  'cut-off.avif': [/damaged or incomplete/, () => truncated(noise(400, 300).avif({ effort: 0 }).toBuffer())],
  'cut-off.gif': [/damaged or incomplete/, () => truncated(noise(400, 300).gif({ effort: 1 }).toBuffer())],
  'header-only.jpg': [/damaged or incomplete/, async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  'bomb.png': [/50 megapixels/, () => pngBomb(50_000)],
  'large.png': [/50 megapixels/, () => pngBomb(16_000)],
  'script.svg': [/Only JPEG, PNG, WebP, AVIF, and GIF/, async () => Buffer.from(svg)],
  'svg-named.png': [/Only JPEG/, async () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
  'compressed.svgz': [/Only JPEG/, async () => gzipSync(svg)],
  'html-named.jpg': [/Only JPEG/, async () => Buffer.from(html)],
  'document.pdf': [/Only JPEG/, async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
  'picture.tiff': [/Only JPEG/, () => redAboveBlue(100, 100).tiff().toBuffer()],
  'icon.ico': [/Only JPEG/, async () => Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 24, 0])],
  'text.jpg': [/Only JPEG/, async () => Buffer.from('This is not a picture.')],
  'empty.jpg': [/empty/, async () => Buffer.alloc(0)],
  'iphone.heic': [/HEIC/, async () => heic],
  'too-large.jpg': [
    /15 MB/,
    async () =>
      Buffer.concat([await redAboveBlue(800, 600).jpeg().toBuffer(), Buffer.alloc(20 * 1024 * 1024)]),
  ],
} satisfies Record<string, [RegExp, () => Promise<Buffer>]>

/** Half a megabyte to upload, and as much again once processed. */
export const noisyPicture = (): Promise<Buffer> => noise(1000, 800, 40).jpeg({ quality: 80 }).toBuffer()

/** One of each format, small enough to process hundreds quickly. */
export const tinyPictures = (): Promise<Buffer[]> =>
  Promise.all([
    noise(48, 32).jpeg().toBuffer(),
    noise(48, 32).jpeg({ progressive: true }).toBuffer(),
    noise(48, 32).png().toBuffer(),
    noise(48, 32).webp().toBuffer(),
    noise(48, 32).webp({ lossless: true }).toBuffer(),
    noise(48, 32).avif({ effort: 0 }).toBuffer(),
    noise(48, 32).gif({ effort: 1 }).toBuffer(),
  ])

/** Writes the files of these names into the folder, for browsers to upload. Returns their paths. */
export async function writePictures(
  folder: string,
  names: (keyof typeof goodPictures | keyof typeof badPictures)[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    names.map(async (name) => {
      const make = name in goodPictures ? goodPictures[name as never] : badPictures[name as never][1]
      const path = join(folder, name)
      await writeFile(path, await (make as () => Promise<Buffer>)())
      return path
    }),
  )
}
