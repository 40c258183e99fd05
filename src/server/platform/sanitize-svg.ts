/**
 * Cleans drawings that admins upload as SVG, for icons and logos: what is not on the lists of shapes, paints, and text is left out, and
 * nothing refers to other files. Pages show the result as a picture, which also runs no scripts.
 */

import type { CustomPlugin, XastChild, XastElement, XastParent } from 'svgo'
import { AppError } from '../../shared/errors.ts'
import { msg, t } from '../../shared/translate.ts'

const listed = (names: string) => new Set(names.split(' '))

/** Without patterns: one in another takes minutes to draw, but only at some sizes. */
const elements = listed(
  'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop ' +
    'clipPath mask filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset',
)

const attributes = listed(
  'xmlns viewBox width height preserveAspectRatio id role aria-hidden aria-label x y x1 y1 x2 y2 cx cy r rx ry d points dx dy ' +
    'rotate textLength lengthAdjust pathLength transform gradientUnits gradientTransform spreadMethod fx fy fr offset ' +
    'clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits in in2 result mode type ' +
    'values operator k1 k2 k3 k4 stdDeviation edgeMode href xlink:href xmlns:xlink fill fill-opacity fill-rule stroke stroke-width stroke-opacity ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset vector-effect opacity color stop-color ' +
    'stop-opacity flood-color flood-opacity clip-path clip-rule mask filter mix-blend-mode isolation display visibility overflow ' +
    'paint-order font-family font-size font-style font-weight letter-spacing word-spacing text-anchor dominant-baseline ' +
    'text-decoration writing-mode color-interpolation color-interpolation-filters shape-rendering text-rendering',
)

/** Whether a value stays inside of the drawing. A backslash could hide a name of CSS. */
function isAllowed(name: string, value: string): boolean {
  if (!attributes.has(name)) return false
  if (/^(xlink:)?href$/.test(name)) return /^#[\w.:-]+$/.test(value)
  if (/^xmlns/.test(name)) return /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)$/.test(value)
  const withoutReferences = value.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/g, '')
  return !/[\\@;]|url|image|src|expression|script:/i.test(withoutReferences)
}

const isListed = (child: XastChild): boolean =>
  child.type === 'text' || (child.type === 'element' && elements.has(child.name))

function keepChildren(parent: XastParent) {
  parent.children = parent.children.filter(isListed)
}

const keepListed: CustomPlugin = {
  name: 'keep-listed',
  fn: () => ({
    root: { enter: keepChildren },
    element: {
      enter(node, parent) {
        keepChildren(node)
        for (const [name, value] of Object.entries(node.attributes))
          if (!isAllowed(name, value)) delete node.attributes[name]
        if (parent.type === 'root') prepareRoot(node.attributes)
      },
    },
  }),
}

/** Gives the drawing the sides of its content, so that pages can choose its size. */
function prepareRoot(attributes: Record<string, string>) {
  const [width, height] = [attributes.width, attributes.height].map((side) => Number.parseFloat(side ?? ''))
  if (!attributes.viewBox && width && height) attributes.viewBox = `0 0 ${width} ${height}`
  attributes.xmlns = 'http://www.w3.org/2000/svg'
}

const maxElements = 10_000
/** Limits comparisons of elements with parts of selectors: each takes about 10 microseconds. */
const maxComparisons = 200_000

