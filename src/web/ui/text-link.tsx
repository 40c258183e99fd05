import type { ComponentProps } from 'react'
import { Link } from './link.tsx'

export function TextLink({ className = '', ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={`underlined font-medium text-accent hover:text-accent-deep ${className}`} />
  )
}
