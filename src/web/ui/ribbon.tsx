const looks = {
  accent: 'bg-accent text-on-accent',
  ink: 'bg-ink text-page',
}

/** A strip of tape across the corner of what it says something about. */
export function Ribbon({ look, children }: { look: keyof typeof looks; children: string }) {
  return (
    <span
      className={`inline-block -rotate-2 rounded-[2px] px-2.5 py-0.5 text-xs font-bold tracking-wide shadow-sheet ${looks[look]}`}
    >
      {children}
    </span>
  )
}
