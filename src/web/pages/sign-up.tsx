import { signUpRefusals } from '../../shared/messages/sign-in.ts'
import type { PageSettings } from '../../shared/settings/table.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet, NeedsCookies, NeedsScripts } from '../account/account-layout.tsx'
import { ProviderButtons } from '../account/provider-buttons.tsx'
import { SignUpForm } from '../account/sign-up-form.tsx'
import { isRefused, type LoaderContext, requireVisitor } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader(context: LoaderContext) {
  const to = await requireVisitor(context)
  const { api, query } = context
  const token = query.get('invitation') ?? ''
  const [providers, { valid }] = await Promise.all([
    api.getAuthProviders({}),
    token ? api.getInvitation({ body: { token } }).catch(noneIfInvalid) : { valid: false },
  ])
  return { to, invitation: valid ? token : '', providers }
}

/** What people can post on the site. */
function introOf({ kinds }: PageSettings): string {
  if (kinds === 'services') return t('Post your own services.')
  return kinds === 'events' ? t('Post your own events.') : t('Post your own services and events.')
}

/** A text that cannot be an invitation is like one that does not work. */
function noneIfInvalid(error: unknown) {
  if (isRefused(error, 'invalid')) return { valid: false }
  throw error
}

export function Component() {
  const { to, invitation, providers } = useLoaderData<typeof loader>()
  const { settings } = useSite()
  return (
    <AccountSheet title={t('Sign Up')} intro={introOf(settings)}>
      {settings.signUp === 'open' || invitation ? (
        <>
          <NeedsScripts />
          <NeedsCookies />
          <SignUpForm to={to} invitation={invitation} />
          <ProviderButtons providers={providers} to={to} invitation={invitation} />
        </>
      ) : (
        <Notice tone="warning">{t(signUpRefusals[settings.signUp])}</Notice>
      )}
      <p className="mt-6 border-t border-dashed border-line pt-5 text-center text-sm">
        <TextLink href={paths.signIn(to)}>{t('I already have an account')}</TextLink>
      </p>
    </AccountSheet>
  )
}
