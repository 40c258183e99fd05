import { drawQrCode } from '../../../shared/qr-code.ts'
import { t } from '../../../shared/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'

/** A dialog with a QR code of an address, drawn like those of flyers. Loaded when it opens. */
export function QrCode({ url, onClose }: { url: string; onClose: () => void }) {
  const { path, side } = drawQrCode(url)
  return (
    <Dialog
      title={t('QR code')}
      text={t('Scan it with the camera of a phone to open this page.')}
      onClose={onClose}
    >
      <svg
        role="img"
        aria-label={t('QR code of {url}', { url })}
        // Two modules of white around it: scanners need them on a dark page.
        viewBox={`-2 -2 ${side + 4} ${side + 4}`}
        shapeRendering="crispEdges"
        className="mx-auto mt-5 w-full max-w-72 rounded-md bg-[#fff] text-[#000]"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <p className="mt-4 text-center text-sm break-all text-soft">{url}</p>
      <div className="mt-5 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
