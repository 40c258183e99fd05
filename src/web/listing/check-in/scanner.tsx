import { useEffect, useRef, useState } from 'react'
import { msg, t } from '../../../shared/translate.ts'
import { Notice } from '../../ui/notice.tsx'

/** Returns the text of the QR code in a picture, or null. */
type Detect = (video: HTMLVideoElement) => Promise<string | null>

type NativeDetector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Uses the browser's own reader if it has one. Fetch it while there is a connection. */
export async function loadDetector(): Promise<Detect> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector && formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || width === 0) return null
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0)
    try {
      return decodeQR(context.getImageData(0, 0, width, height))
    } catch {
      return null
    }
  }
}

const frameMs = 200
const cameraRefused = msg(
  'We can’t use the camera. Allow it in the settings of your browser, or type the code or the name.',
)

/** Shows what the camera sees, and reports each code once until another one, or none, is seen. */
export function Scanner({ onScan }: { onScan: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const report = useRef(onScan)
  report.current = onScan

  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let last: string | null = null

    async function start() {
      const [detect, opened] = await Promise.all([
        loadDetector(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ])
      stream = opened
      if (stopped || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await scan(detect)
    }

    async function scan(detect: Detect) {
      if (stopped || !video.current) return
      const text = await detect(video.current).catch(() => null)
      if (text !== null && text !== last) report.current(text)
      last = text
      timer = setTimeout(() => void scan(detect), frameMs)
    }

    function stop() {
      stopped = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }

    start().catch(() => setFailed(true))
    return stop
  }, [])

  if (failed) return <Notice tone="error">{t(cameraRefused)}</Notice>
  return (
    <video
      ref={video}
      aria-label={t('What the camera sees')}
      muted
      playsInline
      className="aspect-square w-full max-w-sm rounded-md bg-sunken object-cover"
    />
  )
}
