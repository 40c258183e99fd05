import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

const looks = {
  good: 'border-good bg-good-wash text-good',
  bad: 'border-bad bg-bad-wash text-bad',
}

/** Says within the page what came of something: green when it worked, red when it did not. */
export function Notice({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  return (
    <div className={`flex gap-2.5 rounded-md border px-4 py-3 text-sm ${looks[tone]}`}>
      <Icon
        name={tone === 'good' ? 'circle-check' : 'circle-alert'}
        className="mt-px size-5 shrink-0 text-current"
      />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
