import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'

/** Hands the page's address to whatever the reader's device shares by, else to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button look="secondary" className="needs-script" onClick={() => share(title, location.href)}>
      <Icon name="share-2" className="size-4.5" />
      Share
    </Button>
  )
}

async function share(title: string, url: string) {
  try {
    if (navigator.share) return await navigator.share({ title, url })
    // Browsers keep the clipboard for https, and for this very computer: elsewhere this throws.
    await navigator.clipboard.writeText(url)
    toast({ tone: 'good', text: 'Link copied. Paste it wherever you like.' })
  } catch (error) {
    // Whoever closes the sheet has changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({
      tone: 'bad',
      text: 'Your browser did not let us copy the link. Please copy it from the address bar.',
    })
  }
}
