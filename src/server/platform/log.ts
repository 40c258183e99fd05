/** What the server's parts need of a log: Fastify's own logger has this shape. */
type Write = {
  (message: string): void
  (details: object, message: string): void
}
export type Logger = { info: Write; warn: Write; error: Write }
