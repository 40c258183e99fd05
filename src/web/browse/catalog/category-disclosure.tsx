import { CategoryIcon } from '../../listing/category-icon.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { type CategoryLinks, SubcategoryLinks, TopicCount, toneOf } from './topic-links.tsx'

/** A category that expands to show its subcategories. */
export function CategoryDisclosure({ category }: { category: CategoryLinks }) {
  return (
    <Card className="relative p-3">
      <Disclosure
        name="categories"
        summary={
          <span className="flex min-w-0 flex-1 items-center gap-3">
            <CategoryIcon slug={category.slug} />
            <span className={`text-sm leading-snug font-semibold ${toneOf(category)}`}>{category.name}</span>
            <TopicCount count={category.count} />
          </span>
        }
      >
        <div className="category-topics">
          <a
            href={paths.category(category.slug, { tab: category.tab })}
            className="flex min-h-11 items-center rounded-md px-3 text-sm font-semibold text-accent hover:bg-sunken lg:min-h-10"
          >
            All in {category.name}
          </a>
          <SubcategoryLinks category={category} />
        </div>
      </Disclosure>
    </Card>
  )
}
