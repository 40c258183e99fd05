import { t } from '../../../shared/translate.ts'

/** Returns what MapLibre says on maps, in the reader's language, by the names that it gives its texts. */
export const mapTexts = () => ({
  'Map.Title': t('Map'),
  'NavigationControl.ZoomIn': t('Zoom in'),
  'NavigationControl.ZoomOut': t('Zoom out'),
  'AttributionControl.ToggleAttribution': t('Toggle attribution'),
  'CooperativeGesturesHandler.WindowsHelpText': t('Use Ctrl + scroll to zoom the map'),
  'CooperativeGesturesHandler.MacHelpText': t('Use ⌘ + scroll to zoom the map'),
  'CooperativeGesturesHandler.MobileHelpText': t('Use two fingers to move the map'),
})
