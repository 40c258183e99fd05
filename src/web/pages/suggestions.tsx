import { useEffect } from 'react'
import { suggestions as messages } from '../../shared/messages/suggestions.ts'
import { CategoryCard } from '../browse/catalog/category-card.tsx'
import { toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { useMayPost } from '../site/suspended-notice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

export async function loader({ api }: LoaderContext) {
  const categories = await api.listCategories({})
  return categories.map((category) => toCategoryLinks(category, null))
}

export function Component() {
  const categories = useLoaderData<typeof loader>()
  const { settings, slug } = useSite()
  const { name } = settings
  const mayPost = useMayPost()
  useScrollToTop()
  useBlockedActions()
  return (
    <PublicPage
      title={`${name} Suggestions`}
      description="Ideas for turning your passion into income: browse every category for what people offer."
      path={paths.suggestions(slug)}
      subtitle="Turn your passion into income."
      action={mayPost && <ButtonLink href={paths.post()}>Post your first ad</ButtonLink>}
    >
      <div className="mb-10 max-w-[68ch] space-y-4">
        <p>
          Most side hustles start as something you’d do anyway. You walk your dog, so you might as well walk
          three. You bake on Saturdays, fix bikes in the yard, play the piano, speak two languages, or have
          the patience to organize other people’s closets. Someone nearby is looking for exactly that, and
          would rather pay a neighbor than a call center.
        </p>
        <p>
          Start small: one service, one evening a week, a fair price. See who responds. Here’s everything
          people look for here. There’s probably something you already love doing.
        </p>
      </div>
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

/** Scrolls to the top on entry, also after the browser's back button (specification, section 2). */
function useScrollToTop() {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
}

/** Blocks copying, pasting, and the right mouse button, each with a message (specification, section 2). */
function useBlockedActions() {
  useEffect(() => {
    const blocked = { copy: messages.copy, paste: messages.paste, contextmenu: messages.rightClick }
    const leaving = new AbortController()
    for (const [event, text] of Object.entries(blocked)) {
      const block = (blockedEvent: Event) => {
        blockedEvent.preventDefault()
        toast({ tone: 'error', text })
      }
      document.addEventListener(event, block, { signal: leaving.signal })
    }
    return () => leaving.abort()
  }, [])
}
