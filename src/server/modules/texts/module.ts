import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'
import { notFound } from '../../../shared/errors.ts'
import { textLimits } from '../../../shared/limits.ts'
import { privatePaths } from '../../../shared/paths.ts'
import { readTextForm } from '../../../shared/texts/form.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import { Html, html, htmlPage } from '../../platform/html.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms } from '../../platform/http/form-bodies.ts'
import type { Module } from '../../platform/module.ts'
import type { TextChanges } from './changes.ts'
import { findText, listTexts, previewOf } from './editing.ts'
import type { Texts } from './service.ts'

type Uses = {
  database: Database
  slug: string
  texts: Texts
  textChanges: TextChanges
  viewerOf: ViewerOf
}

/** The texts of the site, which admins change, and the pages that they add. */
export const textsModule = ({ database, slug, texts, textChanges: changes, viewerOf }: Uses) =>
  ({
    handlers: {
      async getTextPage({ params, tracker }) {
        // A change of a text is a change of everything, which needs no tag.
        tracker?.addTags([])
        const page = texts.pageAt(params.address)
        if (!page) throw notFound('page')
        return page
      },
      async listTexts({ query }) {
        const found = await listTexts(database, slug, query.search)
        return {
          texts: found.map((text) => ({ ...text, isEmpty: text.isEmpty || !texts.isShown(text.key) })),
        }
      },
      getText: ({ params, query }) => findText(database, slug, params.id, query.version),
      previewText: async ({ params, body }) => previewOf(params.id, body),
      addTextPage: async (request) => ({
        message: t('Page added.'),
        ...(await changes.add(request, request.body)),
      }),
      changeText: async (request) => replyOf(await changes.change(request, request.params.id, request.body)),
      restoreText: async (request) =>
        replyOf(await changes.restore(request, request.params.id, request.body)),
      keepText: async (request) => replyOf(await changes.keep(request, request.params.id, request.body)),
    },
    mount: (app, dispatch) => mountPreview(app, dispatch, viewerOf),
  }) satisfies Module

const replyOf = <Changed extends { auditEntryId: number | null }>(changed: Changed) => ({
  message: changed.auditEntryId === null ? t('Nothing changed.') : t('Text saved.'),
  ...changed,
})

const style = 'body{max-width:42rem;margin:2rem auto;padding:0 1.5rem;font:1.125rem/1.6 system-ui,sans-serif}'

type PreviewRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id: string } }>

/** Shows what a text would look like, in a tab of its own, where scripts do not run. */
function mountPreview(app: FastifyInstance, dispatch: Dispatch, viewerOf: ViewerOf) {
  void app.register(async (scope) => {
    acceptForms(scope, textLimits.formBytes)
    scope.post(`${privatePaths.adminTextPreview}/:id`, async (request: PreviewRequest, reply) => {
      const viewer = await viewerOf(request, reply)
      const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
      const { id } = request.params
      const body = readTextForm(request.body ?? {})
      const page = await dispatch('previewText', { params: { id }, body } as never, context)
      const parts = [
        ...page.lead,
        ...page.sections.flatMap(({ title, parts }) => [
          { type: 'html' as const, html: html`<h2>${title}</h2>`.text },
          ...parts,
        ]),
      ].map((part) => new Html(partHtml(part)))
      const content = html`<h1>${page.title}</h1><p>${page.subtitle}</p>${parts}`
      return reply.type('text/html; charset=utf-8').send(htmlPage(page.title, style, content).text)
    })
  })
}

type Part = Awaited<ReturnType<typeof previewOf>>['lead'][number]

function partHtml(part: Part): string {
  if (part.type === 'html') return part.html
  if (part.type === 'button') return html`<p><a href="${part.href}">${part.label}</a></p>`.text
  if (part.type === 'element') return html`<p>{${part.name}}</p>`.text
  return part.cards
    .map(({ title, parts }) => html`<h3>${title}</h3>`.text + parts.map(partHtml).join(''))
    .join('')
}
