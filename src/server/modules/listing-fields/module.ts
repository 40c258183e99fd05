import type { Module } from '../../platform/module.ts'
import { type Changed, type FieldChanges, versionOf } from './changes.ts'
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
      addField: async (request) => replyOf('Field added.', await fieldChanges.add(request, request.body)),
      changeField: async (request) =>
        replyOf('Field saved.', await fieldChanges.change(request, request.params.key, request.body)),
      async orderFields(request) {
        return { message: 'Order saved.', auditEntryId: await fieldChanges.order(request, request.body) }
      },
    },
  }) satisfies Module

const replyOf = (message: string, { field, auditEntryId }: Changed) => ({
  message,
  field,
  version: versionOf(field),
  auditEntryId,
})
