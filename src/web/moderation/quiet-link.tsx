import type { ComponentProps } from 'react'

/** A link that stands in every row of a list, where the colour of others would be loud. */
export const QuietLink = (props: ComponentProps<'a'>) => (
  <a {...props} className="underlined inline-block min-w-0 hover:text-ink" />
)
