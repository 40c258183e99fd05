import type { ReactNode } from 'react'

/** A sheet of paper on the board. */
export function Card({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`rounded-lg border border-line bg-surface shadow-sheet ${className}`}>{children}</div>
  )
}
