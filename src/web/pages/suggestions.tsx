import { useEffect } from 'react'
import { suggestions as messages } from '../../shared/messages/suggestions.ts'
import { t } from '../../shared/translate.ts'
import { CategoryCard } from '../browse/catalog/category-card.tsx'
import { toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { useMayPost } from '../site/suspended-notice.tsx'
import { TextParts } from '../site/texts/text-parts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

export async function loader({ api }: LoaderContext) {
  const [categories, text] = await Promise.all([
    api.listCategories({}),
    api.getTextPage({ params: { address: 'suggestions' } }),
  ])
  return { text, categories: categories.map((category) => toCategoryLinks(category, null)) }
}

export function Component() {
  const { text, categories } = useLoaderData<typeof loader>()
  const { slug } = useSite()
  const mayPost = useMayPost()
  useScrollToTop()
  useBlockedActions()
  return (
    <PublicPage
      title={text.title}
      description={text.description}
      path={paths.suggestions(slug)}
      subtitle={text.subtitle}
      action={mayPost && <ButtonLink href={paths.post()}>{t('Post your first ad')}</ButtonLink>}
    >
      <TextParts parts={text.lead} className="mb-10 max-w-[68ch] space-y-4" />
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
        toast({ tone: 'error', text: t(text) })
      }
      document.addEventListener(event, block, { signal: leaving.signal })
    }
    return () => leaving.abort()
  }, [])
}
