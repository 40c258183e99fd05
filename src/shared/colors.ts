/**
 * The color tokens of the site, named like the custom properties in style.css; a test checks that the two agree. Pages
 * use style.css. This file is for everything that cannot: emails, flyers, the web manifest, and `theme-color`.
 */

/** The page background, for light and dark color schemes. */
export const pageColors = { light: '#faf8f5', dark: '#171310' }

export const lightColors = {
  page: pageColors.light,
  surface: '#ffffff',
  sunken: '#f1ede7',
  line: '#e4ddd3',
  edge: '#8b8073',
  ink: '#221c17',
  soft: '#61574d',
  accent: '#bb3f12',
  'accent-deep': '#94300b',
  'accent-wash': '#fdeee6',
  'on-accent': '#ffffff',
  good: '#1f5c2b',
  'good-wash': '#e6f2e1',
  bad: '#a3190f',
  'bad-wash': '#fdeae6',
  cork: '#ecdcc3',
  butter: '#fbe6ab',
  sage: '#cfe0c4',
  sky: '#c9dfea',
  blush: '#f8d3c4',
  drawn: '#3a2f26',
  'drawn-paper': '#fffdf8',
  shade: '#3c2814',
}

export const darkColors: typeof lightColors = {
  page: pageColors.dark,
  surface: '#221d19',
  sunken: '#2b2520',
  line: '#3b342d',
  edge: '#8d8276',
  ink: '#f5f0e9',
  soft: '#bdb2a6',
  accent: '#f78c5a',
  'accent-deep': '#ffab82',
  'accent-wash': '#3d2519',
  'on-accent': '#26100a',
  good: '#a9dc9f',
  'good-wash': '#1f2f1d',
  bad: '#ff9d90',
  'bad-wash': '#3f1d18',
  cork: '#33281d',
  butter: '#4d4224',
  sage: '#34422f',
  sky: '#2c3f4a',
  blush: '#4f3329',
  drawn: '#17120e',
  'drawn-paper': '#e9dfd0',
  shade: '#000000',
}
