import { somethingWentWrong } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import { notFoundResponse } from '../loading.ts'

export async function loader() {
  throw notFoundResponse()
}

/** Never rendered: the loader always throws. */
export const Component = () => null

export const ErrorBoundary = () => <PageError message={somethingWentWrong} hint="" />
