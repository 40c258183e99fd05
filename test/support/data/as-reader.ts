/** Lets a test read in a language. Files of a worker share their modules, so what was the source before must come back. */
import { setLanguageSource } from '../../../src/shared/language.ts'

let language: string | null = null

/** Reads in a language until the next call; with null, in that of the server. */
export function readAs(next: string | null): void {
  language = next
}

const ofServer = setLanguageSource(() => language ?? ofServer())
