import { somethingWentWrong } from '../../shared/messages/pages.ts'
import { Chrome } from './chrome.tsx'
import { PageError } from './failure.tsx'

/** What no page caught, within the header and footer all the same. */
export function RootError() {
  return (
    <Chrome>
      <PageError sentence={somethingWentWrong} hint="" />
    </Chrome>
  )
}
