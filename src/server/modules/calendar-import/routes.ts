import { t } from '../../../shared/translate.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { CalendarImport } from './service.ts'

export const importedCalendarRoutes = (imports: CalendarImport) =>
  ({
    listImportedCalendars: ({ viewer }) => imports.list(viewer),
    importCalendar: async ({ viewer, body }) => ({
      message: t('Calendar added.'),
      id: await imports.add(viewer, body.url),
    }),
    refreshImportedCalendar: async ({ viewer, params }) => {
      await imports.refresh(viewer, params.id)
      return { message: t('We’re reading the calendar again.') }
    },
    removeImportedCalendar: async ({ viewer, params }) => {
      await imports.remove(viewer, params.id)
      return { message: t('Calendar removed.') }
    },
    getImportedEvent: ({ viewer, params }) => imports.getEvent(viewer, params.id),
    changeImportedEvent: async ({ viewer, params, body }) => {
      await imports.changeEvent(viewer, params.id, body)
      return { message: t('Saved.') }
    },
  }) satisfies Partial<Handlers>
