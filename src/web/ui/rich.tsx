import { Fragment, type ReactNode } from 'react'
import { find, type Literal, type MessageValues, write } from '../../shared/translate.ts'

type Tags = Readonly<Record<string, (text: string) => ReactNode>>

/**
 * Returns a sentence with elements in it, in the reader's language: each tag, as in `Read the <link>Privacy Policy</link>`, is what its
 * function returns.
 */
export const rich = <const Text extends string>(
  message: Literal<Text>,
  tags: Tags,
  values: MessageValues = {},
): ReactNode =>
  partsOf(message, values).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    typeof part === 'string' ? part : <Fragment key={index}>{tags[part.tag]?.(part.text)}</Fragment>,
  )

/** Returns the parts of a sentence with tags: texts, and tags with their texts. */
export function partsOf(message: string, values: MessageValues): (string | { tag: string; text: string })[] {
  const found = find(message)
  return (typeof found === 'string' ? [found] : found).map((token) =>
    typeof token === 'object' && token[1] === 'tag'
      ? { tag: token[0], text: write(token[2], values) }
      : write([token], values),
  )
}
