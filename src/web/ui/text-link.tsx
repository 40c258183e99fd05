import type { ComponentProps } from 'react'

export function TextLink({ className = '', ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={`underlined font-medium text-accent hover:text-accent-deep ${className}`} />
}
