/** The menu behind the avatar. The header's phone menu uses its parts. */

import { useState } from 'react'
import type { CurrentUser } from '../../../shared/account.ts'
import { isOffered, offeredKinds } from '../../../shared/offered-kinds.ts'
import { isAdmin } from '../../../shared/policy.ts'
import { type PhotoSize, toSmallPhoto } from '../../../shared/profile-photo.ts'
import type { PageSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { endSession } from '../../framework/session.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { localStore } from '../../ui/storage/browser-storage.ts'
import { removeCheckInLists } from '../../ui/storage/check-in-key.ts'
import { showFailureToast } from '../../ui/toast.ts'
import { Menu } from './menu.tsx'

type CurrentUserProps = { currentUser: CurrentUser }

export function AccountMenu({ currentUser }: CurrentUserProps) {
  const { name, email, photo } = currentUser
  return (
    <Menu
      label={t('Your menu')}
      className="relative hidden sm:block"
      summary={<Avatar name={name || email} photo={visiblePhoto(photo, 'small')} />}
    >
      <nav
        aria-label={t('Yours')}
        className="absolute top-full end-0 mt-2 w-64 rounded-lg border border-line bg-surface p-2 shadow-lifted"
      >
        <AccountName currentUser={currentUser} />
        <ul>
          <MenuLinks links={accountLinks(currentUser, useSite().settings)} />
          <li className="mt-2 border-t border-line pt-2">
            <LogoutButton className="menu-link w-full" />
          </li>
        </ul>
      </nav>
    </Menu>
  )
}

type MenuLinksProps = { links: readonly { label: string; to: string }[]; className?: string }

export function MenuLinks({ links, className = 'menu-link' }: MenuLinksProps) {
  const { pathname } = useLocation()
  return links.map(({ label, to }) => (
    <li key={to}>
      <a href={to} aria-current={pathname === to ? 'page' : undefined} className={className}>
        {label}
      </a>
    </li>
  ))
}

export const accountLinks = (user: CurrentUser, settings: PageSettings) => [
  { label: t('Profile'), to: paths.profile() },
  { label: t('Messages'), to: paths.messages() },
  ...offeredKinds(settings).map((kind) => ({
    label: kind === 'service' ? t('My Services') : t('My Events'),
    to: paths.ownListings(kind),
  })),
  { label: t('Saved ads'), to: paths.saved() },
  ...(isOffered(settings, 'event') ? [{ label: t('Going'), to: paths.attending() }] : []),
  { label: t('Saved searches'), to: paths.savedSearches() },
  { label: t('Your account'), to: paths.account() },
  ...(user.role ? [{ label: isAdmin(user) ? t('Admin') : t('Moderation'), to: paths.admin() }] : []),
]

export function AccountName({ currentUser: { name, email } }: CurrentUserProps) {
  return (
    <p className="mb-2 border-b border-line px-3 pt-1 pb-3 text-sm">
      <span className="block truncate font-semibold">{name || email}</span>
      {name && <span className="block truncate text-xs text-soft">{email}</span>}
    </p>
  )
}

export function LogoutButton({ className }: { className: string }) {
  const backend = useBackend()
  const [busy, setBusy] = useState(false)

  async function logOut() {
    setBusy(true)
    try {
      await endSession(backend)
      removeCheckInLists(localStore)
      // A full page load, so that none of the user's data stays in memory.
      location.assign(paths.home())
    } catch (error) {
      setBusy(false)
      showFailureToast(error)
    }
  }

  return (
    <button
      type="button"
      disabled={busy}
      className={`needs-script cursor-pointer text-start ${className}`}
      onClick={logOut}
    >
      {busy ? t('Logging out…') : t('Logout')}
    </button>
  )
}

/** Returns the photo if this site hosts it: pages must not make browsers contact other hosts (design, section 6). */
export function visiblePhoto(photo: string | null, size: PhotoSize = 'large'): string | null {
  if (!photo || !/^\/(?![/\\])/.test(photo)) return null
  return size === 'small' ? toSmallPhoto(photo) : photo
}
