import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-6 sm:p-8">
      <section>
        <h2 className="text-lg">{title}</h2>
        <div className="mt-4">{children}</div>
      </section>
    </Card>
  )
}
