import { somethingWentWrong } from '../../shared/messages/pages.ts'
import { notFoundResponse } from '../framework/loading.ts'
import { PageError } from '../site/layout/page-error.tsx'

export async function loader() {
  throw notFoundResponse()
}

/** Never rendered: the loader always throws. */
export const Component = () => null

export const ErrorBoundary = () => <PageError message={somethingWentWrong} hint="" />
