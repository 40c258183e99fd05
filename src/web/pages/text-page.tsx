import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { TextFrame } from '../site/texts/text-frame.tsx'

/** Texts that are parts of other pages. */
const parts = ['suggestions', 'front-page-notice']

export async function loader({ api, params: { address = '' } }: LoaderContext) {
  if (parts.includes(address)) throw notFoundResponse()
  return { address, text: await api.getTextPage({ params: { address } }) }
}

/** A page that an admin added, the terms, or the imprint. */
export function Component() {
  const { address, text } = useLoaderData<typeof loader>()
  return <TextFrame text={text} path={paths.ownPage(address)} />
}
