import { useState } from 'react'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { signOut } from './sign-out.ts'

export function LogoutButton({ className }: { className: string }) {
  const backend = useBackend()
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      await signOut(backend)
    } catch (error) {
      setBusy(false)
      showFailureToast(error)
    }
  }

  return (
    <button
      type="button"
      disabled={busy}
      className={`needs-script cursor-pointer text-left ${className}`}
      onClick={leave}
    >
      {busy ? 'Logging out…' : 'Logout'}
    </button>
  )
}
