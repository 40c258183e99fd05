/** The form in the footer with which readers choose their language: a cookie, and for signed-in people their account. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { acceptForms } from '../../platform/http/form-bodies.ts'
import { languageCookie, languagesAt, withLanguage } from '../../platform/language/request-language.ts'

type Options = {
  viewerOf: ViewerOf
  publicUrl: string
  /** Stores the language in which someone gets emails. */
  setLanguage: (viewer: Viewer, language: string) => Promise<void>
}

const maxFormBytes = 16 * 1024

export function mountLanguageForm(app: FastifyInstance, { viewerOf, publicUrl, setLanguage }: Options) {
  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(
      publicPaths.language(),
      async (request: FastifyRequest<{ Body: Fields | undefined }>, reply) => {
        const to = pathOf(request.body?.to, publicUrl)
        const language = languagesAt(to).find((tag) => tag === request.body?.language)
        if (language) {
          // Someone whose session has ended still reads on in the language.
          const viewer = await viewerOf(request, reply).catch(() => null)
          if (viewer) await setLanguage(viewer, language)
          reply.header('set-cookie', languageCookie(language, publicUrl))
        }
        return reply.redirect(publicUrl + withLanguage(to, null), 303)
      },
    )
  })
}

/** Returns the path of the page with the form; that of the home page for anything that is no path of the site. */
function pathOf(to: string | undefined, publicUrl: string): string {
  const url = to?.startsWith('/') ? URL.parse(to, publicUrl) : null
  return url && url.origin === new URL(publicUrl).origin ? url.pathname + url.search : publicPaths.home()
}
