import { useEffect, useRef } from 'react'
import { signIn, signUpRefusals, signUpRefused } from '../../shared/messages/sign-in.ts'
import { type Message, t } from '../../shared/translate.ts'
import { AccountSheet, NeedsCookies, NeedsScripts } from '../account/account-layout.tsx'
import { takeRedirect } from '../account/after-sign-in.ts'
import { ProviderButtons } from '../account/provider-buttons.tsx'
import { SignInForm } from '../account/sign-in-form.tsx'
import { useSignInFailure } from '../account/use-sign-in-failure.ts'
import { type LoaderContext, requireVisitor } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { rich } from '../ui/rich.tsx'
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
    <AccountSheet title={t('Sign In')} intro={t('Sign in to post and manage your ads.')}>
      <NeedsScripts />
      <NeedsCookies />
      <SignInForm to={to} />
      <ProviderButtons providers={providers} to={to} />
      <p className="mt-6 border-t border-dashed border-line pt-5 text-center text-sm">
        {rich('New here? <link>Sign Up</link>', {
          link: (text) => <TextLink href={paths.signUp(to)}>{text}</TextLink>,
        })}
      </p>
    </AccountSheet>
  )
}

/** Messages for known codes, and of the site for people who may not sign up. Text from the URL is never shown, because anyone can write a URL. */
const providerErrors: Record<string, Message> = {
  access_denied: signIn.canceled,
  account_not_linked: signIn.notLinked,
}

function useProviderError(code: string | null, to: string) {
  const { goHome } = useSignInFailure(to)
  const { signUp } = useSite().settings
  const refusal = signUpRefusals[signUp === 'open' ? 'closed' : signUp]
  const handled = useRef(false)
  useEffect(() => {
    if (code === null || handled.current) return
    handled.current = true
    takeRedirect()
    goHome(t(code === signUpRefused ? refusal : (providerErrors[code] ?? signIn.providerFailed)), '')
  })
}
