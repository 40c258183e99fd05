import { useLocation } from 'react-router'
import { AccountMenu, AccountName, accountLinks, LogoutButton } from '../accounts/account-menu.tsx'
import { useMayPost } from '../accounts/suspended-notice.tsx'
import { useCurrentUser } from '../backend.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { Logo } from './logo.tsx'

const mainLinks = [
  { label: 'Home', to: paths.home() },
  { label: 'Services', to: paths.allServices() },
  { label: 'Events', to: paths.allEvents() },
  { label: 'Categories', to: paths.allCategories() },
  { label: 'Locations', to: paths.allLocations() },
]

export function Header() {
  const { pathname } = useLocation()
  const signedIn = useCurrentUser()
  const mayPost = useMayPost()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="page-width flex min-h-16 items-center gap-2 sm:gap-4">
        <a href={paths.home()} className="mr-auto inline-flex min-h-11 items-center rounded-md no-underline">
          <Logo />
        </a>
        <nav aria-label="Main" className="mx-auto hidden lg:block">
          <ul className="flex gap-1">
            {mainLinks.map(({ label, to }) => (
              <li key={to}>
                <a href={to} aria-current={pathname === to ? 'page' : undefined} className="main-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-3">
          {!signedIn && (
            <SignInLink className="hidden min-h-11 items-center rounded-full px-4 text-sm font-semibold hover:bg-sunken sm:inline-flex" />
          )}
          {mayPost && <ButtonLink href={paths.post()}>Post Ad</ButtonLink>}
          {signedIn && <AccountMenu currentUser={signedIn} currentPath={pathname} />}
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}

/** Signing in leads back to the current page. */
function SignInLink({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  return (
    <a href={paths.signIn(pathname + search)} className={className}>
      Sign In
    </a>
  )
}

function PhoneMenu() {
  const { pathname } = useLocation()
  const signedIn = useCurrentUser()
  const link = ({ label, to }: { label: string; to: string }) => (
    <li key={to}>
      <a href={to} aria-current={pathname === to ? 'page' : undefined} className="menu-link">
        {label}
      </a>
    </li>
  )
  return (
    <Menu label="Menu" className="lg:hidden" summary={<Icon name="menu" className="size-6" />}>
      <nav
        aria-label="Main"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-page shadow-lifted"
      >
        <ul className="page-width py-3">
          {mainLinks.map(link)}
          <li className="mt-2 border-t border-line pt-2 sm:hidden">
            {signedIn ? (
              <>
                <AccountName currentUser={signedIn} />
                <ul>
                  {accountLinks(signedIn).map(link)}
                  <li>
                    <LogoutButton className="menu-link w-full" />
                  </li>
                </ul>
              </>
            ) : (
              <SignInLink className="menu-link" />
            )}
          </li>
        </ul>
      </nav>
    </Menu>
  )
}
