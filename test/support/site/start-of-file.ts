/** Before each file of tests: the files of a worker share its modules, so an earlier one may have left another language or format. */
import { openLanguages } from '../../../src/server/platform/language/reader-language.ts'
import { setSiteFormat } from '../../../src/shared/site-format.ts'
import { silentLog } from './silent-log.ts'

openLanguages(() => ['en'], '/nowhere', silentLog)
setSiteFormat({ regionFormat: 'en-US', distanceUnit: 'country' })
