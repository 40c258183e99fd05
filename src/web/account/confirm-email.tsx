import { useRef } from 'react'
import type { Verification } from '../../shared/account.ts'
import { formatInstant } from '../../shared/format.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { AccountSheet } from './account-layout.tsx'
import { rememberRedirect } from './after-sign-in.ts'

type ConfirmEmailProps = {
  verification: Verification
  token: string
  to: string
  /** Why the previous attempt failed; null if there was none. */
  problem: string | null
}

/** Asks the owner of an address whether the account is theirs. A plain form, which works without scripts. */
export function ConfirmEmail({ verification, token, to, problem }: ConfirmEmailProps) {
  const isSignUp = verification.kind === 'sign-up'
  return (
    <AccountSheet
      title={isSignUp ? t('Confirm your email') : t('Confirm your new email')}
      intro={isSignUp ? t('Is this the account you signed up for?') : t('Use this address for your account?')}
    >
      <ClaimedAccount verification={verification} />
      {verification.isRepeated && <RepeatedSignUpNotice verification={verification} />}
      {problem !== null && (
        <p role="alert" className="mb-4 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <ConfirmationForm verification={verification} token={token} to={to} />
      <p className="mt-4 text-sm text-soft">
        {isSignUp
          ? t('Don’t recognize it? Choose “This wasn’t me” and we’ll delete the sign-up.')
          : t('Don’t recognize it? Choose “This wasn’t me” and the address won’t be used.')}
      </p>
    </AccountSheet>
  )
}

function ClaimedAccount({ verification: { kind, name, email, signedUp } }: { verification: Verification }) {
  const { settings } = useSite()
  const rows = [
    { term: t('Name'), value: name },
    { term: kind === 'sign-up' ? t('Email') : t('New email'), value: email },
    {
      term: kind === 'sign-up' ? t('Signed up') : t('Account since'),
      value: formatInstant(signedUp, settings.timeZone),
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
      <Notice tone="error">
        <p className="font-semibold">{t('Someone signed up with this address more than once.')}</p>
        <p className="mt-1 text-ink">
          {isOwnBrowser
            ? t('Only your sign-up in this browser counts. The others will be deleted.')
            : t('Only the sign-up with the password you enter counts. The others will be deleted.')}
        </p>
      </Notice>
    </div>
  )
}

const doubleClickMs = 3000

type ConfirmationFormProps = { verification: Verification; token: string; to: string }

/**
 * A browser that did not sign up shows that the sign-up is its user's by the password: otherwise, a click would give a
 * stranger who signed up with this address an account that works.
 */
function ConfirmationForm({ verification, token, to }: ConfirmationFormProps) {
  const { kind, email, isOwnBrowser, hasPassword } = verification
  const isSignUp = kind === 'sign-up'
  const isElsewhere = isSignUp && !isOwnBrowser
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
      {isElsewhere && hasPassword && (
        <div className="pb-2">
          {/* Tells password managers whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label={t('Password')}
            name="password"
            autoComplete="current-password"
            required
            hint={t('The one you chose when you signed up.')}
          />
        </div>
      )}
      {isElsewhere && !hasPassword && (
        <p className="pb-2">
          {t(
            'To confirm it, open the link from the email in the browser where you signed up. Or choose a password and sign in with it.',
          )}
        </p>
      )}
      {(!isElsewhere || hasPassword) && (
        <Button type="submit" name="answer" value="confirm" className="min-h-12 w-full">
          {isSignUp ? t('Confirm my email') : t('Use this address')}
        </Button>
      )}
      {isElsewhere && (
        <Button
          type="submit"
          name="answer"
          value="new-password"
          formNoValidate
          variant={hasPassword ? 'secondary' : 'primary'}
          className="min-h-12 w-full"
        >
          {hasPassword ? t('Choose a new password') : t('Choose a password')}
        </Button>
      )}
      <Button
        type="submit"
        name="answer"
        value="decline"
        formNoValidate
        variant="secondary"
        className="min-h-12 w-full"
      >
        {t('This wasn’t me')}
      </Button>
    </form>
  )
}
