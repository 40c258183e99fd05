import type { CurrentUser } from '../../shared/account.ts'
import { paths } from '../paths.ts'

/** What the avatar menu and the phone menu lead to. */
export const accountLinks = ({ isAdmin }: CurrentUser) => [
  { label: 'Profile', to: paths.profile() },
  { label: 'My Services', to: paths.myServices() },
  { label: 'My Events', to: paths.myEvents() },
  { label: 'Your account', to: paths.account() },
  ...(isAdmin ? [{ label: 'Admin', to: paths.admin() }] : []),
]
