import { loadFailures } from '../../shared/messages/pages.ts'
import { AccountSheet, NeedsCookies, NeedsScripts } from '../accounts/account-layout.tsx'
import { ProviderButtons } from '../accounts/provider-buttons.tsx'
import { SignUpForm } from '../accounts/sign-up-form.tsx'
import { PageError } from '../layout/page-error.tsx'
import { type LoaderContext, requireVisitor } from '../loading.ts'
import { paths } from '../paths.ts'
import { useLoaderData } from '../router/hooks.ts'
import { TextLink } from '../ui/text-link.tsx'

export async function loader(context: LoaderContext) {
  const to = await requireVisitor(context)
  return { to, providers: await context.api.getAuthProviders({}) }
}

export function Component() {
  const { to, providers } = useLoaderData<typeof loader>()
  return (
    <AccountSheet title="Sign Up" intro="Post your own services and events.">
      <NeedsScripts />
      <NeedsCookies />
      <SignUpForm to={to} />
      <ProviderButtons providers={providers} to={to} />
      <p className="mt-6 border-t border-dashed border-line pt-5 text-center text-sm">
        <TextLink href={paths.signIn(to)}>I already have an account</TextLink>
      </p>
    </AccountSheet>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
