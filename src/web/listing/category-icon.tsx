// One file for all icons: as components they would add to the script of every page that shows some.
import icons from './category-icons.svg'

/** Matches words of the name or slug, so that an operator's own categories often get an icon too. The first match wins. */
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

/** Returns the URL of the icon for a category's name or slug. */
export const categoryIconUrl = (category: string) =>
  `${icons}#${iconOfWord.find(([word]) => word.test(category.toLowerCase()))?.[1] ?? 'other'}`

export function CategoryIcon({ slug }: { slug: string }) {
  return (
    <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent">
      <svg className="line-drawing size-5.5" aria-hidden="true">
        <use href={categoryIconUrl(slug)} />
      </svg>
    </span>
  )
}
