import { useLayoutEffect, useRef, useState } from 'react'

export type Line = { key: number; text: string }

/** Lines that can be typed in, added, taken out and put into another order; the keyboard stays with the line it was on. */
export function useEditableList(texts: readonly string[]) {
  const [lines, setLines] = useState<Line[]>(() => texts.map((text, key) => ({ key, text })))
  const [said, setSaid] = useState('')
  const next = useRef(texts.length)
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<{ at: number; control: string } | null>(null)

  useLayoutEffect(() => {
    if (!wanted.current) return
    const { at, control } = wanted.current
    wanted.current = null
    const rows = list.current?.children
    rows?.[Math.min(at, rows.length - 1)]?.querySelector<HTMLElement>(control)?.focus()
  })

  return {
    lines,
    list,
    /** What was done last, for the ear. */
    said,
    type: (key: number, text: string) =>
      setLines((before) => before.map((line) => (line.key === key ? { key, text } : line))),
    add() {
      wanted.current = { at: lines.length, control: 'input' }
      setLines([...lines, { key: next.current, text: '' }])
      next.current += 1
    },
    remove(at: number) {
      wanted.current = { at, control: 'button:last-of-type' }
      setLines(lines.toSpliced(at, 1))
      setSaid(`Removed. ${lines.length - 1} left.`)
    },
    move(at: number, by: 1 | -1) {
      const line = lines[at]
      if (!line) return
      wanted.current = { at: at + by, control: by < 0 ? 'button' : 'button:nth-of-type(2)' }
      setLines(lines.toSpliced(at, 1).toSpliced(at + by, 0, line))
      setSaid(`Moved to place ${at + by + 1} of ${lines.length}.`)
    },
  }
}
