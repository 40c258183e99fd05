/** What people read when they renew a service. */
export const renewed = 'Renewed. Thanks for letting us know!'
export const brokenRenewalLink =
  'This link is not complete. Please open it from the email again, or renew the ad under My Services.'
export const suspendedRenewal = 'Your account is suspended, so its ads can’t be renewed.'
