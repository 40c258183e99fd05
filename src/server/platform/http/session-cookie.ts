/** The name of the cookie of a signed-in browser. With https, it has the prefix `__Secure-`. */
export const sessionCookie = 'corkboard.session_token'
