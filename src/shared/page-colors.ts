/** The page background, for light and dark color schemes. Every page loads these two, and not the other colors. */
export const pageColors = { light: '#faf8f5', dark: '#171310' }
