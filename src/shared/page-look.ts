/** What pages know of the look of the site, if it differs from the program's own. */
export type PageLook = {
  /** The URL of the style sheet with what differs. */
  stylesheet: string
  colorScheme: 'auto' | 'light' | 'dark'
  /** The page background in both modes. */
  themeColors: { light: string; dark: string }
  /** Whether headings and texts have other typefaces than the program's. */
  hasOwnFonts: boolean
  /** Null for the program's own. Sizes are in pixels. */
  logo: { url: string; darkUrl: string | null; width: number; height: number; withName: boolean } | null
  /** The version of the icons of the site; null for the program's own. */
  icons: string | null
}
