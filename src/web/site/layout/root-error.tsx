import type { ReactNode } from 'react'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { AppShell } from './app-shell.tsx'
import { PageError } from './page-error.tsx'

/** Shows an error that no page caught, inside the usual header and footer. */
export function RootError({ header }: { header: ReactNode }) {
  return (
    <AppShell header={header}>
      <PageError message={somethingWentWrong} hint="" />
    </AppShell>
  )
}
