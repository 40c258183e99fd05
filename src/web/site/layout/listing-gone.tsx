import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PinnedNote } from './not-found.tsx'

/** For an ad that existed. Its page has the status 410. */
export function ListingGone() {
  return (
    <PinnedNote
      title="This ad is gone"
      text="The person who posted it or a moderator removed it. Here’s where to look next:"
    >
      <ButtonLink href={paths.allServices()}>Browse services</ButtonLink>
      <ButtonLink href={paths.allEvents()}>Browse events</ButtonLink>
      <ButtonLink variant="secondary" href={paths.home()}>
        Take me home
      </ButtonLink>
    </PinnedNote>
  )
}
