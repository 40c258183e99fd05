import { t } from '../../../shared/translate.ts'
import type { Module } from '../../platform/module.ts'
import type { FieldChanges } from './changes.ts'
import type { ListingFields } from './service.ts'

type Uses = { listingFields: ListingFields; fieldChanges: FieldChanges }

/** The fields of listings that entries of a table define. */
export const listingFieldsModule = ({ listingFields, fieldChanges }: Uses) =>
  ({
    handlers: {
      async listFields({ tracker }) {
        // A change of a field is a change of everything, which needs no tag.
        tracker?.addTags([])
        return { fields: (await listingFields.all()).filter(({ retired }) => !retired) }
      },
      listFieldsForAdmin: async () => ({ fields: await fieldChanges.list() }),
      async addField(request) {
        return { message: t('Field added.'), ...(await fieldChanges.add(request, request.body)) }
      },
      async changeField(request) {
        const changed = await fieldChanges.change(request, request.params.key, request.body)
        return { message: t('Field saved.'), ...changed }
      },
      async orderFields(request) {
        return { message: t('Order saved.'), auditEntryId: await fieldChanges.order(request, request.body) }
      },
    },
  }) satisfies Module
