/** The key of the list of people who register, which a browser keeps until its user signs out. */
export const checkInKey = (event: string): string => `check-in ${event}`
