/** The scripts of pages in other languages than English, made from those that the build has left with marks (`inline-messages.ts`). */
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gunzip, gzip, constants as zlib } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { readerLanguage } from '../../../shared/language.ts'
import { inlineMessages } from '../../platform/language/inline-messages.ts'
import { currentCatalogs, siteLanguages } from '../../platform/language/reader-language.ts'

/** A third of the script in memory: nearly every browser accepts one of them. */
type Files = Record<'br' | 'gzip', Buffer>

/** A folder for each version of each language: scripts import one another by their names. */
const prefix = '/translated/'

/** Returns the URL of a built script in the reader's language. */
export function urlOfScript(file: string): string {
  const version = currentCatalogs().versionOf(readerLanguage())
  return version === null ? `/${file}` : `${prefix}${version}/${file}`
}

/** Takes a tenth of the time of the highest one, which the build uses, for 3 % more bytes. */
const brotliQuality = 9

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip'] })
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const decompress = promisify(gunzip)

/** `folder` has the scripts in `assets/`, and those with marks in `marked/assets/`. */
export async function mountTranslatedScripts(app: FastifyInstance, folder: URL) {
  const namesIn = async (part: string) => new Set(await readdir(new URL(part, folder)))
  const names = await namesIn('assets/')
  const marked = await namesIn('marked/assets/')
  const made = new Map<string, Promise<Files>>()

  async function make(language: string, version: string, name: string): Promise<Files> {
    const path = `${marked.has(name) ? 'marked/' : ''}assets/${name}`
    const text = await readFile(new URL(path, folder), 'utf8')
    const code = inlineMessages(text, (message) => currentCatalogs().translate(language, message))
      // What is loaded before it is imported.
      .replace(/(["'`])assets\/([\w-]+\.js)\1/g, `"${prefix.slice(1)}${version}/assets/$2"`)
    const params = {
      [zlib.BROTLI_PARAM_QUALITY]: brotliQuality,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: code.length,
    }
    const [br, gzipped] = await Promise.all([
      compressors.br(code, { params }),
      compressors.gzip(code, { level: 9 }),
    ])
    return { br, gzip: gzipped }
  }

  /** Scripts are made once for each language, and again after a failure. */
  function filesOf(language: string, version: string, name: string): Promise<Files> {
    const key = `${version}/${name}`
    const known = made.get(key)
    if (known) return known
    const making = make(language, version, name)
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }

  app.get<{ Params: { version: string; name: string } }>(
    `${prefix}:version/assets/:name`,
    async ({ params: { version, name }, headers }, reply) => {
      const language = version.replace(/-[\w-]{8}$/, '')
      const catalogs = currentCatalogs()
      // A page that was open during an update gets the texts of today.
      const current = siteLanguages().includes(language) && catalogs.versionOf(language)
      if (!current || !/^[\w-]+\.js$/.test(name) || !names.has(name)) return reply.callNotFound()
      const files = await filesOf(language, current, name)
      const accepted = negotiator.negotiate((headers['accept-encoding'] ?? '').toLowerCase()) as
        | 'br'
        | 'gzip'
        | null
      if (accepted) reply.header('content-encoding', accepted)
      return reply
        .headers({
          vary: 'accept-encoding',
          'cache-control': version === current ? 'public, max-age=31536000, immutable' : 'no-cache',
        })
        .type('text/javascript; charset=utf-8')
        .send(accepted ? files[accepted] : await decompress(files.gzip))
    },
  )
}