/** Whether cleaning a drawing would keep the process busy for seconds. Entities can hide the commas between selectors. */
function hasTooMuch(text: string): boolean {
  const count = text.split('<').length
  const styles = text
    .split(/<style/i)
    .slice(1)
    .map((part) => part.split(/<\/style/i, 1)[0] ?? '')
  return count > maxElements || count * styles.join('').split(/[{,&(>+~*[]|\s+/).length > maxComparisons
}

const tooManyLayers = msg(
  'This drawing has too many masks, filters, or repeated parts. Please save it with the shapes merged.',
)
/** Limits the elements that are drawn. References multiply: a drawing of a few lines can have billions of shapes. */
const maxWork = 20_000
/** How many layers can be in each other: each takes the memory of a whole picture. */
const maxDepth = 16
/** What is drawn into a picture of its own first, compared with a shape. */
const costOfLayer = {
  mask: 400,
  filter: 400,
  'clip-path': 20,
  opacity: 20,
  'mix-blend-mode': 20,
  isolation: 20,
}

type Work = { shapes: number; depth: number }

/** Returns what an element and all that it refers to take to draw. An element that refers to itself has no end. */
function createWorkCounter(root: XastParent): (element: XastElement) => Work {
  const byId = new Map<string, XastElement>()
  const known = new Map<XastElement, Work>()
  const addIds = ({ children }: XastParent) => {
    for (const child of children) {
      if (child.type !== 'element') continue
      if (child.attributes.id) byId.set(child.attributes.id, child)
      addIds(child)
    }
  }
  addIds(root)

  return function workOf(element: XastElement): Work {
    const before = known.get(element)
    if (before) return before
    known.set(element, { shapes: Number.POSITIVE_INFINITY, depth: 0 })
    const entries = Object.entries(element.attributes)
    const referred = entries
      .flatMap(([name, value]) => [
        ...(/href$/.test(name) ? [value.slice(1)] : []),
        ...Array.from(value.matchAll(/url\(\s*["']?#([\w.:-]+)/g), ([, id]) => id ?? ''),
      ])
      .flatMap((id) => byId.get(id) ?? [])
    const parts = [...element.children.filter((child) => child.type === 'element'), ...referred].map(workOf)
    // A filter can be several functions, such as `blur(1px) blur(1px)`.
    const layers = entries.flatMap(
      ([name, value]) =>
        (costOfLayer[name as keyof typeof costOfLayer] ?? 0) * Math.max(1, value.split('(').length - 1) || [],
    )
    const own = element.name.startsWith('fe') ? costOfLayer.filter : 1
    const work = {
      shapes: [...layers, ...parts.map(({ shapes }) => shapes)].reduce((sum, each) => sum + each, own),
      depth: Math.max(0, ...parts.map(({ depth }) => depth)) + (layers.length > 0 ? 1 : 0),
    }
    known.set(element, work)
    return work
  }
}

/**
 * Returns the cleaned text of a drawing. Throws `invalid` or `too_large`, with a sentence for the person who uploaded it, for a file that is no SVG, is
 * longer than `maxBytes`, or takes long to draw. `field` names the field of the form.
 */
export async function sanitizeSvg(
  content: string | Uint8Array,
  maxBytes: number,
  field: string,
): Promise<string> {
  const reject = (message: string, cause?: unknown, code: 'invalid' | 'too_large' = 'invalid') =>
    new AppError(code, message, { [field]: message }, { cause })
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
  if (Buffer.byteLength(text) > maxBytes) {
    const limit = t('Drawings can be up to {max} KB. Please save a simpler one.', {
      max: Math.floor(maxBytes / 1024),
    })
    throw reject(limit, undefined, 'too_large')
  }
  // Entities can multiply without end.
  if (/<!ENTITY/i.test(text)) throw reject(t('Please save the drawing as plain SVG, without entities.'))
  if (hasTooMuch(text)) throw reject(t('This drawing has too many parts. Please save a simpler one.'))
  let isTooMuch = false
  const countWork: CustomPlugin = {
    name: 'count-work',
    fn: (root) => {
      const workOf = createWorkCounter(root)
      const all = root.children.filter((child) => child.type === 'element').map(workOf)
      isTooMuch = all.some(({ shapes, depth }) => shapes > maxWork || depth > maxDepth)
      return null
    },
  }
  // Loaded by the first drawing: they take memory.
  const [{ optimize }, { default: sharp }] = await Promise.all([import('svgo'), import('sharp')])
  try {
    const { data } = optimize(text, {
      plugins: [
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        'convertStyleToAttrs',
        keepListed,
        countWork,
      ],
    })
    if (isTooMuch) throw reject(t(tooManyLayers))
    if (!/^<svg[^>]* viewBox="/.test(data)) throw new Error('It has no size.')
    await sharp(Buffer.from(data)).timeout({ seconds: 5 }).resize(64, 64, { fit: 'inside' }).png().toBuffer()
    return data
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw reject(
      t('We can’t read this drawing. Please save it as plain SVG, with a size, and try again.'),
      cause,
    )
  }
}
