import { CategoryIcon } from '../../listing/category-icon.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { type CategoryLinks, SubcategoryLinks, TopicCount, toneOf } from './topic-links.tsx'

export function CategoryCard({ category }: { category: CategoryLinks }) {
  return (
    <Card className="p-4">
      <h2 className="text-base">
        <a
          href={paths.category(category.slug, { tab: category.tab })}
          className={`flex min-h-11 items-center gap-3 rounded-md leading-snug hover:text-accent ${toneOf(category)}`}
        >
          <CategoryIcon slug={category.slug} />
          {category.name}
          <TopicCount count={category.count} />
        </a>
      </h2>
      <div className="mt-3 border-t border-dashed border-line pt-2">
        <SubcategoryLinks category={category} />
      </div>
    </Card>
  )
}
