import { createContext, type ElementType, type ReactNode, use } from 'react'

/** The HTML of an element's content. Null if it has to be rendered with its page. */
export type RenderFragment = (key: string, content: ReactNode) => string | null

/** Renders fragments on the server. Null in browsers, and where pages differ from person to person. */
export const FragmentContext = createContext<RenderFragment | null>(null)

type FragmentProps = {
  as: ElementType
  className?: string | undefined
  'aria-label'?: string
  /** Names everything that the content shows, except what all pages of a day have in common. */
  of: readonly unknown[]
  children: ReactNode
}

/**
 * An element whose content the server renders once for many pages. Browsers render it as usual. The content must not depend
 * on the page's URL, and must not use `useId`: a fragment does not know where it is in the page.
 */
export function Fragment({ as: Element, of, children, ...props }: FragmentProps) {
  const render = use(FragmentContext)
  const html = import.meta.env.SSR && render ? render(JSON.stringify(of), children) : null
  if (html === null) return <Element {...props}>{children}</Element>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it
  return <Element {...props} dangerouslySetInnerHTML={{ __html: html }} />
}
