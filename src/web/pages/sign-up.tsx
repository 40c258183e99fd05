import { AccountSheet, NeedsCookies, NeedsScripts } from '../account/account-layout.tsx'
import { ProviderButtons } from '../account/provider-buttons.tsx'
import { SignUpForm } from '../account/sign-up-form.tsx'
import { type LoaderContext, requireVisitor } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
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
