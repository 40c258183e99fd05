import { useSite } from '../../framework/site-context.tsx'

/** A pinned note with tear-off strips, one of them taken; public/icon.svg has the same drawing. */
export function Logo() {
  const { settings } = useSite()
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-lg font-extrabold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-9" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          className="fill-drawn-paper"
          d="M7 8.5h18v12H7zM7 21.5h3.8V27H7zM11.7 21.5h3.8V27h-3.8zM21.2 21.5H25V27h-3.8z"
        />
        <path className="stroke-drawn" strokeWidth="1.6" strokeLinecap="round" d="M10.5 14h11M10.5 17.2h7" />
        <circle cx="16" cy="8" r="3.4" className="fill-drawn" />
        <circle cx="15" cy="7" r="1" className="fill-drawn-paper" />
      </svg>
      {settings.name}
    </span>
  )
}
