/** Splits a calendar into components and lines. A line that breaks the syntax, as many programs write them, costs only itself. */
import ICAL from 'ical.js'

export type Line = { name: string; text: string }
export type Component = {
  name: string
  lines: Line[]
  components: Component[]
  /** Whether the file says where it ends. */
  isClosed: boolean
}

/** Deeper components belong to no calendar in use, and finding their ends would take long. */
const maxDepth = 8

const marker = /^\s*(BEGIN|END)\s*:\s*([A-Z\d-]+)\s*$/i
const topLevel = /^(VEVENT|VTODO|VJOURNAL|VFREEBUSY|VTIMEZONE|VAVAILABILITY)$/

/** Returns a component that contains those of the file. */
export function readComponents(text: string): Component {
  const root: Component = { name: '', lines: [], components: [], isClosed: true }
  const stack = [root]
  let last: Line | null = null
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, action, name = ''] = marker.exec(line) ?? []
    if (action) {
      last = null
      if (/begin/i.test(action)) open(stack, name.toUpperCase())
      else close(stack, name.toUpperCase())
    } else if (isProperty(line, last)) {
      last = { name: nameOf(line), text: line.trimStart() }
      stack.at(-1)?.lines.push(last)
    } else if (last && isText(last.name)) last.text += `\n${line}`
  }
  return root
}

/** Closes what is still open before a component that cannot be inside it. */
function open(stack: Component[], name: string) {
  if (name === 'VCALENDAR') stack.length = 1
  else if (topLevel.test(name)) {
    const calendar = stack.findIndex((component) => component.name === 'VCALENDAR')
    stack.length = Math.max(calendar, 0) + 1
  }
  if (stack.length > maxDepth) return
  const component: Component = { name, lines: [], components: [], isClosed: false }
  stack.at(-1)?.components.push(component)
  stack.push(component)
}

function close(stack: Component[], name: string) {
  const index = stack.findLastIndex((component) => component.name === name)
  const component = stack[index]
  if (index <= 0 || !component) return
  component.isClosed = true
  stack.length = index
}

const property = /^\s*([A-Za-z][A-Za-z\d-]*)\s*[:;]/
const nameOf = (line: string) => (property.exec(line)?.[1] ?? '').toUpperCase()

/** Names of RFC 7986, RFC 9073, and RFC 9074, which the library does not know. */
const newerNames = [
  'name',
  'color',
  'image',
  'conference',
  'refresh-interval',
  'source',
  'styled-description',
]
const knownNames = new Set([...Object.keys(ICAL.design.icalendar.property), ...newerNames])
const isKnown = (name: string) => /^x-/i.test(name) || knownNames.has(name.toLowerCase())
const isText = (name: string) => /^(SUMMARY|DESCRIPTION|LOCATION|COMMENT|CONTACT|X-.*)$/.test(name)

/** Whether a line is a property, and not more of the text before it, such as `second line: see notes` or `https://…`. */
function isProperty(line: string, last: Line | null): boolean {
  const name = property.exec(line)?.[1]
  if (!name) return false
  if (!last || !isText(last.name)) return true
  const isSentence = /^[^:;]*[:;]\s/.test(line)
  const isOneCase = name === name.toUpperCase() || name === name.toLowerCase()
  return isKnown(name) ? isOneCase || !isSentence : name === name.toUpperCase() && !isSentence
}
