import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Kind } from '../../shared/listing.ts'
import { noAccess } from '../../shared/messages/forms.ts'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { labels } from './labels.ts'

/** Neither the author nor an admin: it says so, and leads to their own list (specification, section 5). */
export function NotYours({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ tone: 'bad', text: noAccess })
    void navigate(paths.ownListings(kind), { replace: true })
  }, [navigate, kind])
  return <AccountSheet title={labels[kind].update.title}>{noAccess}</AccountSheet>
}
