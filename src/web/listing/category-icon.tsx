// Two files for all icons: as components they would add to the script of every page that shows some.
import { useSite } from '../framework/site-context.tsx'
import icons from './category-icons.svg'
import moreIcons from './more-category-icons.svg'

/** Matches words of the name, so that an operator's own categories often get an icon too. The first match wins. */
const iconOfWord: [word: RegExp, icon: string][] = [
  [/beauty|hair/, 'beauty'],
  [/health|wellness/, 'health'],
  [/event|party/, 'event'],
  [/home|repair/, 'home'],
  [/pet|animal/, 'pet'],
  [/educat|tutor/, 'education'],
  [/clean/, 'cleaning'],
  [/lawn|garden|outdoor/, 'garden'],
  [/mov|haul|deliver/, 'moving'],
  [/child|famil/, 'family'],
  [/food|bak/, 'food'],
  [/music|perform/, 'music'],
  [/photo|video/, 'photo'],
  [/fashion|tailor/, 'fashion'],
  [/art|craft/, 'craft'],
  [/tech|digital|computer/, 'tech'],
  [/business|office/, 'business'],
  [/auto|bike|ride/, 'ride'],
  [/sport|recreation/, 'sport'],
]
const otherIcon = 'other'

/** Returns the URL of an icon by its name (`src/shared/topics/icons.ts`), or of a drawing by its path. */
function iconUrl(icon: string): string {
  if (icon.startsWith('/')) return `${icon}#icon`
  const isBasic = icon === otherIcon || iconOfWord.some(([, basic]) => basic === icon)
  return `${isBasic ? icons : moreIcons}#${icon}`
}

const iconOf = (category: string) =>
  iconOfWord.find(([word]) => word.test(category.toLowerCase()))?.[1] ?? otherIcon

/** Returns the URL of the icon for a category's name. */
export function useCategoryIcon(category: string): string {
  const { categoryIcons } = useSite()
  const chosen = Object.hasOwn(categoryIcons, category) ? categoryIcons[category] : undefined
  return iconUrl(chosen ?? iconOf(category))
}

export const CategoryIcon = ({ name }: { name: string }) => <IconTile url={useCategoryIcon(name)} />

/** An icon of the set, or the one that the words of a name choose. */
export const NamedIcon = ({ icon, name }: { icon: string; name: string }) => (
  <IconTile url={iconUrl(icon || iconOf(name))} />
)

const IconTile = ({ url }: { url: string }) => (
  <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent">
    <svg className="line-drawing size-5.5" aria-hidden="true">
      <use href={url} />
    </svg>
  </span>
)
