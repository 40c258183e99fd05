/** Builds each part whose sources have changed since its last build. Exits the process if a build fails. */
export function ensureBuilt(): void
