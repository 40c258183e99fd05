import type { ComponentProps } from 'react'

type ButtonStyleProps = { variant?: keyof typeof variants }

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 text-sm font-semibold whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-45'

const outlined =
  'border border-edge bg-surface enabled:hover:border-ink enabled:hover:bg-sunken [a&]:hover:border-ink [a&]:hover:bg-sunken'

/** The filled ones have borders for forced colors, which replace backgrounds. */
const variants = {
  primary:
    'border border-transparent bg-accent text-on-accent enabled:hover:bg-accent-deep [a&]:hover:bg-accent-deep',
  secondary: `${outlined} text-ink`,
  ghost: 'text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
  danger: 'border border-transparent bg-danger text-on-danger enabled:hover:bg-danger-deep',
  /** Opens a dialog that confirms a deletion. */
  'danger-outline': `${outlined} text-danger`,
}

/** Returns the classes of a button, for elements that cannot be one, such as a summary. */
export const buttonClass = ({ variant = 'primary' }: ButtonStyleProps, className = '') =>
  `${base} ${variants[variant]} ${className}`

export function Button({ variant, className, ...rest }: ComponentProps<'button'> & ButtonStyleProps) {
  return <button type="button" {...rest} className={buttonClass({ variant }, className)} />
}

/** A link that looks like a button. It works without scripts. */
export function ButtonLink({ variant, className, ...rest }: ComponentProps<'a'> & ButtonStyleProps) {
  return <a {...rest} className={buttonClass({ variant }, className)} />
}
