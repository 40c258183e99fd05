/** What every page knows about the site: its settings, the time, and the built files. The server provides it. */
import { createContext, use } from 'react'
import type { PageLook } from '../../shared/page-look.ts'
import type { PageSettings } from '../../shared/settings/table.ts'

export type Site = {
  settings: PageSettings
  /** Missing if the site has the program's own look. */
  look?: PageLook | undefined
  /** The lowercase name in URLs: the suggestions page is `/{slug}-suggestions`. */
  slug: string
  /** What this page says instead of itself during maintenance; null if it is open. */
  maintenance: string | null
  /** The icons that admins chose, by the names of categories: the name of an icon, or the path of a drawing. */
  categoryIcons: Readonly<Record<string, string>>
  /** What the site says above every page; null if nothing. */
  announcement: string | null
  /** The links to pages that not every site has, such as those that admins added. */
  pageLinks: Record<'header' | 'footer', { label: string; to: string }[]>
  /** The site's public origin, such as `https://board.example.org`. */
  origin: string
  /** The date in the site's time zone when the server rendered the page. */
  today: string
  /** The instant when the server rendered the page. */
  renderedAt: string
  /** `script` loads the `code`, which begins with the entry. `names` is the script of names in the reader's language, if there are any. */
  assets: { script: string; styles: string[]; code: string[]; names?: string | undefined }
}

const SiteContext = createContext<Site | null>(null)
export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('SiteProvider is missing above this component.')
  return site
}

/** The document title, which always ends with the site's name. React moves it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { settings } = useSite()
  return <title>{`${children} | ${settings.name}`}</title>
}
