import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'

const places = [
  { label: 'Home', to: paths.home() },
  { label: 'Services', to: paths.allServices() },
  { label: 'Events', to: paths.allEvents() },
  { label: 'Categories', to: paths.allCategories() },
  { label: 'Locations', to: paths.allLocations() },
]

export function Header() {
  const { pathname } = useLocation()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="page-width flex min-h-16 items-center gap-2 sm:gap-4">
        <a href={paths.home()} className="mr-auto inline-flex min-h-11 items-center rounded-md no-underline">
          <Logo />
        </a>
        <nav aria-label="Main" className="mx-auto hidden lg:block">
          <ul className="flex gap-1">
            {places.map(({ label, to }) => (
              <li key={to}>
                <a href={to} aria-current={pathname === to ? 'page' : undefined} className="main-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-3">
          <a
            href={paths.signIn()}
            className="hidden min-h-11 items-center rounded-full px-4 text-sm font-semibold hover:bg-sunken sm:inline-flex"
          >
            Sign In
          </a>
          <ButtonLink href={paths.post()}>Post Ad</ButtonLink>
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}

function PhoneMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key, pathname } = useLocation()

  // A menu left open would cover the page just arrived at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a navigation, the event waited for
  useEffect(() => {
    menu.current?.removeAttribute('open')
  }, [key])

  return (
    <details
      ref={menu}
      className="lg:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        menu.current?.removeAttribute('open')
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary
        aria-label="Menu"
        className="flex size-11 items-center justify-center rounded-full hover:bg-sunken"
      >
        <Icon name="menu" className="size-6" />
      </summary>
      <nav
        aria-label="Main"
        className="absolute inset-x-0 top-full border-b border-line bg-page shadow-lifted"
      >
        <ul className="page-width py-3">
          {places.map(({ label, to }) => (
            <li key={to}>
              <a href={to} aria-current={pathname === to ? 'page' : undefined} className="menu-link">
                {label}
              </a>
            </li>
          ))}
          <li className="mt-2 border-t border-line pt-2 sm:hidden">
            <a href={paths.signIn()} className="menu-link">
              Sign In
            </a>
          </li>
        </ul>
      </nav>
    </details>
  )
}
