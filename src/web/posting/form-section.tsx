import { type ReactNode, useId } from 'react'
import { Card } from '../ui/card.tsx'

type Props = { title: string; intro?: string; children: ReactNode }

/** A sheet of the form. */
export function FormSection({ title, intro, children }: Props) {
  const id = useId()
  return (
    <Card className="p-5 sm:p-8">
      <section aria-labelledby={id}>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {intro && <p className="mt-1 text-sm text-soft">{intro}</p>}
        <div className="mt-5 space-y-5">{children}</div>
      </section>
    </Card>
  )
}
