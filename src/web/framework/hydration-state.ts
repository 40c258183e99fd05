/** What the server passes on to the browser with the page. */
import type { Site } from './site-context.tsx'

export type PageState = {
  site: Site
  /** By the id of the page; the current user is under `layoutId`. */
  loaderData: Record<string, unknown>
  /** By the id of the page, if it failed. */
  errors: Record<string, { status: number; data: Record<string, unknown> }> | null
}

export const layoutId = 'layout'

/** The element that contains the state as JSON. */
export const stateElementId = 'page-state'

/** Reads the state in the browser, as the server wrote it. */
export function readPageState() {
  const stateText = document.getElementById(stateElementId)?.textContent ?? ''
  // Trusted without validation: the server wrote this element.
  return { stateText, state: JSON.parse(stateText) as PageState }
}
