const variants = {
  accent: 'bg-accent text-on-accent',
  ink: 'bg-ink text-page',
}

type RibbonProps = { variant: keyof typeof variants; children: string }

/** A short label that looks like a strip of tape. */
export function Ribbon({ variant, children }: RibbonProps) {
  return (
    <span
      className={`inline-block -rotate-2 rounded-[2px] px-2.5 py-0.5 text-xs font-bold tracking-wide shadow-sheet ${variants[variant]}`}
    >
      {children}
    </span>
  )
}
