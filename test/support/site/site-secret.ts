/** The secret of every app that a test creates. */
export const siteSecret = 'a secret of the tests, long enough to be one'
