import type { ComponentProps } from 'react'

/** A link that stands in every row of a list, where the colour of others would be loud. */
export const QuietLink = (props: ComponentProps<'a'>) => (
  <a {...props} className="underlined inline-flex min-h-6 min-w-0 items-center hover:text-ink" />
)
