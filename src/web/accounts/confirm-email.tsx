import { useRef } from 'react'
import type { Verification } from '../../shared/account.ts'
import { formatInstant } from '../../shared/format.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/forms/notice.tsx'
import { AccountSheet } from './account-layout.tsx'
import { rememberRedirect } from './after-sign-in.ts'

type ConfirmEmailProps = { verification: Verification; token: string; to: string; tooSoon: boolean }

/** Asks the owner of an address whether the account is theirs. A plain form, which works without scripts. */
export function ConfirmEmail({ verification, token, to, tooSoon }: ConfirmEmailProps) {
  const isSignUp = verification.kind === 'sign-up'
  return (
    <AccountSheet
      title={isSignUp ? 'Confirm your email' : 'Confirm your new email'}
      intro={isSignUp ? 'Is this the account you signed up for?' : 'Use this address for your account?'}
    >
      <ClaimedAccount verification={verification} />
      {verification.isRepeated && <RepeatedSignUpNotice verification={verification} />}
      {tooSoon && (
        <p role="alert" className="mb-4 text-sm font-medium">
          Too many attempts. Please try again in a minute.
        </p>
      )}
      <ConfirmationForm token={token} to={to} confirm={isSignUp ? 'Confirm my email' : 'Use this address'} />
      <p className="mt-4 text-sm text-soft">
        {isSignUp
          ? 'Don’t recognize it? Choose “This wasn’t me” and we’ll delete the sign-up.'
          : 'Don’t recognize it? Choose “This wasn’t me” and the address won’t be used.'}
      </p>
    </AccountSheet>
  )
}

function ClaimedAccount({ verification: { kind, name, email, signedUp } }: { verification: Verification }) {
  const { product } = useSite()
  const rows = [
    { term: 'Name', value: name },
    { term: kind === 'sign-up' ? 'Email' : 'New email', value: email },
    {
      term: kind === 'sign-up' ? 'Signed up' : 'Account since',
      value: formatInstant(signedUp, product.timeZone),
    },
  ]
  return (
    <dl className="mb-6 divide-y divide-line border-y border-line">
      {rows.map(({ term, value }) => (
        <div key={term} className="grid gap-x-4 py-2.5 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
          <dt className="text-sm text-soft">{term}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RepeatedSignUpNotice({ verification: { isOwnBrowser } }: { verification: Verification }) {
  return (
    <div className="mb-6">
      <Notice tone="bad">
        <p className="font-semibold">Someone signed up with this address more than once.</p>
        <p className="mt-1 text-ink">
          {isOwnBrowser
            ? 'Only your sign-up in this browser counts. The others will be deleted.'
            : 'Only the first sign-up, shown here, counts. If you signed up later in another browser, open the link there. If you’re not sure, choose “This wasn’t me” and sign up again.'}
        </p>
      </Notice>
    </div>
  )
}

const doubleClickMs = 3000

type ConfirmationFormProps = { token: string; to: string; confirm: string }

function ConfirmationForm({ token, to, confirm }: ConfirmationFormProps) {
  const submittedAt = useRef(Number.NEGATIVE_INFINITY)
  return (
    <form
      method="post"
      action={paths.verifyEmail()}
      className="space-y-3"
      onSubmit={(event) => {
        // The second click of a double click would find the link used.
        if (event.timeStamp - submittedAt.current < doubleClickMs) return event.preventDefault()
        submittedAt.current = event.timeStamp
        rememberRedirect()
      }}
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="to" value={to} />
      <Button type="submit" name="answer" value="confirm" className="min-h-12 w-full">
        {confirm}
      </Button>
      <Button type="submit" name="answer" value="decline" look="secondary" className="min-h-12 w-full">
        This wasn’t me
      </Button>
    </form>
  )
}
