import { t } from '../../shared/translate.ts'
import { CategoryCard } from '../browse/catalog/category-card.tsx'
import { emptyLast, loadTopicCounts, toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export async function loader({ api }: LoaderContext) {
  const [categories, counts] = await Promise.all([api.listCategories({}), loadTopicCounts(api)])
  return emptyLast(categories.map((category) => toCategoryLinks(category, counts)))
}

export function Component() {
  const categories = useLoaderData<typeof loader>()
  const { settings, slug } = useSite()
  return (
    <PublicPage
      title={t('Categories')}
      description={t(
        'Browse {kinds, select, services {services} events {events} other {services and events}} near you by category and subcategory.',
        { kinds: settings.kinds },
      )}
      path={paths.allCategories()}
      subtitle={t('Browse everything by category.')}
      action={
        <ButtonLink variant="secondary" href={paths.suggestions(slug)}>
          <Icon name="lightbulb" className="size-4.5 text-accent" />
          {t('{site} Suggestions', { site: settings.name })}
        </ButtonLink>
      }
    >
      <ul className="gap-5 sm:columns-2 lg:columns-3">
        {categories.map((category) => (
          <li key={category.slug} className="mb-5 break-inside-avoid">
            <CategoryCard category={category} />
          </li>
        ))}
      </ul>
    </PublicPage>
  )
}
