import { loadFailures } from '../../shared/messages/pages.ts'
import { CategoryCard } from '../browse/catalog/category-card.tsx'
import { loadTopicCounts } from '../browse/catalog/topic-counts.ts'
import { emptyLast, toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Head } from '../site/head/head.tsx'
import { PageError } from '../site/layout/page-error.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api }: LoaderContext) {
  const [categories, counts] = await Promise.all([api.listCategories({}), loadTopicCounts(api)])
  return emptyLast(categories.map((category) => toCategoryLinks(category, counts)))
}

export function Component() {
  const categories = useLoaderData<typeof loader>()
  const { product } = useSite()
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title="Categories"
        description="Browse services and events near you by category and subcategory."
        path={paths.allCategories()}
      />
      <PageHeading
        title="Categories"
        subtitle="Browse everything by category."
        action={
          <ButtonLink variant="secondary" href={paths.suggestions(product.slug)}>
            <Icon name="lightbulb" className="size-4.5 text-accent" />
            {product.name} Suggestions
          </ButtonLink>
        }
      />
      <ul className="gap-5 sm:columns-2 lg:columns-3">
        {categories.map((category) => (
          <li key={category.slug} className="mb-5 break-inside-avoid">
            <CategoryCard category={category} />
          </li>
        ))}
      </ul>
    </div>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.categories} />
