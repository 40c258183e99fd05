/** The path of a Chromium that runs, installed if need be. Ends the process when there is no way to one. */
export function ensureBrowser(): string
