/** The ground of a page, as style.css has it under `--page`: what the browser itself paints around a page is to match it. */
export const pageColors = { light: '#faf8f5', dark: '#171310' }
