/** Checks the CSS of an operator: it may say how the site looks, and load nothing from elsewhere. The security policy is the second wall. */

import { createRequire } from 'node:module'
import type { CssNode } from 'css-tree'
import { t } from '../../../shared/translate.ts'

const load = createRequire(import.meta.url)
/** Loaded by the first site with CSS of its own: it takes memory in each process. */
const cssTree = () => load('css-tree') as typeof import('css-tree')

const atRules = new Set(
  'media supports container layer keyframes -webkit-keyframes font-face page property counter-style starting-style scope'.split(
    ' ',
  ),
)
const functionsThatLoad = /^(-webkit-|-moz-)?(image|image-set|src|element|expression|paint)$/i
const propertiesThatRun = /^(behavior|-moz-binding)$/i
/** In a value that the parser does not take apart, such as one of `var()`. */
const unclear = /url|image|src|element|expression|import|\\|\/\//i

/** A file of the site, a part of the page, or a picture in the address itself. Browsers ignore line breaks and tabs in addresses. */
const isOwnUrl = (url: string): boolean =>
  /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(url) ||
  url.startsWith('#') ||
  /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/.test(url)

/** Returns a sentence that names the first line that cannot be used; null if all can. */
export function findCssProblem(css: string): string | null {
  if (css === '') return null
  let problem: { line: number; reason: string } | null = null
  const report = (line: number | undefined, reason: string) => {
    problem ??= { line: line ?? 1, reason }
  }
  try {
    const { parse, walk } = cssTree()
    const sheet = parse(css, {
      positions: true,
      parseCustomProperty: true,
      onParseError: (error) => report((error as Error & { line?: number }).line, t('this is not valid CSS')),
    })
    walk(sheet, (node) => {
      const reason = reasonAgainst(node)
      if (reason) report(node.loc?.start.line, reason)
    })
  } catch {
    // Such as thousands of open brackets.
    report(1, t('this is not valid CSS'))
  }
  const found = problem as { line: number; reason: string } | null
  return (
    found &&
    t('Line {line}: {reason}. Please change or remove it.', {
      line: String(found.line),
      reason: found.reason,
    })
  )
}

function reasonAgainst(node: CssNode): string | null {
  switch (node.type) {
    case 'Atrule': {
      const name = node.name.toLowerCase()
      return atRules.has(name) ? null : t('{name} can’t be used here', { name: `@${name}` })
    }
    case 'Url':
      return isOwnUrl(node.value.trim())
        ? null
        : t('addresses of other sites can’t be used, only those that start with /')
    case 'Function': {
      const name = cssTree().ident.decode(node.name)
      return functionsThatLoad.test(name) || node.name.includes('\\') || /^url/i.test(name)
        ? t('{name} can’t be used here', { name: `${name}()` })
        : null
    }
    case 'Declaration': {
      const name = cssTree().ident.decode(node.property)
      return propertiesThatRun.test(name) ? t('{name} can’t be used here', { name }) : null
    }
    case 'Raw':
      return unclear.test(node.value) ? t('this part is unclear') : null
    default:
      return null
  }
}
