import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'

/** The row's own name belongs to the button's: a list has many of the same word. */
type Named = { children: string; of: string }

/** Several share the width of a phone. */
const look = 'px-3.5! max-sm:px-2.5! max-sm:not-only:grow'

export function RowButton({ of, children, ...rest }: Omit<ComponentProps<'button'>, 'children'> & Named) {
  const ready = useHydrated()
  return (
    <Button
      {...rest}
      look="secondary"
      disabled={!ready}
      aria-label={`${children} ${of}`}
      className={`needs-script disabled:opacity-100! ${look}`}
    >
      {children}
    </Button>
  )
}

export function RowLink({ of, children, ...rest }: Omit<ComponentProps<'a'>, 'children'> & Named) {
  return (
    <ButtonLink {...rest} look="secondary" aria-label={`${children} ${of}`} className={look}>
      {children}
    </ButtonLink>
  )
}
