import { notFoundResponse } from '../framework/loading.ts'

export async function loader() {
  throw notFoundResponse()
}

/** Never rendered: the loader always throws. */
export const Component = () => null
