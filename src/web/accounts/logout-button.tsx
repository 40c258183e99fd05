import { useState } from 'react'
import { useBackend } from '../backend.ts'
import { signOut } from './sign-out.ts'

export function LogoutButton({ className }: { className: string }) {
  const backend = useBackend()
  const [busy, setBusy] = useState(false)
  return (
    <button
      type="button"
      disabled={busy}
      className={`needs-script cursor-pointer text-left ${className}`}
      onClick={() => {
        setBusy(true)
        void signOut(backend)
      }}
    >
      {busy ? 'Logging out…' : 'Logout'}
    </button>
  )
}
