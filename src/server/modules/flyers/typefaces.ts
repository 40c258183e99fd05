/** The files of the typefaces that are drawn with: bundled, so that every machine draws the same. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const weights = {
  400: '400Regular',
  600: '600SemiBold',
  700: '700Bold',
  800: '800ExtraBold',
  900: '900Black',
}
type Weight = keyof typeof weights

const plain: Weight[] = [400, 700]
/** Nunito is the face; each of the others draws the letters that those before it have not (`faces` in theme.typ). */
const families: [packageName: string, fileName: string, weights: Weight[]][] = [
  ['nunito', 'Nunito', [400, 600, 700, 800, 900]],
  ['noto-sans', 'NotoSans', plain],
  ['noto-sans-arabic', 'NotoSansArabic', plain],
  ['noto-sans-hebrew', 'NotoSansHebrew', plain],
  ['noto-sans-devanagari', 'NotoSansDevanagari', plain],
  ['noto-sans-thai', 'NotoSansThai', plain],
  ['noto-emoji', 'NotoEmoji', plain],
]

/** Of the file that the package is entered by. */
const folderOf = (packageName: string) => dirname(fileURLToPath(import.meta.resolve(packageName)))

export function typefaceFiles(): string[] {
  const ofGoogle = families.flatMap(([packageName, fileName, ofFamily]) => {
    const folder = folderOf(`@expo-google-fonts/${packageName}`)
    return ofFamily.map((weight) => join(folder, weights[weight], `${fileName}_${weights[weight]}.ttf`))
  })
  const chinese = join(folderOf('@embedpdf/fonts-sc'), '../fonts')
  const korean = join(folderOf('@embedpdf/fonts-kr'), '../fonts')
  const ofEastAsia = ['Regular', 'Bold'].flatMap((weight) => [
    join(chinese, `NotoSansHans-${weight}.otf`),
    join(korean, `NotoSansKR-${weight}.otf`),
  ])
  return [...ofGoogle, ...ofEastAsia]
}
