import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'

type ShareButtonProps = { title: string /** By default, the current page. */; url?: string }

/** Shares a page's URL through the device's share sheet, or copies it to the clipboard. */
export function ShareButton({ title, url }: ShareButtonProps) {
  return (
    <Button variant="secondary" className="needs-script" onClick={() => share(title, url ?? location.href)}>
      <Icon name="share-2" className="size-4.5" />
      Share
    </Button>
  )
}

async function share(title: string, url: string) {
  try {
    if (navigator.share) return await navigator.share({ title, url })
    // Throws without HTTPS: browsers allow the clipboard only in secure contexts.
    await navigator.clipboard.writeText(url)
    toast({ tone: 'success', text: 'Link copied.' })
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({
      tone: 'error',
      text: 'We couldn’t copy the link. Please copy it from the address bar.',
    })
  }
}
