/** Every route of the server and every page, read from the routers themselves, so that a new one cannot be forgotten. */
import { createRoutes } from '../../src/web/routes.tsx'
import { createTestApp } from '../support/site/app.ts'
import type { Method } from './browser.ts'

export type Route = { method: Method; path: string }

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const isMethod = (text: string): text is Method => methods.some((method) => method === text)

/** Returns the routes under `/api`, such as `PUT /api/service-update/:id`, without the one for unknown paths. */
export async function listApiRoutes(): Promise<Route[]> {
  const { app } = await createTestApp()
  const prefixes: string[] = []
  const routes: Route[] = []
  for (const line of app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const {
      indent = '',
      segment = '',
      names = '',
    } = /^(?<indent>[│ ]*)[├└]── (?<segment>\S+)(?: \((?<names>.*)\))?$/.exec(line)?.groups ?? {}
    prefixes.splice(indent.length / 4)
    const path = prefixes.join('') + segment
    prefixes.push(segment)
    routes.push(
      ...names
        .split(', ')
        .filter(isMethod)
        .map((method) => ({ method, path })),
    )
  }
  return routes.filter(({ path }) => /^\/api\//.test(path) && !path.endsWith('*'))
}

/** Returns the paths of all pages, such as `/ad-details/:id`. */
export function listPages(): string[] {
  return createRoutes('corkboard')
    .map(({ path }) => path)
    .filter((path) => path !== '*')
}
