import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { CategoryIcon } from '../../listing/category-icon.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { type CategoryLinks, SubcategoryLinks, TopicCount, toneOf } from './topic-links.tsx'

type CategoryProps = { category: CategoryLinks }

const pathOf = ({ slug, tab }: CategoryLinks) => paths.category(slug, { tab })

export function CategoryCard({ category }: CategoryProps) {
  return (
    <Card className="p-4">
      <h2 className="text-base">
        <a
          href={pathOf(category)}
          className={`flex min-h-11 items-center gap-3 rounded-md leading-snug hover:text-accent ${toneOf(category)}`}
        >
          <CategoryIcon name={category.name} />
          {localName(category.name)}
          <TopicCount count={category.count} />
        </a>
      </h2>
      <div className="mt-3 border-t border-dashed border-line pt-2">
        <SubcategoryLinks category={category} />
      </div>
    </Card>
  )
}

/** A category that expands to show its subcategories. */
export function CategoryDisclosure({ category }: CategoryProps) {
  return (
    <Card className="relative flex flex-col justify-center p-3">
      <Disclosure
        name="categories"
        summary={
          <span className="flex min-w-0 flex-1 items-center gap-3">
            <CategoryIcon name={category.name} />
            <span className={`text-sm leading-snug font-semibold ${toneOf(category)}`}>
              {localName(category.name)}
            </span>
            <TopicCount count={category.count} />
          </span>
        }
      >
        <div className="category-topics">
          <a
            href={pathOf(category)}
            className="flex min-h-11 items-center rounded-md px-3 text-sm font-semibold text-accent hover:bg-sunken lg:min-h-10"
          >
            {t('All in {category}', { category: localName(category.name) })}
          </a>
          <SubcategoryLinks category={category} />
        </div>
      </Disclosure>
    </Card>
  )
}
