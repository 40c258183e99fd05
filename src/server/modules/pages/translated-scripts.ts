/** The scripts of pages in other languages than English, made from those that the build has left with marks (`inline-messages.ts`). */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { readerLanguage } from '../../../shared/language.ts'
import { inlineMessages } from '../../platform/language/inline-messages.ts'
import { currentCatalogs, siteLanguages } from '../../platform/language/reader-language.ts'

type Files = Record<'br' | 'gzip' | 'identity', Buffer>

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

/** `folder` has the scripts with marks in `marked/`. */
export function mountTranslatedScripts(app: FastifyInstance, folder: URL) {
  const made = new Map<string, Promise<Files | null>>()

  async function make(language: string, version: string, name: string): Promise<Files | null> {
    const read = (part: string) => readFile(new URL(`${part}assets/${name}`, folder), 'utf8')
    const marked = await read('marked/').catch(() => read('').catch(() => null))
    if (marked === null) return null
    const code = inlineMessages(marked, (message) => currentCatalogs().translate(language, message))
      // What is loaded before it is imported.
      .replace(/(["'`])assets\/([\w-]+\.js)\1/g, `"${prefix.slice(1)}${version}/assets/$2"`)
    const identity = Buffer.from(code)
    const params = {
      [zlib.BROTLI_PARAM_QUALITY]: brotliQuality,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: identity.length,
    }
    const [br, gzipped] = await Promise.all([
      compressors.br(identity, { params }),
      compressors.gzip(identity, { level: 9 }),
    ])
    return { br, gzip: gzipped, identity }
  }

  app.get<{ Params: { version: string; name: string } }>(
    `${prefix}:version/assets/:name`,
    async ({ params: { version, name }, headers }, reply) => {
      const language = version.replace(/-[\w-]{8}$/, '')
      const catalogs = currentCatalogs()
      // A page that was open during an update gets the texts of today.
      const current = siteLanguages().includes(language) && catalogs.versionOf(language)
      if (!current || !/^[\w-]+\.js$/.test(name)) return reply.callNotFound()
      const key = `${current}/${name}`
      const making = made.get(key) ?? make(language, version, name)
      made.set(key, making)
      const files = await making
      if (!files) {
        made.delete(key)
        return reply.callNotFound()
      }
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
        .send(files[accepted ?? 'identity'])
    },
  )
}
