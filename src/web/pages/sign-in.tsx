import { useEffect, useRef } from 'react'
import { loadFailures } from '../../shared/messages/pages.ts'
import { signIn } from '../../shared/messages/sign-in.ts'
import { AccountSheet, NeedsCookies, NeedsScripts } from '../accounts/account-layout.tsx'
import { takeRedirect } from '../accounts/after-sign-in.ts'
import { ProviderButtons } from '../accounts/provider-buttons.tsx'
import { SignInForm } from '../accounts/sign-in-form.tsx'
import { useSignInFailure } from '../accounts/use-sign-in-failure.ts'
import { PageError } from '../layout/page-error.tsx'
import { type LoaderContext, requireVisitor } from '../loading.ts'
import { paths } from '../paths.ts'
import { useLoaderData } from '../router/hooks.ts'
import { TextLink } from '../ui/text-link.tsx'

export async function loader(context: LoaderContext) {
  const to = await requireVisitor(context)
  const providers = await context.api.getAuthProviders({})
  // A provider that could not sign the user in sends them back with an error code.
  return { to, providers, errorCode: context.query.get('error') }
}

export function Component() {
  const { to, providers, errorCode } = useLoaderData<typeof loader>()
  useProviderError(errorCode, to)
  return (
    <AccountSheet title="Sign In" intro="Sign in to post and manage your ads.">
      <NeedsScripts />
      <NeedsCookies />
      <SignInForm to={to} />
      <ProviderButtons providers={providers} to={to} />
      <p className="mt-6 border-t border-dashed border-line pt-5 text-center text-sm">
        New here? <TextLink href={paths.signUp(to)}>Sign Up</TextLink>
      </p>
    </AccountSheet>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />

/** Messages for known codes. Text from the URL is never shown, because anyone can write a URL. */
const providerErrors: Record<string, string> = {
  access_denied: signIn.canceled,
  account_not_linked: signIn.notLinked,
}

function useProviderError(code: string | null, to: string) {
  const { goHome } = useSignInFailure(to)
  const handled = useRef(false)
  useEffect(() => {
    if (code === null || handled.current) return
    handled.current = true
    takeRedirect()
    goHome(providerErrors[code] ?? signIn.providerFailed, '')
  })
}
