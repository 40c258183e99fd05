import { useState } from 'react'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { reports } from '../../shared/messages/forms.ts'
import { isAuthor } from '../../shared/policy.ts'
import { useCurrentUser } from '../backend.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import type { Values } from '../ui/forms/form.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import type { ReportDialog } from './report-dialog.tsx'

type ReportSpamProps = { kind: Kind; listing: Service | Event }

/** Not shown to the author, who can edit or delete the listing instead. */
export function ReportSpam({ kind, listing }: ReportSpamProps) {
  const currentUser = useCurrentUser()
  const ready = useHydrated()
  const { Dialog, initialValues, open, close } = useReportDialog(kind)
  if (isAuthor(currentUser, listing)) return null
  return (
    <>
      <Button look="quiet" className="needs-script" disabled={!ready} onClick={() => open()}>
        <Icon name="flag" className="size-4.5" />
        Report Spam
      </Button>
      <p className="without-script text-sm text-soft">
        Something wrong with this ad? <TextLink href={paths.contact()}>Tell us</TextLink>
      </p>
      {Dialog && (
        <Dialog
          kind={kind}
          id={listing._id}
          byAdmin={currentUser?.isAdmin === true}
          initialValues={initialValues}
          onClose={close}
          onFailure={(text, values) => {
            close()
            toast({ tone: 'bad', text, action: { label: 'Try again', run: () => void open(values) } })
          }}
        />
      )}
    </>
  )
}

/** Loads the dialog on the first click, because few readers report anything. */
function useReportDialog(kind: Kind) {
  const [shown, setShown] = useState<{ Dialog: typeof ReportDialog; initialValues: Values } | null>(null)

  async function open(initialValues: Values = {}) {
    try {
      const { ReportDialog } = await import('./report-dialog.tsx')
      setShown({ Dialog: ReportDialog, initialValues })
    } catch {
      toast({ tone: 'bad', text: reports[kind].failed })
    }
  }
  return {
    Dialog: shown?.Dialog,
    initialValues: shown?.initialValues ?? {},
    open,
    close: () => setShown(null),
  }
}
