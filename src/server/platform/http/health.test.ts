import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectTo, createDatabase, createTestApp } from '../../../../test/support/site/app.ts'

test('a site with a database is alive and ready', async () => {
  const { app } = await createTestApp()
  const health = await app.http.inject('/healthz')
  expect(health.statusCode).toBe(200)
  expect(health.json()).toEqual({ status: 'ok' })
  const ready = await app.http.inject('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', database: true, storage: true })
  expect(ready.headers['cache-control']).toBe('no-store')
})

test('a site without its database is alive but not ready, and does not reveal why', async () => {
  const { address } = await createDatabase()
  const database = connectTo(address)
  const { app } = await createTestApp(database)
  await database.close()
  expect((await app.http.inject('/healthz')).statusCode).toBe(200)
  const ready = await app.http.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready', database: false, storage: true })
})

test('a site whose database lacks a migration is not ready', async () => {
  const { app, database } = await createTestApp()
  await sql`delete from migration where name like '0069%'`.execute(database.kysely)
  const ready = await app.http.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready', database: false, storage: true })
})

test('a draining site is not ready, but still responds', async () => {
  const { app } = await createTestApp()
  app.drain()
  const ready = await app.http.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ status: 'stopping' })
  const services = await app.http.inject('/api/services')
  expect(services.statusCode).toBe(200)
  expect(services.headers.connection).toBe('close')
  expect((await app.http.inject('/healthz')).statusCode).toBe(200)
})
