import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { loadSetup } from '../moderation/setup/load-setup.ts'
import { Setup } from '../moderation/setup/setup.tsx'

export const loader = (context: LoaderContext) => loadSetup(context)

export const Component = () => <Setup data={useLoaderData<typeof loader>()} />
