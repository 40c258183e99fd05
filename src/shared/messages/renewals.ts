/** What people read when they renew a service. */
import { msg } from '../translate.ts'
export const renewed = msg('Renewed. Thanks for letting us know!')
export const brokenRenewalLink = msg(
  'This link is not complete. Please open it from the email again, or renew the ad under My Services.',
)
export const suspendedRenewal = msg('Your account is suspended, so its ads can’t be renewed.')
