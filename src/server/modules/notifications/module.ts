import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Database } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms } from '../../platform/http/form-bodies.ts'
import type { Module } from '../../platform/module.ts'
import { emailSubscriptionRoutes } from './routes.ts'
import type { Subscriptions } from './subscriptions.ts'

type Options = { database: Database; subscriptions: Subscriptions; publicUrl: string }

/** The emails that people can turn off. */
export const notificationsModule = ({ database, subscriptions, publicUrl }: Options) =>
  ({
    handlers: emailSubscriptionRoutes(database, subscriptions),
    mount: (app, dispatch) => mountUnsubscribe(app, dispatch, publicUrl),
  }) satisfies Module

const maxFormBytes = 4096

type FormRequest = FastifyRequest<{ Body: Fields | undefined; Querystring: { token?: string | string[] } }>

/** One-click unsubscription (RFC 8058): mail programs post to the link of an email, as anyone may who has it. */
function mountUnsubscribe(app: FastifyInstance, dispatch: Dispatch, publicUrl: string) {
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    // Mail programs may send their one field as multipart, too. Nothing in it is needed.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, _body, done) => done(null, {}),
    )

    // Mail programs are other sites, and send no cookies.
    const config = { acceptsOtherSites: true }
    scope.post(publicPaths.unsubscribe(), { config }, async (request: FormRequest, reply) => {
      const { token = firstOf(request.query.token), action } = request.body ?? {}
      const context = { viewer: null, network: networkOf(request.ip), forgetSession: () => {} }
      const body = { token, stopped: action !== 'resume' }
      const { message } = await dispatch('changeEmailSubscription', { body }, context)
      // RFC 8058 wants no redirect.
      if (action === undefined) return reply.type('text/plain; charset=utf-8').send(`${message}\n`)
      return reply.redirect(publicUrl + publicPaths.unsubscribe({ token }), 303)
    })
  })
}

const firstOf = (value: string | string[] | undefined): string => [value].flat()[0] ?? ''
