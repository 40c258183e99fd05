import { type ReactNode, useEffect } from 'react'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend, useCurrentUser } from '../../framework/api-context.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMayPost } from '../suspended-notice.tsx'
import { AccountMenu, AccountName, accountLinks, LogoutButton, MenuLinks } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { Menu } from './menu.tsx'

/** With the pages that admins added. */
function useMainLinks() {
  const { settings, pageLinks } = useSite()
  return [
    { label: t('Home'), to: paths.home() },
    ...offeredKinds(settings).map((kind) => ({
      label: kind === 'service' ? t('Services') : t('Events'),
      to: paths.listings(kind),
    })),
    { label: t('Categories'), to: paths.allCategories() },
    { label: t('Locations'), to: paths.allLocations() },
    ...pageLinks.header,
  ]
}

type Search = (size: 'bar' | 'large') => ReactNode

type Place = (where: 'bar' | 'menu') => ReactNode

type HeaderProps = {
  search: Search
  place: Place
  savedLink: ReactNode
}

export function Header({ search, place, savedLink }: HeaderProps) {
  const signedIn = useCurrentUser()
  const mayPost = useMayPost()
  const mainLinks = useMainLinks()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="page-width flex min-h-16 items-center sm:gap-3">
        <a
          href={paths.home()}
          className="me-auto flex min-h-11 min-w-9 items-center rounded-md no-underline lg:shrink-0"
        >
          <Logo />
        </a>
        <nav aria-label={t('Main')} className="mx-auto hidden min-w-0 lg:block">
          <ul className="flex flex-wrap gap-x-1">
            <MenuLinks links={mainLinks} className="main-link" />
          </ul>
        </nav>
        <div className={`min-w-0 max-w-96 flex-1 xl:min-w-60 ${fieldWidths.field}`}>{search('bar')}</div>
        <div className="ms-auto flex shrink-0 items-center gap-0.5 sm:gap-1">
          <div className="hidden sm:block">{place('bar')}</div>
          <SearchMenu search={search} />
          {!signedIn && (
            <SignInLink className="hidden min-h-11 items-center rounded-full px-3 text-sm font-semibold hover:bg-sunken sm:inline-flex" />
          )}
          {mayPost && (
            <ButtonLink href={paths.post()} className="max-sm:px-3 sm:mx-1 md:max-lg:px-4 lg:mx-1.5">
              {t('Post Ad')}
            </ButtonLink>
          )}
          {savedLink}
          {signedIn && <UnreadMessages unread={signedIn.unread} />}
          {signedIn && <AccountMenu currentUser={signedIn} />}
          <PhoneMenu place={place} />
        </div>
      </div>
    </header>
  )
}

/** The field is in the bar where there is room; elsewhere a button opens it. Both are in the HTML, so nothing moves when scripts run. */
const fieldWidths = { field: 'hidden md:block lg:hidden xl:block', button: 'md:hidden lg:block xl:hidden' }

function SearchMenu({ search }: { search: Search }) {
  return (
    <Menu
      label={t('Search')}
      className={fieldWidths.button}
      summary={<Icon name="search" className="size-6" />}
      onOpen={(menu) => menu.querySelector('input')?.focus()}
    >
      <div className="absolute inset-x-0 top-full border-b border-line bg-page py-4 shadow-lifted">
        <div className="page-width">
          <div className="mx-auto max-w-2xl">{search('large')}</div>
        </div>
      </div>
    </Menu>
  )
}

/** Signing in leads back to the current page. */
function SignInLink({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  return (
    <a href={paths.signIn(pathname + search)} className={className}>
      {t('Sign In')}
    </a>
  )
}

function PhoneMenu({ place }: { place: Place }) {
  const signedIn = useCurrentUser()
  const unread = signedIn?.unread ?? 0
  const { settings } = useSite()
  const mainLinks = useMainLinks()
  return (
    <Menu
      label={unread > 0 ? t('Menu, {unread} unread', { unread }) : t('Menu')}
      className="group lg:hidden"
      summary={
        <span className="relative">
          <Icon name="menu" className="size-6 group-open:hidden" />
          <Icon name="x" className="hidden size-6 group-open:block" />
          {unread > 0 && <UnreadMark unread={unread} className="-top-2.5 -end-3 sm:hidden" />}
        </span>
      }
    >
      <nav
        aria-label={t('Main')}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-page shadow-lifted"
      >
        <ul className="page-width py-3">
          <MenuLinks links={mainLinks} />
          <li className="mt-2 border-t border-line pt-2 sm:hidden">
            {place('menu')}
            {signedIn ? (
              <>
                <AccountName currentUser={signedIn} />
                <ul>
                  <MenuLinks links={accountLinks(signedIn, settings)} />
                  <li>
                    <LogoutButton className="menu-link w-full" />
                  </li>
                </ul>
              </>
            ) : (
              <ul>
                <MenuLinks links={[{ label: t('Saved ads'), to: paths.saved() }]} />
                <li>
                  <SignInLink className="menu-link" />
                </li>
              </ul>
            )}
          </li>
        </ul>
      </nav>
    </Menu>
  )
}

const pollMs = 60_000

/** The header's link to the messages, with the number of conversations that have unread ones. On phones, the menu has both. */
function UnreadMessages({ unread }: { unread: number }) {
  const { api } = useBackend()
  useEffect(() => {
    // The reply replaces the session, which the header shows. A background tab sends nothing.
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
      <span className="sr-only">
        {unread > 0 ? t('Messages, {unread} unread', { unread }) : t('Messages')}
      </span>
      {unread > 0 && <UnreadMark unread={unread} className="top-0.5 end-0" />}
    </a>
  )
}

/** The number on an icon. */
function UnreadMark({ unread, className }: { unread: number; className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-on-accent ${className}`}
    >
      {Math.min(unread, 99)}
    </span>
  )
}
