/** Sign-in with Google and with the OpenID provider that the operator may have configured. */

import type { ReactNode } from 'react'
import type { AuthProviders } from '../../shared/account.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { rememberRedirect } from './after-sign-in.ts'

type ProviderButtonsProps = { providers: AuthProviders; to: string; invitation?: string }

export function ProviderButtons({ providers: { google, oidc }, to, invitation = '' }: ProviderButtonsProps) {
  const { identity } = useBackend()
  const common = { to, invitation }
  if (google === 'off' && !oidc) return null
  return (
    <div className="needs-script mt-6 space-y-3">
      <p className="flex items-center gap-4 text-sm text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('or')}
      </p>
      {google === 'on' && (
        <ProviderButton
          {...common}
          start={identity.startGoogle}
          icon={<Icon name="brand-google" className="size-5" />}
        >
          {t('Continue with {provider}', { provider: 'Google' })}
        </ProviderButton>
      )}
      {google === 'unset' && <UnconfiguredGoogleButton />}
      {oidc && (
        <ProviderButton {...common} start={identity.startOidc}>
          {t('Continue with {provider}', { provider: oidc })}
        </ProviderButton>
      )}
    </div>
  )
}

type ProviderButtonProps = {
  to: string
  invitation: string
  start: ReturnType<typeof useBackend>['identity']['startGoogle']
  icon?: ReactNode
  children: string
}

function ProviderButton({ to, invitation, start, icon, children }: ProviderButtonProps) {
  return (
    <BusyButton
      variant="secondary"
      className="w-full min-h-12"
      busy={
        <>
          {icon}
          {t('One moment…')}
        </>
      }
      onClick={async () => {
        // If the provider fails, the sign-in page shows the error from its URL.
        const { url } = await start({
          callbackURL: to,
          errorCallbackURL: paths.signIn(to),
          additionalData: { invitation },
        })
        rememberRedirect()
        location.assign(url)
      }}
    >
      {icon}
      {children}
    </BusyButton>
  )
}

/** Tells the operator, outside production only, how to enable the button. */
function UnconfiguredGoogleButton() {
  return (
    <div>
      <Button variant="secondary" className="min-h-12 w-full" disabled aria-describedby="google-unset">
        <Icon name="brand-google" className="size-5" />
        {t('Continue with {provider}', { provider: 'Google' })}
      </Button>
      <p id="google-unset" className="mt-1.5 text-center text-xs text-soft">
        {t('Operators: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET to enable it.')}
      </p>
    </div>
  )
}
