/** The scripts of pages in other languages than English, made from those that the build has left with marks (`inline-messages.ts`). */
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gunzip, gzip, constants as zlib } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { readerLanguage } from '../../../shared/language.ts'
import { inlineMessages } from '../../platform/language/inline-messages.ts'
import { currentCatalogs, inLanguage, setupLanguages } from '../../platform/language/reader-language.ts'
import type { PageNames } from './page-names.ts'

/** A third of the script in memory: nearly every browser accepts one of them. */
type Files = Record<'br' | 'gzip', Buffer>

/** A folder for each version of each language: scripts import one another by their names. */
const prefix = '/translated/'

/** Returns the URL of a built script in the reader's language. */
export function urlOfScript(file: string): string {
  const version = currentCatalogs().versionOf(readerLanguage())
  return version === null ? `/${file}` : `${prefix}${version}/${file}`
}

/** Beside the scripts that the build makes, so that pages which are kept for reading offline have it. */
const namesFile = 'names.js'

/** Returns the URL of the names of a version. */
export const urlOfNames = (version: string): string => `${prefix}${version}/assets/${namesFile}`

/** Takes a tenth of the time of the highest one, which the build uses, for 3 % more bytes. */
const brotliQuality = 9

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip'] })
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const decompress = promisify(gunzip)

/** `folder` has the scripts in `assets/`, and those with marks in `marked/assets/`. */
export async function mountTranslatedScripts(app: FastifyInstance, folder: URL, pageNames: PageNames) {
  const namesIn = async (part: string) => new Set(await readdir(new URL(part, folder)))
  const known = await namesIn('assets/')
  const marked = await namesIn('marked/assets/')
  const made = new Map<string, Promise<Files>>()

  async function translate(language: string, version: string, name: string): Promise<string> {
    const path = `${marked.has(name) ? 'marked/' : ''}assets/${name}`
    const text = await readFile(new URL(path, folder), 'utf8')
    return (
      inlineMessages(text, (message) => currentCatalogs().translate(language, message))
        // What is loaded before it is imported.
        .replace(/(["'`])assets\/([\w-]+\.js)\1/g, `"${prefix.slice(1)}${version}/assets/$2"`)
    )
  }

  async function compress(code: string): Promise<Files> {
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

  /** Files are made once for each version, and again after a failure. */
  function once(key: string, code: () => Promise<string>): Promise<Files> {
    const earlier = made.get(key)
    if (earlier) return earlier
    const making = code().then(compress)
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }

  /** Returns a file as it is now; null if there is none. */
  async function find(language: string, name: string) {
    if (name === namesFile) {
      const names = await inLanguage(language, pageNames.current, setupLanguages())
      return names && { version: names.version, files: await once(names.version, async () => names.code) }
    }
    const version = currentCatalogs().versionOf(language)
    if (version === null || !/^[\w-]+\.js$/.test(name) || !known.has(name)) return null
    return {
      version,
      files: await once(`${version}/${name}`, () => translate(language, version, name)),
    }
  }

  app.get<{ Params: { version: string; name: string } }>(
    `${prefix}:version/assets/:name`,
    async ({ params: { version, name }, headers }, reply) => {
      const language = version.replace(/-[\w-]{8}$/, '')
      // A page that was open during an update gets the texts of today.
      const found = setupLanguages().includes(language) ? await find(language, name) : null
      if (!found) return reply.callNotFound()
      const { files, version: current } = found
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
