import { somethingWentWrong } from '../../shared/messages/pages.ts'
import { AppShell } from './app-shell.tsx'
import { PageError } from './page-error.tsx'

/** What no page caught, within the header and footer all the same. */
export function RootError() {
  return (
    <AppShell>
      <PageError message={somethingWentWrong} hint="" />
    </AppShell>
  )
}
