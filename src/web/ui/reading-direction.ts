/** Returns whether the page is read from right to left: what is next is then on the left. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Returns the key that does the same on a page from left to right. */
export const keyFromLeftToRight = (key: string): string => (isRightToLeft() && mirrored[key]) || key
