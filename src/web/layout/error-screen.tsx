import { somethingWentWrong } from '../../shared/messages.ts'
import { Chrome } from './chrome.tsx'
import { PageFailure } from './failure.tsx'

/** What no page caught, within the header and footer all the same. */
export function ErrorScreen() {
  return (
    <Chrome>
      <PageFailure sentence={somethingWentWrong} hint="" />
    </Chrome>
  )
}
