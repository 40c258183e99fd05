import { Fragment, type ReactNode } from 'react'
import { type Literal, type MessageValues, partsOf } from '../../shared/translate.ts'

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
