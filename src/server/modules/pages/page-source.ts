import type * as EntryServer from '../../../web/entry-server.tsx'

/** Scripts and styles that a page loads, as URLs. */
export type PageAssets = { script: string; styles: string[]; preloads: string[] }

/** Where pages come from: the build in dist/, or Vite while developing. */
export type PageSource = {
  /** Returns the module that renders pages. In development, it contains the latest changes. */
  loadEntry: () => Promise<typeof EntryServer>
  /** Returns the files that the pages of the matched routes need. */
  assetsOf: (pageFiles: string[]) => PageAssets
}
