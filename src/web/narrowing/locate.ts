/** Searches near the visitor. The position is rounded, sent with the search, and not stored. */
import { toast } from '../ui/toast.ts'

/** Two decimals are about a kilometer, which tells towns apart and houses not. */
const decimals = 2
const options = { enableHighAccuracy: false, maximumAge: 600_000, timeout: 15_000 }

/** Asks the browser for the position and submits the button's form with it. */
export function searchNearby(button: HTMLButtonElement) {
  const { form } = button
  const field = form?.elements.namedItem('near')
  if (!form || !(field instanceof HTMLInputElement)) return
  button.disabled = true
  const done = () => {
    button.disabled = false
  }
  const found: PositionCallback = ({ coords: { latitude, longitude } }) => {
    done()
    field.value = `${latitude.toFixed(decimals)},${longitude.toFixed(decimals)}`
    form.requestSubmit()
  }
  const failed: PositionErrorCallback = ({ code, PERMISSION_DENIED }) => {
    done()
    const text =
      code === PERMISSION_DENIED
        ? 'Your browser doesn’t share your location with this site. Please type a place instead.'
        : 'Your location couldn’t be found. Please type a place instead.'
    toast({ tone: 'bad', text })
  }
  navigator.geolocation.getCurrentPosition(found, failed, options)
}
