import { useEffect } from 'react'
import { noAccess } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { toast } from '../ui/toast.ts'
import { AccountSheet } from './account-layout.tsx'

/** Leads users who may not edit something to their own page `to`, with a message (specification, section 5). */
export function NoAccess({ title, to }: { title: string; to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ tone: 'error', text: t(noAccess), onNextPage: true })
    void navigate(to, { replace: true })
  }, [navigate, to])
  return <AccountSheet title={title}>{t(noAccess)}</AccountSheet>
}
