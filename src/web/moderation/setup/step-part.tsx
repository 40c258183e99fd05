import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'

/** A part of a step that is changed at once, and not with the form. */
export const StepPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="mb-5 p-4 sm:p-6">
    <h2 className="text-lg">{title}</h2>
    {children}
  </Card>
)
