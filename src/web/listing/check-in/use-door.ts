import { useEffect, useRef, useState } from 'react'
import type { CheckInList } from '../../../shared/contract/check-in.ts'
import { AppError } from '../../../shared/errors.ts'
import { useBackend, useCurrentUser } from '../../framework/api-context.ts'
import { cachedAtAttribute } from '../../site/offline/caches.ts'
import { localStore } from '../../ui/storage/browser-storage.ts'
import { confirm, type Door, mark, nextEntries, readDoor, storeDoor } from './door.ts'

/** How often check-ins that could not be sent are sent again. */
const retryMs = 10_000

/** The list of an event at its door. `loaded` is null without a connection, and for those who may not see it. */
export function useDoor(id: string, loaded: CheckInList | null) {
  const user = useCurrentUser()?.email ?? ''
  const { api } = useBackend()
  const [door, setDoor] = useState<Door | null>(() => loaded && { list: loaded, pending: [], user })
  const [refusal, setRefusal] = useState('')
  const current = useRef(door)
  const sending = useRef(false)

  function update(next: Door) {
    current.current = next
    setDoor(next)
    storeDoor(localStore, id, next)
  }

  /** Sends what waits. Without a connection, it stays. */
  async function send() {
    if (sending.current) return
    sending.current = true
    try {
      for (let entries = next(); entries.length > 0; entries = next()) {
        const { people } = await api.checkIn({ params: { id }, body: { entries } })
        if (current.current) update(confirm(current.current, entries, people))
      }
      setRefusal('')
    } catch (error) {
      if (error instanceof AppError) setRefusal(error.message)
    } finally {
      sending.current = false
    }
  }
  const next = () => (current.current ? nextEntries(current.current) : [])

  /** Sends what waits, and loads who has registered since. */
  async function refresh() {
    await send()
    const kept = current.current
    const list = await api.getCheckIn({ params: { id }, query: { date: kept?.list.date.scheduled } })
    // A page that was kept for reading offline does not know its user; the list that it shows does.
    update({ list, pending: current.current?.pending ?? [], user: kept?.user ?? user })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const kept = readDoor(localStore, id)
    // A page that the server sends without the list is for someone else. One that was kept for reading offline always is without.
    const isOffline = document.documentElement.hasAttribute(cachedAtAttribute)
    const start = loaded ? { list: loaded, pending: kept?.pending ?? [], user } : isOffline ? kept : null
    if (start) update(start)
    void send()
    const retry = setInterval(send, retryMs)
    addEventListener('online', send)
    return () => {
      clearInterval(retry)
      removeEventListener('online', send)
    }
  }, [])

  return {
    door,
    /** Why the server does not take check-ins, or empty. */
    refusal,
    refresh,
    mark(code: string, present: boolean) {
      if (!current.current) return
      update(mark(current.current, { code, present, at: new Date().toISOString() }))
      void send()
    },
  }
}
