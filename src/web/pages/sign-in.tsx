import { useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router'
import { loadFailures, signIn } from '../../shared/messages/pages.ts'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { ProviderButtons } from '../accounts/provider-buttons.tsx'
import { returnFromSignIn } from '../accounts/settle-in.ts'
import { SignInForm } from '../accounts/sign-in-form.tsx'
import { useSignInFailure } from '../accounts/use-sign-in-failure.ts'
import { PageError } from '../layout/page-error.tsx'
import { type LoaderContext, requireVisitor } from '../loading.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text-link.tsx'

export async function loader(given: LoaderContext) {
  const to = await requireVisitor(given)
  // Another site that could not sign somebody in sends them back with a code.
  return { to, ways: await given.api.getAuthProviders({}), failed: given.query.get('error') }
}

export function Component() {
  const { to, ways, failed } = useLoaderData<typeof loader>()
  useProviderFailure(failed, to)
  return (
    <AccountSheet title="Sign In" intro="Good to see you again.">
      <NeedsScripts />
      <ProviderButtons ways={ways} to={to} />
      <div className="mt-6">
        <SignInForm to={to} />
      </div>
      <p className="mt-6 border-t border-dashed border-line pt-5 text-center text-sm">
        New here? <TextLink href={paths.signUp(to)}>Sign Up</TextLink>
      </p>
    </AccountSheet>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />

/** Sentences of our own for the codes worth telling apart: what an address says is never shown as it is. */
const sentences: Record<string, string> = {
  access_denied: signIn.canceled,
  account_not_linked: signIn.notLinked,
}

function useProviderFailure(code: string | null, to: string) {
  const { goHome } = useSignInFailure(to)
  const told = useRef(false)
  useEffect(() => {
    if (code === null || told.current) return
    told.current = true
    returnFromSignIn()
    goHome(sentences[code] ?? signIn.providerFailed, '')
  })
}
