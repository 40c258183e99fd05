import { type ComponentType, type ReactNode, useState } from 'react'
import { t } from '../../../shared/translate.ts'
import { Menu } from '../../site/layout/menu.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'
import { encode } from './contact-links.ts'

type ShareMenuProps = {
  title: string
  url: string
  /** The path of a flyer, for those who may print it. */
  flyer?: string | undefined
  /** Whether it is printed as it is: the page is that of the URL. */
  printable?: boolean
  /** What the button shows, and its look. */
  children: ReactNode
  buttonClass: string
}

/** Ways to pass on the address of a page. Without scripts, it opens, and its links work. On phones, it is a sheet at the bottom. */
export function ShareMenu({ title, url, flyer, printable = false, children, buttonClass }: ShareMenuProps) {
  const [QrCode, setQrCode] = useState<ComponentType<{ url: string; onClose: () => void }> | null>(null)
  const canShare = useHydrated() && 'share' in navigator
  const text = encode(`${title}\n${url}`)

  async function showQrCode() {
    try {
      const { QrCode } = await import('./qr-code.tsx')
      setQrCode(() => QrCode)
    } catch {
      toast({ tone: 'error', text: t('We couldn’t load the QR code. Please try again.') })
    }
  }

  return (
    <>
      <Menu
        label={t('Share')}
        summary={children}
        summaryClass={buttonClass}
        className="relative print:hidden"
        onOpen={(menu) => menu.querySelector('ul')?.scrollIntoView({ block: 'nearest' })}
      >
        <ul className="share-sheet">
          <Action icon="link" onPress={() => copy(url)}>
            {t('Copy link')}
          </Action>
          <Way icon="mail" href={`mailto:?subject=${encode(title)}&body=${text.replaceAll('%0A', '%0D%0A')}`}>
            {t('{way, select, other {Email}}', { way: 'email' })}
          </Way>
          <Way icon="message-circle" href={`https://wa.me/?text=${text}`}>
            WhatsApp <span className="sr-only">{t('(opens another website)')}</span>
          </Way>
          <Way icon="share-2" href={`https://share.joinmastodon.org/#text=${text}`}>
            Mastodon <span className="sr-only">{t('(opens another website)')}</span>
          </Way>
          <Way icon="phone" href={`sms:?&body=${text}`}>
            {t('Text message')}
          </Way>
          <Action icon="qr-code" onPress={showQrCode}>
            {t('QR code')}
          </Action>
          {printable && (
            <Action icon="printer" onPress={() => print()}>
              {t('Print')}
            </Action>
          )}
          {flyer && (
            <Way icon="printer" href={flyer}>
              {t('Print a flyer')}
            </Way>
          )}
          {canShare && (
            <Action icon="share-2" onPress={() => share(title, url)}>
              {t('More')}
            </Action>
          )}
        </ul>
      </Menu>
      {QrCode && <QrCode url={url} onClose={() => setQrCode(null)} />}
    </>
  )
}

type ItemProps = { icon: Parameters<typeof Icon>[0]['name']; children: ReactNode }

/** A link to another program, website, or file. Nothing is sent there before someone follows it. */
function Way({ icon, href, children }: ItemProps & { href: string }) {
  return (
    <li>
      <a
        href={href}
        data-page="reload"
        target={href.startsWith('https:') ? '_blank' : undefined}
        rel="noreferrer nofollow"
        className="menu-link gap-3"
      >
        <Icon name={icon} className="size-5 shrink-0 text-accent" />
        <span>{children}</span>
      </a>
    </li>
  )
}

function Action({ icon, onPress, children }: ItemProps & { onPress: () => void }) {
  return (
    <li className="needs-script">
      <button
        type="button"
        className="menu-link w-full cursor-pointer gap-3 text-start"
        onClick={({ currentTarget }) => {
          const menu = currentTarget.closest('details')
          menu?.removeAttribute('open')
          menu?.querySelector('summary')?.focus()
          onPress()
        }}
      >
        <Icon name={icon} className="size-5 shrink-0 text-accent" />
        {children}
      </button>
    </li>
  )
}

async function copy(url: string) {
  try {
    // Throws without HTTPS: browsers allow the clipboard only in secure contexts.
    await navigator.clipboard.writeText(url)
    toast({ tone: 'success', text: t('Link copied.') })
  } catch {
    toast({ tone: 'error', text: t('We couldn’t copy the link. Please copy it from the address bar.') })
  }
}

/** Through the device's share sheet. It fails when the user closes it. */
const share = (title: string, url: string) => navigator.share({ title, url }).catch(() => {})
