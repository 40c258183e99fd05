/** Returns the path of a Chromium, installed first if necessary. Exits the process with a message if that fails. */
export function ensureBrowser(): string

/** Returns the path of a Chromium that runs on this machine, or null. */
export function findBrowser(): string | null
