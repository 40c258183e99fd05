/** Logos that the icon set does not include, drawn in the text color. */
type BrandIconProps = { className?: string }

export function FacebookIcon({ className }: BrandIconProps) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
      <path d="M14 21v-7.5h2.6l.4-3.2h-3V8.4c0-.9.3-1.5 1.6-1.5H17V4.1c-.3 0-1.2-.1-2.3-.1-2.4 0-4 1.4-4 4v2.3H8v3.2h2.7V21z" />
    </svg>
  )
}

export function InstagramIcon({ className }: BrandIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <circle cx="16.6" cy="7.4" r="0.6" fill="currentColor" />
    </svg>
  )
}

export function XIcon({ className }: BrandIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M4.5 4h4.2l10.8 16h-4.2zM18.8 4l-5.9 6.6M11 13.2 5 20" strokeLinejoin="round" />
    </svg>
  )
}

export function GoogleIcon({ className }: BrandIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      aria-hidden="true"
    >
      <path d="M18.4 6.3A8.6 8.6 0 1 0 20.6 12H12.4" />
    </svg>
  )
}
