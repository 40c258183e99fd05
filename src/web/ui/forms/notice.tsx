import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

const tones = {
  good: 'border-good bg-good-wash text-good',
  bad: 'border-bad bg-bad-wash text-bad',
}

type NoticeProps = { tone: keyof typeof tones; children: ReactNode }

/** An inline message: green for success, red for failure. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className={`flex gap-2.5 rounded-md border px-4 py-3 text-sm ${tones[tone]}`}>
      <Icon
        name={tone === 'good' ? 'circle-check' : 'circle-alert'}
        className="mt-px size-5 shrink-0 text-current"
      />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
