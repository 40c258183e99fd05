import { useEffect, useState } from 'react'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { findServiceWorkers } from '../../ui/storage/service-workers.ts'

type Props = { pushKey: string; browsers: number; onChanged: () => Promise<void> }
type State = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

/** Notifications in this browser. Asks for permission only on a click, and shows nothing where they do not exist. */
export function BrowserNotifications({ pushKey, browsers, onChanged }: Props) {
  const { api } = useBackend()
  const [state, setState] = useState<State>('unknown')
  useEffect(() => {
    const read = async () => setState(await readState())
    void read()
    // On a first visit, the service worker is registered only after the page has loaded.
    void findPushWorkers()?.ready.then(read)
  }, [])

  async function turnOn(): Promise<State> {
    const workers = findPushWorkers()
    if (!workers || (await Notification.requestPermission()) !== 'granted') return readState()
    const { pushManager } = await workers.ready
    // A subscription made with another key, such as that of another secret, is of no use.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    const { endpoint = '', keys = {} } = subscription.toJSON()
    const { p256dh = '', auth = '' } = keys
    await api.addPushSubscription({ body: { endpoint, keys: { p256dh, auth } } })
    return 'on'
  }

  async function turnOff(): Promise<State> {
    const worker = await findPushWorkers()?.ready
    const subscription = await worker?.pushManager.getSubscription()
    if (!subscription) return 'off'
    await api.removePushSubscription({ body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
    return 'off'
  }

  if (state === 'unknown' || state === 'unsupported') return null
  const label = state === 'on' ? t('Turn off notifications') : t('Turn on notifications')
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h2 className="text-lg">{t('Notifications')}</h2>
      <p className="mt-1 text-sm text-soft">
        {state === 'denied'
          ? t('This browser blocks notifications from this site. You can allow them in its settings.')
          : t(
              'This browser can also show a notification when there are new ads, even when this site is closed.',
            )}
        {browsers > 0 &&
          state !== 'on' &&
          ` ${t('Notifications are on in {browsers} of your browsers.', { browsers })}`}
      </p>
      {state !== 'denied' && (
        <BusyButton
          variant="secondary"
          className="mt-3"
          busy={label}
          onClick={async () => {
            setState(await (state === 'on' ? turnOff() : turnOn()))
            await onChanged()
          }}
        >
          {label}
        </BusyButton>
      )}
    </section>
  )
}

/** Returns null where there are no notifications. */
const findPushWorkers = () =>
  'PushManager' in window && 'Notification' in window ? findServiceWorkers() : null

async function readState(): Promise<State> {
  const workers = findPushWorkers()
  if (!workers) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await workers.getRegistration().catch(() => null)
  if (!registration) return 'unsupported'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}
