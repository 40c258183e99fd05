import type { CurrentUser } from '../../shared/account.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { accountLinks } from './account-links.ts'
import { LogoutButton } from './logout-button.tsx'
import { visiblePhoto } from './photo.ts'

/** Behind the avatar: what is one's own, and the way out. */
export function AccountMenu({ signedIn, current }: { signedIn: CurrentUser; current: string }) {
  const { name, email, photo } = signedIn
  return (
    <Menu
      label="Your menu"
      className="relative hidden sm:block"
      summary={<Avatar name={name || email} photo={visiblePhoto(photo)} />}
    >
      <nav
        aria-label="Yours"
        className="absolute top-full right-0 mt-2 w-64 rounded-lg border border-line bg-surface p-2 shadow-lifted"
      >
        <AvatarMenuUser signedIn={signedIn} />
        <ul>
          {accountLinks(signedIn).map(({ label, to }) => (
            <li key={to}>
              <a href={to} aria-current={current === to ? 'page' : undefined} className="menu-link">
                {label}
              </a>
            </li>
          ))}
          <li className="mt-2 border-t border-line pt-2">
            <LogoutButton className="menu-link w-full" />
          </li>
        </ul>
      </nav>
    </Menu>
  )
}

export function AvatarMenuUser({ signedIn: { name, email } }: { signedIn: CurrentUser }) {
  return (
    <p className="mb-2 border-b border-line px-3 pt-1 pb-3 text-sm">
      <span className="block truncate font-semibold">{name || email}</span>
      {name && <span className="block truncate text-xs text-soft">{email}</span>}
    </p>
  )
}
