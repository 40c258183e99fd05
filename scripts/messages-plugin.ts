/** Finds the sentences of the code: for the build of pages, which replaces them with marks, and for `npm run locales`. */
import { type Plugin, parseSync, Visitor } from 'vite'
import { compileMessage } from '../src/server/platform/language/catalogs.ts'
import { inlineMessages, markOf } from '../src/server/platform/language/inline-messages.ts'
import type { CompiledMessage } from '../src/shared/translate.ts'

export type Sentence = {
  text: string
  /** The names in an object literal beside it; null if there is none. */
  values: string[] | null
  start: number
  end: number
  /** Where the call is, and what it calls. */
  call: { name: string; start: number; end: number }
}

const functions = new Set(['t', 'msg', 'rich'])

/** Returns the sentences of a file, in their order. Throws for one that is not a literal. */
export function sentencesIn(file: string, code: string): Sentence[] {
  const sentences: Sentence[] = []
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  new Visitor({
    CallExpression({ callee, arguments: [message, ...rest], start, end }) {
      if (callee.type !== 'Identifier' || !functions.has(callee.name) || !message) return
      const { name } = callee
      const text =
        message.type === 'Literal' && typeof message.value === 'string'
          ? message.value
          : message.type === 'TemplateLiteral' && message.expressions.length === 0
            ? message.quasis[0]?.value.cooked
            : undefined
      // `t` also writes the sentences of tables.
      if (text == null) {
        if (name === 't') return
        throw new Error(`${file}: the sentence of ${name}() must be a literal.`)
      }
      const values = rest.at(name === 'rich' ? 1 : 0)
      const names =
        values?.type === 'ObjectExpression' && values.properties.every(({ type }) => type === 'Property')
          ? values.properties.flatMap((property) =>
              property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : [],
            )
          : null
      sentences.push({
        text,
        values: names,
        start: message.start,
        end: message.end,
        call: { name, start, end },
      })
    },
  }).visit(program)
  return sentences.sort((one, other) => one.start - other.start)
}

const isSource = /\/src\/(web|shared)\/.*\.tsx?$/

/** Returns the code of a file with something else in place of each sentence; undefined for a file without sentences. */
function replaceSentences(id: string, code: string, write: (text: string) => CompiledMessage) {
  const [file = ''] = id.split('?', 1)
  if (!isSource.test(file) || !/\b(t|msg|rich)\(/.test(code)) return
  let [replaced, from] = ['', 0]
  for (const { text, start, end, call } of sentencesIn(file, code)) {
    if (start < from) continue
    // A sentence without variables needs no function to write it.
    const isPlain = call.name !== 'rich' && typeof compileMessage(text) === 'string'
    const [begin, stop] = isPlain ? [call.start, call.end] : [start, end]
    replaced += `${code.slice(from, begin)}${JSON.stringify(write(text))}`
    from = stop
  }
  return { code: replaced + code.slice(from), map: null }
}

/** Compiles the sentences of the scripts of the development server, which are in English on all pages. */
export const compiledSentences: Plugin = {
  name: 'compiled-sentences',
  apply: 'serve',
  enforce: 'pre',
  transform: (code, id, options) => (options?.ssr ? undefined : replaceSentences(id, code, compileMessage)),
}

/** Writes the English scripts, and beside them those with marks, from which the server makes the scripts of other languages. */
export const markedSentences: Plugin = {
  name: 'marked-sentences',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => replaceSentences(id, code, markOf),
  generateBundle: {
    // When Vite has written which files a chunk loads before it is imported.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.code.includes('⟦')) continue
        this.emitFile({ type: 'asset', fileName: `marked/${chunk.fileName}`, source: chunk.code })
        chunk.code = inlineMessages(chunk.code, compileMessage)
      }
    },
  },
}
