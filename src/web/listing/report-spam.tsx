import { useEffect, useRef, useState } from 'react'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import { isAuthor } from '../../shared/policy.ts'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import type { Values } from '../ui/forms/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import type { ReportDialog } from './report-dialog.tsx'

type ReportSpamProps = { kind: Kind; listing: Service | Event }

/** Not shown to the author, who can edit or delete the listing instead. A report replaces the button with thanks. */
export function ReportSpam({ kind, listing }: ReportSpamProps) {
  const currentUser = useCurrentUser()
  const [isReported, setIsReported] = useState(false)
  const { Dialog, initialValues, open, close } = useReportDialog()
  const byAdmin = currentUser?.isAdmin === true
  if (isAuthor(currentUser, listing)) return null
  return (
    <>
      {!isReported && (
        <Button variant="ghost" className="needs-script" onClick={() => open()}>
          <Icon name="flag" className="size-4.5" />
          {t('Report Spam')}
        </Button>
      )}
      {/* A live region announces only what is added after it exists. */}
      <div role="status">{isReported && <Thanks byAdmin={byAdmin} />}</div>
      <p className="without-script text-sm text-soft">
        {rich('Something wrong with this ad? <link>Tell us</link>', {
          link: (text) => <TextLink href={paths.contact()}>{text}</TextLink>,
        })}
      </p>
      {Dialog && (
        <Dialog
          kind={kind}
          id={listing._id}
          byAdmin={byAdmin}
          initialValues={initialValues}
          onClose={close}
          onReported={() => {
            close()
            setIsReported(true)
          }}
          onFailure={(text, values) => {
            close()
            toast({ tone: 'error', text, action: { label: t('Try again'), run: () => void open(values) } })
          }}
        />
      )}
    </>
  )
}

/** Takes the keyboard focus, because the button that had it is gone. */
function Thanks({ byAdmin }: { byAdmin: boolean }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <p ref={message} tabIndex={-1} className="flex items-center gap-2 py-2 text-sm font-semibold">
      <Icon name="circle-check" className="size-5 shrink-0 text-success" />
      {byAdmin
        ? t('You reported this ad, so it’s hidden now.')
        : t('You reported this ad. Thank you! We’ll review it.')}
    </p>
  )
}

/** Loads the dialog on the first click, because few readers report anything. */
function useReportDialog() {
  const [shown, setShown] = useState<{ Dialog: typeof ReportDialog; initialValues: Values } | null>(null)

  async function open(initialValues: Values = {}) {
    try {
      const { ReportDialog } = await import('./report-dialog.tsx')
      setShown({ Dialog: ReportDialog, initialValues })
    } catch {
      toast({ tone: 'error', text: t(unreachable) })
    }
  }
  return {
    Dialog: shown?.Dialog,
    initialValues: shown?.initialValues ?? {},
    open,
    close: () => setShown(null),
  }
}
