import type { ComponentProps } from 'react'

type ButtonStyleProps = { variant?: keyof typeof variants; size?: 'normal' | 'large' }

const base =
  'inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-45'

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

const sizes = { normal: 'min-h-11 px-5 text-sm', large: 'min-h-13 px-7 text-base' }

/** Returns the classes of a button, for elements that cannot be one, such as a summary. */
export const buttonClass = ({ variant = 'primary', size = 'normal' }: ButtonStyleProps, className = '') =>
  `${base} ${variants[variant]} ${sizes[size]} ${className}`

export function Button({ variant, size, className, ...rest }: ComponentProps<'button'> & ButtonStyleProps) {
  return <button type="button" {...rest} className={buttonClass({ variant, size }, className)} />
}

/** A link that looks like a button. It works without scripts. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<'a'> & ButtonStyleProps) {
  return <a {...rest} className={buttonClass({ variant, size }, className)} />
}
