import { useLoaderData } from 'react-router'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { useCurrentUser } from '../accounts/session.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export async function loader({ query }: LoaderContext) {
  return { done: query.get('state') === 'done' }
}

/** Where the mailed link leads once the server has looked at it. */
export function Component() {
  const { done } = useLoaderData<typeof loader>()
  const signedIn = useCurrentUser()
  const on = signedIn
    ? { label: 'Go to your account', to: paths.account() }
    : { label: 'Sign In', to: paths.signIn() }
  return (
    <AccountSheet title="Verify your email">
      {done ? (
        <p role="status">Your email is verified. Thank you!</p>
      ) : (
        <div role="alert">
          <p className="font-semibold">This link is no longer good.</p>
          <p className="mt-2 text-soft">
            If your email is not verified yet, sign in with your password: we then offer to send the mail
            again.
          </p>
        </div>
      )}
      <ButtonLink href={on.to} className="mt-6 min-h-12 w-full">
        {on.label}
      </ButtonLink>
    </AccountSheet>
  )
}
