/**
 * Draws with Typst, in a child process (drawing-process.ts). The templates are the .typ files in this folder and know
 * only the facts and the photo of a job. User content is passed as data, never as markup.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import sharp from 'sharp'
import { type Colors, lightColors } from '../../../shared/colors.ts'
import { drawQrCode } from '../../../shared/qr-code.ts'

export type DrawingJob = {
  template: 'site-flyer' | 'listing-flyer' | 'share-picture' | 'site-picture'
  format: 'pdf' | 'jpeg'
  /** The template's data, as JSON. `link` is also drawn as a QR code. */
  facts: Record<string, unknown> & { link?: string }
  /** The picture of the listing. */
  photo: Buffer | null
  /** The program's own look without it. */
  look?: DrawnLook | undefined
}

/** `logo` is a PNG. */
export type DrawnLook = { colors: Colors; paper: 'letter' | 'a4'; logo: Uint8Array; withName: boolean }

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const templates = fileURLToPath(new URL('./', import.meta.url))

/** Twice the size on a screen, and about 200 dpi across a sheet of paper. */
const maxPhotoSide = 1500

export function createDraw() {
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontPaths: fontFiles() }] })

  /** Maps the files of a job to the paths that its template reads. */
  function mountFiles({ facts, look }: DrawingJob, photo: Buffer | null) {
    compiler.resetShadow()
    if (facts.link) compiler.mapShadow(`${root}qr.svg`, codeOf(facts.link))
    if (photo) compiler.mapShadow(`${root}photo.jpg`, photo)
    // Files come from the other process as plain bytes.
    if (look) compiler.mapShadow(`${root}logo.png`, Buffer.from(look.logo))
  }

  function sourceOf({ template, facts, look }: DrawingJob, photo: Buffer | null) {
    const { colors = lightColors, paper = 'letter', withName = true } = look ?? {}
    const inputs = {
      colors: JSON.stringify(colors),
      look: JSON.stringify({
        paper,
        logo: look ? '/logo.png' : null,
        name: withName,
        own: colors.accent !== lightColors.accent,
      }),
      facts: JSON.stringify({ ...facts, photo: photo ? '/photo.jpg' : null }),
    }
    return { mainFilePath: `${templates}${template}.typ`, inputs }
  }

  return async (job: DrawingJob): Promise<Buffer> => {
    // A stored file that is damaged is treated like a missing one.
    const photo = job.photo && (await toPrintableJpeg(job.photo).catch(() => null))
    mountFiles(job, photo)
    const source = sourceOf(job, photo)
    try {
      return job.format === 'pdf' ? toPdf(source) : await toJpeg(compiler.plainSvg(source))
    } finally {
      compiler.evictCache(10)
    }
  }

  /** Returns PDF/UA, or plain PDF if no font has one of the characters, which is then drawn as a box. */
  function toPdf(source: ReturnType<typeof sourceOf>): Buffer {
    try {
      return compiler.pdf(source, { pdfStandard: 'ua-1' })
    } catch (error) {
      if (!/could not be displayed/.test(String(error))) throw error
      return compiler.pdf(source)
    }
  }
}

/** Converts a WebP of this site or an SVG of the demo to a format that Typst embeds. */
const toPrintableJpeg = (photo: Buffer): Promise<Buffer> =>
  sharp(photo)
    .resize(maxPhotoSide, maxPhotoSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()

function codeOf(link: string): Buffer {
  const { path, side } = drawQrCode(link)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${path}"/></svg>`,
  )
}

const toJpeg = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { unlimited: true }).flatten().jpeg({ quality: 82, mozjpeg: true }).toBuffer()

const regularAndBold = ['400Regular', '700Bold']
/** Nunito is the main font. The others are fallbacks for scripts that it lacks, in the order of `fonts` in theme.typ. */
const families: [packageName: string, fileName: string, weights: string[]][] = [
  ['nunito', 'Nunito', ['400Regular', '600SemiBold', '700Bold', '800ExtraBold', '900Black']],
  ['noto-sans', 'NotoSans', regularAndBold],
  ['noto-sans-arabic', 'NotoSansArabic', regularAndBold],
  ['noto-sans-hebrew', 'NotoSansHebrew', regularAndBold],
  ['noto-sans-devanagari', 'NotoSansDevanagari', regularAndBold],
  ['noto-sans-thai', 'NotoSansThai', regularAndBold],
  ['noto-emoji', 'NotoEmoji', regularAndBold],
]

/** Returns the paths of the bundled font files, so that every machine draws the same. */
function fontFiles(): string[] {
  const googleFonts = families.flatMap(([packageName, fileName, weights]) => {
    const folder = packageFolder(`@expo-google-fonts/${packageName}`)
    return weights.map((weight) => join(folder, weight, `${fileName}_${weight}.ttf`))
  })
  const chinese = join(packageFolder('@embedpdf/fonts-sc'), '../fonts')
  const korean = join(packageFolder('@embedpdf/fonts-kr'), '../fonts')
  const eastAsianFonts = ['Regular', 'Bold'].flatMap((weight) => [
    join(chinese, `NotoSansHans-${weight}.otf`),
    join(korean, `NotoSansKR-${weight}.otf`),
  ])
  return [...googleFonts, ...eastAsianFonts]
}

/** Returns the folder of the package's entry file. */
const packageFolder = (packageName: string) => dirname(fileURLToPath(import.meta.resolve(packageName)))
