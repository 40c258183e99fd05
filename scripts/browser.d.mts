/** Returns the path of a Chromium, installed first if necessary. Exits the process with a message if that fails. */
export function ensureBrowser(): string
