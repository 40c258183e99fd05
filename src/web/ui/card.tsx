import type { ReactNode } from 'react'

type CardProps = { className?: string; children: ReactNode }

/** A sheet of paper on the board. */
export function Card({ className = '', children }: CardProps) {
  return (
    <div className={`rounded-lg border border-line bg-surface shadow-sheet ${className}`}>{children}</div>
  )
}
