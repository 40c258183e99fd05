import { useEffect } from 'react'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

const pollMs = 60_000

/** The header's link to the messages, with the number of conversations that have unread ones. On phones, the menu has both. */
export function UnreadMessages({ unread }: { unread: number }) {
  const { api } = useBackend()
  useEffect(() => {
    // The reply replaces the session, which the header shows. A tab in the background asks nothing.
    const refresh = () => {
      if (document.visibilityState === 'visible') void api.getSession({}).catch(() => {})
    }
    const timer = setInterval(refresh, pollMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [api])
  return (
    <a
      href={paths.messages()}
      className="relative hidden size-11 items-center justify-center rounded-full text-ink hover:bg-sunken sm:inline-flex"
    >
      <Icon name="message-circle" className="size-6" />
      <span className="sr-only">Messages{unread > 0 && `, ${unread} unread`}</span>
      {unread > 0 && <UnreadMark unread={unread} className="top-0.5 right-0" />}
    </a>
  )
}

/** The number on an icon. */
export function UnreadMark({ unread, className }: { unread: number; className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-on-accent ${className}`}
    >
      {Math.min(unread, 99)}
    </span>
  )
}
