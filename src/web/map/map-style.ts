/** The look of the built-in map: states, provinces, and lakes in the colors of the site. */
import type { StyleSpecification } from 'maplibre-gl'
import regions from './regions.json?url'

/** Returns the style in the present color scheme. It contacts no other host, and has no text. */
export function mapStyle(): StyleSpecification {
  const root = getComputedStyle(document.documentElement)
  const color = (token: string) => root.getPropertyValue(token).trim()
  const kind = (name: string) => ['==', ['get', 'kind'], name] as ['==', ['get', string], string]
  return {
    version: 8,
    sources: { regions: { type: 'geojson', data: new URL(regions, location.href).href } },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': color('--sky') } },
      {
        ...{ id: 'neighbors', type: 'fill', source: 'regions', filter: kind('neighbor') },
        paint: { 'fill-color': color('--line') },
      },
      {
        ...{ id: 'states', type: 'fill', source: 'regions', filter: kind('state') },
        paint: { 'fill-color': color('--surface') },
      },
      {
        ...{ id: 'lakes', type: 'fill', source: 'regions', filter: kind('lake') },
        paint: { 'fill-color': color('--sky') },
      },
      {
        ...{ id: 'borders', type: 'line', source: 'regions', filter: kind('state') },
        paint: { 'line-color': color('--edge'), 'line-width': 0.75 },
      },
    ],
  }
}
