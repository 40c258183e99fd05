const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (known: [RegExp, string][], userAgent: string) =>
  known.find(([mark]) => mark.test(userAgent))?.[1]

/** What somebody would call the browser that sent this User-Agent: `Firefox on Linux`. The first mark counts. */
export function deviceOf(userAgent: string): string {
  const browser = nameIn(browsers, userAgent) ?? 'Another program'
  const system = nameIn(systems, userAgent)
  return system ? `${browser} on ${system}` : browser
}
