import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { loadFailures, suggestions as sentences } from '../../shared/messages/pages.ts'
import { CategoryCard } from '../catalog/category-card.tsx'
import { toCategoryLinks } from '../catalog/subcategory-links.tsx'
import { Head } from '../head/head.tsx'
import { PageError } from '../layout/page-error.tsx'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { toast } from '../ui/toast.ts'

export async function loader({ api }: LoaderContext) {
  return (await api.listCategories({})).map(toCategoryLinks)
}

export function Component() {
  const categories = useLoaderData<typeof loader>()
  const { name, slug } = useSite().product
  const title = `${name} Suggestions`
  useScrollToTop()
  useBlocked()
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={title}
        description="Ideas for turning what you love into what you earn: every category, with all that people offer in it."
        path={paths.suggestions(slug)}
      />
      <PageHeading
        title={title}
        subtitle="Turn what you love into what you earn."
        action={<ButtonLink href={paths.post()}>Post your first ad</ButtonLink>}
      />
      <div className="mb-10 max-w-[68ch] space-y-4">
        <p>
          Most side hustles begin as something a person would do anyway. You walk the dog, so you might as
          well walk three. You bake on Saturdays, fix bicycles in the yard, play the piano, speak two
          languages, or have the patience to sort out other people’s wardrobes. Somebody nearby is looking for
          just that, and would rather pay a neighbour than a call centre.
        </p>
        <p>
          Start small: one service, one evening a week, a fair price. See who answers. Here is everything that
          people look for on this board; somewhere among it is your passion, and with it an income.
        </p>
      </div>
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

/** On entry, also by the browser's own button (specification, section 2). */
function useScrollToTop() {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
}

/** Copying, pasting and the right mouse button do nothing here but say so (specification, section 2). */
function useBlocked() {
  useEffect(() => {
    const blocked = { copy: sentences.copy, paste: sentences.paste, contextmenu: sentences.rightClick }
    const listeners = Object.entries(blocked).map(([event, text]) => {
      const block = (happened: Event) => {
        happened.preventDefault()
        toast({ tone: 'bad', text })
      }
      document.addEventListener(event, block)
      return () => document.removeEventListener(event, block)
    })
    return () => {
      for (const unblock of listeners) unblock()
    }
  }, [])
}
