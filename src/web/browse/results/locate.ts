/** Searches near the visitor. The position is sent once, to find the town, and not stored. */
import type { Api } from '../../../shared/api-client.ts'
import { t } from '../../../shared/translate.ts'
import { toast } from '../../ui/toast.ts'

const options = { enableHighAccuracy: false, maximumAge: 600_000, timeout: 15_000 }

/** Requests the position from the browser and submits the button's form with the name of the town there. */
export async function searchNearby(api: Api, button: HTMLButtonElement) {
  const { form } = button
  const field = form?.elements.namedItem('near')
  if (!form || !(field instanceof HTMLInputElement)) return
  button.disabled = true
  try {
    const { coords } = await getPosition()
    const { latitude, longitude } = coords
    const { name } = await api.findNearestTown({ body: { latitude, longitude } })
    if (name === null) return explain(t('We don’t know a town near you. Please type a place instead.'))
    field.value = name
    form.requestSubmit()
  } catch (error) {
    explain(
      isDenied(error)
        ? t('Your browser doesn’t share your location with this site. Please type a place instead.')
        : t('Your location couldn’t be found. Please type a place instead.'),
    )
  } finally {
    button.disabled = false
  }
}

const getPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, options),
  )

const isDenied = (error: unknown) =>
  error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED

const explain = (text: string) => toast({ tone: 'error', text })
