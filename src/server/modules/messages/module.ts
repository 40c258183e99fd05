import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Module } from '../../platform/module.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { mountMessagePhotos } from './photos.ts'
import { messageRoutes } from './routes.ts'
import { createMessageService, messagingOptions } from './service.ts'

type MessagesOptions = Parameters<typeof createMessageService>[0] & {
  pictures: { store: ImageStore }
  viewerOf: ViewerOf
}

/** Messages between people. */
export const messagesModule = (options: MessagesOptions) =>
  ({
    handlers: messageRoutes(createMessageService(options)),
    mount(app) {
      const { database, viewerOf, pictures } = options
      const { visitorTokens } = messagingOptions(options)
      mountMessagePhotos(app, { database, viewerOf, visitorTokens, store: pictures.store })
    },
  }) satisfies Module
