/** The whole HTML document. It carries the page's state from the server to the browser. */
import type { ReactNode } from 'react'
import { directionOf, readerLanguage } from '../../shared/language.ts'
import { pageColors } from '../../shared/page-colors.ts'
import programFont from '../ui/fonts/nunito-latin.woff2'
import { type Site, useSite } from './site-context.tsx'

/** What the server passes on to the browser with the page. */
export type PageState = {
  site: Site
  /** The keys are the ids of pages. The current user is under `layoutId`. */
  loaderData: Record<string, unknown>
  /** The keys are the ids of pages that failed. */
  errors: Record<string, { status: number; data: Record<string, unknown> }> | null
}

export const layoutId = 'layout'

const stateElementId = 'page-state'

/** Reads the state in the browser, as the server wrote it. */
export function readPageState() {
  const stateText = document.getElementById(stateElementId)?.textContent ?? ''
  // Trusted without validation: the server wrote this element.
  return { stateText, state: JSON.parse(stateText) as PageState }
}

/**
 * Returns JSON that is safe inside a script element: an unescaped `<` would let a user's text close the element, and
 * older JavaScript treats the two line separators as line ends.
 */
export function serializeState(state: unknown): string {
  return JSON.stringify(state).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Lists the files that `entry-boot.ts` loads, the entry first. */
export const codeAttribute = 'data-code'

/** The event after which the router, not `entry-boot.ts`, shows the pages of the history. */
export const routerStarted = 'router-started'

/** The browser keeps what the server sent. */
const direction = () => (import.meta.env.SSR ? directionOf(readerLanguage()) : document.documentElement.dir)

type DocumentProps = {
  stateText: string
  links: ReactNode
  children: ReactNode
}

export function Document({ stateText, links, children }: DocumentProps) {
  const { settings, assets, look } = useSite()
  const { light, dark } = look?.themeColors ?? pageColors
  const scheme = look?.colorScheme ?? 'auto'
  return (
    <html lang={readerLanguage()} dir={direction()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme === 'auto' ? 'light dark' : scheme} />
        <meta name="application-name" content={settings.name} />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={scheme === 'dark' ? dark : light}
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={scheme === 'light' ? light : dark}
        />
        <Icons version={look?.icons ?? null} />
        {links}
        {/* `crossOrigin`, because browsers load fonts with CORS and would otherwise load this one twice. */}
        {!look?.hasOwnFonts && (
          <link rel="preload" as="font" type="font/woff2" href={programFont} crossOrigin="anonymous" />
        )}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {look?.stylesheet && <link rel="stylesheet" href={look.stylesheet} />}
      </head>
      <body>
        {children}
        {/* Data, not a script, so the content security policy needs no exception. */}
        <script
          id={stateElementId}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by serializeState
          dangerouslySetInnerHTML={{ __html: stateText }}
          suppressHydrationWarning
        />
        <script type="module" src={assets.script} {...{ [codeAttribute]: assets.code.join(' ') }} />
      </body>
    </html>
  )
}

/** `version` is that of the icons made from the site's logo; null for the program's own. */
function Icons({ version }: { version: string | null }) {
  const [icon, query] = version ? ['/icon-192.png', `?v=${version}`] : ['/icon.svg', '']
  return (
    <>
      <link rel="icon" href={icon + query} type={version ? 'image/png' : 'image/svg+xml'} />
      <link rel="apple-touch-icon" href={`/apple-touch-icon.png${query}`} />
    </>
  )
}
