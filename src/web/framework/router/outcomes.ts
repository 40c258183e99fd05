/** What a loader may throw on purpose, on the server and in the browser. */

/** Leads to another page of the site. */
export class Redirect {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** Becomes an error page with this status. `data` must survive JSON, because the server sends it to the browser. */
export class RouteError extends Error {
  readonly status: number
  readonly data: Record<string, unknown>

  constructor(status: number, data: Record<string, unknown>) {
    super(`status ${status}`)
    this.status = status
    this.data = data
  }
}
