import type { Category } from '../../shared/catalog.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'

export type CategoryLinks = { name: string; slug: string; subcategories: { name: string; slug: string }[] }

/** A category without what its links do not need. */
export const toCategoryLinks = ({ name, slug, subcategories }: Category): CategoryLinks => ({
  name,
  slug,
  subcategories: subcategories.map(({ name, slug }) => ({ name, slug })),
})

export function SubcategoryLinks({ category, current }: { category: CategoryLinks; current?: string }) {
  return (
    <ul>
      {category.subcategories.map(({ name, slug }) => (
        <li key={slug}>
          <Link
            to={paths.subcategory(category.slug, slug)}
            aria-current={slug === current ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-md px-3 py-1.5 text-sm leading-snug text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-10"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
