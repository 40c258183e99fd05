import { somethingWentWrong } from '../../shared/messages.ts'
import { PageFailure } from '../layout/failure.tsx'
import { pageMissing } from '../loading.ts'

export async function loader() {
  throw pageMissing()
}

/** Never shown: the loader always throws. */
export const Page = () => null

export const Failure = () => <PageFailure sentence={somethingWentWrong} hint="" />
