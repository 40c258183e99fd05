import type { Logger } from '../../../src/server/platform/log.ts'

const ignore = () => {}
export const silentLog: Logger = { info: ignore, warn: ignore, error: ignore }
