/** Which built files a page needs, from Vite's manifest. */
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { PageAssets, PageSource } from './page-source.ts'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

/** The script of every page, and what it loads once the page is painted. */
const boot = 'src/web/entry-boot.ts'
const entry = 'src/web/entry-client.tsx'

/**
 * Returns a function that maps the page files of the matched routes, which are names of files in
 * `web/pages`.
 */
export async function readAssets(clientFolder: URL): Promise<PageSource['assetsOf']> {
  // The build has just written this file, in the shape that Vite defines.
  const manifest = JSON.parse(await readFile(new URL('manifest.json', clientFolder), 'utf8')) as Manifest
  const script = manifest[boot]
  if (!script) throw new Error('The build is incomplete: run `npm run build`.')

  const cache = new LRUCache<string, PageAssets, string[]>({
    max: 200,
    memoMethod: (_key, _stale, { context: pageFiles }) => {
      const sources = [entry, ...pageFiles.map((id) => `src/web/pages/${id}.tsx`)]
      const chunks = withImports(manifest, sources)
      return {
        script: `/${script.file}`,
        styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
        code: chunks.map((chunk) => `/${chunk.file}`),
      }
    },
  })
  return (pageFiles) => cache.memo(pageFiles.join(), { context: pageFiles })
}

function withImports(manifest: Manifest, keys: string[], seen = new Set<Chunk>()): Chunk[] {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk)) continue
    seen.add(chunk)
    withImports(manifest, chunk.imports ?? [], seen)
  }
  return [...seen]
}
