import { useState } from 'react'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { reports } from '../../shared/messages/forms.ts'
import { isAuthor } from '../../shared/policy.ts'
import { useCurrentUser } from '../accounts/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import type { ReportDialog, Written } from './report-dialog.tsx'

type Props = { kind: Kind; listing: Service | Event }

/** For everybody but the author, who can change or delete the listing instead. */
export function ReportSpam({ kind, listing }: Props) {
  const signedIn = useCurrentUser()
  const ready = useHydrated()
  const { Dialog, kept, open, close } = useDialog(kind)
  if (isAuthor(signedIn, listing)) return null
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
          byAdmin={signedIn?.isAdmin === true}
          written={kept}
          onClose={close}
          onFailure={(text, written) => {
            close()
            toast({ tone: 'bad', text, action: { label: 'Try again', run: () => void open(written) } })
          }}
        />
      )}
    </>
  )
}

/** Few readers report anything: what it takes is fetched with the click. */
function useDialog(kind: Kind) {
  const [shown, setShown] = useState<{ Dialog: typeof ReportDialog; kept: Written } | null>(null)

  async function open(kept: Written = {}) {
    try {
      const { ReportDialog } = await import('./report-dialog.tsx')
      setShown({ Dialog: ReportDialog, kept })
    } catch {
      toast({ tone: 'bad', text: reports[kind].failed })
    }
  }
  return { Dialog: shown?.Dialog, kept: shown?.kept ?? {}, open, close: () => setShown(null) }
}
