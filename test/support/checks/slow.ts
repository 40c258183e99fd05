/** Returns the options of one of many similar tests. `npm test` runs a sample of them; `npm run test:slow` runs the others. */
export const slowUnless = (isInSample: boolean): { tags: string[] } => ({ tags: isInSample ? [] : ['slow'] })

/** The same for a browser test. */
export const slowJourneyUnless = (isInSample: boolean) => ({ tag: isInSample ? [] : '@slow' })
