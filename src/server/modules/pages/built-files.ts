/** Which built files a page needs, read from the manifest that the build writes. */
import { readFile } from 'node:fs/promises'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>
export type PageAssets = { script: string; styles: string[]; preloads: string[] }

const entry = 'src/web/entry-client.tsx'

/** Answers the files for the routes that an address matches; route ids are the names of files in `web/pages`. */
export async function readBuiltFiles(clientFolder: URL): Promise<(routeIds: string[]) => PageAssets> {
  // The build wrote this file a moment ago; its shape is Vite's.
  const manifest = JSON.parse(await readFile(new URL('manifest.json', clientFolder), 'utf8')) as Manifest
  const main = manifest[entry]
  if (!main) throw new Error('The build is incomplete: run `npm run build`.')

  const known = new Map<string, PageAssets>()
  return (routeIds) => {
    const key = routeIds.join()
    let assets = known.get(key)
    if (!assets) {
      const wanted = [entry, ...routeIds.map((id) => `src/web/pages/${id}.tsx`)]
      const chunks = withImports(manifest, wanted)
      assets = {
        script: `/${main.file}`,
        styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
        preloads: chunks.filter((chunk) => chunk !== main).map((chunk) => `/${chunk.file}`),
      }
      known.set(key, assets)
    }
    return assets
  }
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
