import { Outlet, ScrollRestoration } from 'react-router'
import { Chrome } from './chrome.tsx'

export function Layout() {
  return (
    <>
      <Chrome>
        <Outlet />
      </Chrome>
      <ScrollRestoration />
    </>
  )
}
