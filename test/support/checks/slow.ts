/** Of many similar tests, `npm test` runs a sample; `npm run test:slow` runs the others. Returns the options of one of them. */
export const slowUnless = (isInSample: boolean): { tags: string[] } => ({ tags: isInSample ? [] : ['slow'] })

/** The same for a browser test. */
export const slowJourneyUnless = (isInSample: boolean) => ({ tag: isInSample ? [] : '@slow' })
