import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { type CategoryLinks, SubcategoryLinks } from './subcategory-links.tsx'

export function CategoryCard({ category }: { category: CategoryLinks }) {
  return (
    <Card className="p-4">
      <h2 className="text-base">
        <a
          href={paths.category(category.slug)}
          className="flex min-h-11 items-center gap-3 rounded-md leading-snug hover:text-accent"
        >
          <CategoryIcon slug={category.slug} />
          {category.name}
        </a>
      </h2>
      <div className="mt-3 border-t border-dashed border-line pt-2">
        <SubcategoryLinks category={category} />
      </div>
    </Card>
  )
}
