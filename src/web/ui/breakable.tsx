import { Fragment } from 'react'

/** An email or web address, which breaks before its dots, slashes, and `@` rather than inside a word. */
export function Breakable({ address }: { address: string }) {
  return address.split(/(?<=[^./@])(?=[./@?&=])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
