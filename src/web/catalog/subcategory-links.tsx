import type { Category } from '../../shared/catalog.ts'
import { paths } from '../paths.ts'

export type CategoryLinks = { name: string; slug: string; subcategories: { name: string; slug: string }[] }

/** Reduces a category to what its links need. */
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
          <a
            href={paths.subcategory(category.slug, slug)}
            aria-current={slug === current ? 'page' : undefined}
            className="side-link"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
