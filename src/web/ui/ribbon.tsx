const looks = {
  accent: 'bg-accent text-on-accent',
  ink: 'bg-ink text-page',
}

type RibbonProps = { look: keyof typeof looks; children: string }

/** A short label that looks like a strip of tape. */
export function Ribbon({ look, children }: RibbonProps) {
  return (
    <span
      className={`inline-block -rotate-2 rounded-[2px] px-2.5 py-0.5 text-xs font-bold tracking-wide shadow-sheet ${looks[look]}`}
    >
      {children}
    </span>
  )
}
