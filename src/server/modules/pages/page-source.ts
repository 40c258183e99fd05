import type * as EntryServer from '../../../web/entry-server.tsx'

/** Scripts and styles that a page loads, as URLs: `script` loads the `code`, which begins with the entry. */
export type PageAssets = { script: string; styles: string[]; code: string[] }

/** Where pages come from: the build in dist/, or Vite while developing. */
export type PageSource = {
  /** The web app manifest and its path. */
  manifest: ReturnType<typeof EntryServer.createManifest>
  /** Returns the function that renders pages. In development, it contains the latest changes. */
  loadRender: () => Promise<ReturnType<typeof EntryServer.createRender>>
  /** Returns the files that the pages of the matched routes need. */
  assetsOf: (pageFiles: string[]) => PageAssets
}
