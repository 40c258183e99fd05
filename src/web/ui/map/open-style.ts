/**
 * Returns the address of the style of maps with streets, as MapLibre takes it. The tiles of the site's own are parts of one file, which
 * the style reads through a library.
 */
export async function openStyle(styleUrl: string): Promise<string> {
  if (!styleUrl.startsWith('/')) return styleUrl
  const [{ addProtocol }, { Protocol }] = await Promise.all([import('maplibre-gl'), import('pmtiles')])
  addProtocol('pmtiles', new Protocol().tile)
  return new URL(`${styleUrl}?scheme=${colorScheme()}&lang=${document.documentElement.lang}`, location.href)
    .href
}

/** Returns `light` or `dark`: a site can have one of them only, whatever the device prefers. */
export const colorScheme = (): string => getComputedStyle(document.documentElement).colorScheme
