/** Returns the current time. Passed in so that tests can set it. */
export type Clock = () => Date
