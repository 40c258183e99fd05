import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const tones = {
  success: { icon: 'circle-check', className: 'border-success bg-success-wash text-success' },
  error: { icon: 'circle-alert', className: 'border-danger bg-danger-wash text-danger' },
  warning: { icon: 'triangle-alert', className: 'border-warning bg-warning-wash text-warning' },
} as const

type NoticeProps = { tone: keyof typeof tones; children: ReactNode }

/** An inline message with an icon: green for success, red for failure, amber for what to watch out for. */
export function Notice({ tone, children }: NoticeProps) {
  const { icon, className } = tones[tone]
  return (
    <div className={`flex gap-2.5 rounded-md border px-4 py-3 text-sm ${className}`}>
      <Icon name={icon} className="mt-px size-5 shrink-0 text-current" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
