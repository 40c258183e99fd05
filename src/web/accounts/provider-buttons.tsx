/** Signing in through another site: Google, and the OpenID provider that the operator may have set up. */
import { type ReactNode, useState } from 'react'
import type { AuthProviders } from '../../shared/account.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { paths } from '../paths.ts'
import { GoogleIcon } from '../ui/brand-icons.tsx'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { leaveToSignIn } from './settle-in.ts'

type Props = { ways: AuthProviders; to: string }

export function ProviderButtons({ ways: { google, oidc }, to }: Props) {
  const { identity } = useBackend()
  if (google === 'off' && !oidc) return null
  return (
    <div className="space-y-3">
      {google === 'on' && (
        <ProviderButton to={to} start={identity.startGoogle} icon={<GoogleIcon className="size-5" />}>
          Continue with Google
        </ProviderButton>
      )}
      {google === 'unset' && <GoogleUnset />}
      {oidc && <ProviderButton to={to} start={identity.startOidc}>{`Continue with ${oidc}`}</ProviderButton>}
      <p className="flex items-center gap-4 pt-3 text-sm text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or with your email
      </p>
    </div>
  )
}

type ButtonProps = {
  to: string
  start: ReturnType<typeof useBackend>['identity']['startGoogle']
  icon?: ReactNode
  children: string
}

function ProviderButton({ to, start, icon, children }: ButtonProps) {
  const [busy, setBusy] = useState(false)
  const ready = useHydrated()

  async function leave() {
    setBusy(true)
    try {
      // What goes wrong over there is told by the sign-in page, which reads it from its address.
      const { url } = await start({ callbackURL: to, errorCallbackURL: paths.signIn(to) })
      leaveToSignIn()
      location.assign(url)
    } catch (error) {
      showFailureToast(error)
    } finally {
      // Whoever comes back by the browser's own button finds this page as they left it.
      setBusy(false)
    }
  }

  return (
    <Button
      look="secondary"
      className={`w-full min-h-12 ${ready ? '' : 'disabled:opacity-100!'}`}
      disabled={!ready || busy}
      onClick={leave}
    >
      {icon}
      {busy ? 'One moment…' : children}
    </Button>
  )
}

/** Outside production the operator is told what is missing. */
function GoogleUnset() {
  return (
    <div>
      <Button look="secondary" className="min-h-12 w-full" disabled aria-describedby="google-unset">
        <GoogleIcon className="size-5" />
        Continue with Google
      </Button>
      <p id="google-unset" className="mt-1.5 text-center text-xs text-soft">
        Google sign-in is not configured on this site.
      </p>
    </div>
  )
}
