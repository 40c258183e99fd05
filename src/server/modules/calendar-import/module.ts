import type { Module } from '../../platform/module.ts'
import { mountCalendarFiles } from './file-routes.ts'
import { createFileImport } from './import-file.ts'
import { importedCalendarRoutes } from './routes.ts'
import { createCalendarImport } from './service.ts'

type Options = Parameters<typeof createCalendarImport>[0] &
  Parameters<typeof createFileImport>[0] &
  Omit<Parameters<typeof mountCalendarFiles>[1], 'files'>

export const calendarImportModule = (options: Options) =>
  ({
    handlers: importedCalendarRoutes(createCalendarImport(options)),
    mount: (app) => mountCalendarFiles(app, { ...options, files: createFileImport(options) }),
  }) satisfies Module
