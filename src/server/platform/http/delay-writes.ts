/**
 * Delays the responses of writes for as long as a process may serve what it knew before them. Nobody who learns of a write from its
 * response, on whichever worker or server, gets a page from before it (decision 055).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { isSafeMethod } from './csrf.ts'

export function delayWrites(app: FastifyInstance, delayMs: number) {
  app.addHook('onSend', async ({ method }, { statusCode }) => {
    if (!isSafeMethod(method) && statusCode < 400) await sleep(delayMs)
  })
}
