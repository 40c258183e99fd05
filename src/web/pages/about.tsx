import { t } from '../../shared/translate.ts'
import { BrowseButton } from '../browse/lists/browse-button.tsx'
import { useCurrentUser } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { TextFrame } from '../site/texts/text-frame.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'

export const loader = ({ api }: LoaderContext) => api.getTextPage({ params: { address: 'about' } })

export function Component() {
  const text = useLoaderData<typeof loader>()
  return (
    <>
      <TextFrame text={text} path={paths.about()} elements={{ start_buttons: <StartButtons /> }} />
      <p className="page-width pb-10 text-sm">
        <TextLink href={paths.transparency()}>{t('Moderation figures')}</TextLink>
      </p>
    </>
  )
}

function StartButtons() {
  const isVisitor = useCurrentUser() === null
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {isVisitor && <ButtonLink href={paths.signUp()}>{t('Create an account')}</ButtonLink>}
      <BrowseButton variant="secondary">{isVisitor && t('Look around first')}</BrowseButton>
    </div>
  )
}
