/** Draws the map of a town as SVG: the states and lakes around it, and the largest towns nearby. */
import { type GeoProjection, geoDistance, geoMercator, geoPath } from 'd3-geo'
import type { Colors } from '../../../shared/colors.ts'
import { type Html, html } from '../../platform/html.ts'
import type { CatalogPlaces } from '../catalog/service.ts'
import { type Region, regionsAround } from './regions.ts'

type City = CatalogPlaces['cities'][number]

const width = 400
const height = 200
const earthRadiusKm = 6371
/** How far the map reaches from west to east: half as far again as the state, within these bounds. */
const minSpanKm = 240
const maxSpanKm = 820
const fontSize = 13
const letterWidth = 0.58 * fontSize
const maxLabels = 5
const kmPerDegree = 111

/** Returns an SVG file for both color schemes. The outlines have too few corners for a smaller area, which would be empty. */
export function drawTownMap(town: City, places: CatalogPlaces, palette: Palette): string {
  const place = places.states.find(({ id }) => id === town.state_id) ?? { name: '', country_id: 0 }
  const { regions, home: state } = regionsAround(place, places.countries)
  const spanKm = spanOf(town, state)
  const projection = projectAround(town, spanKm)
  const path = geoPath(projection).digits(1)
  const shapes = regions
    .filter((region) => mayShow(region, town, spanKm))
    .map((region) => ({
      className: region === state ? 'state' : classes[region.kind],
      d: path(region.shape),
    }))
    .filter(({ d }) => d)
  const labels = placeLabels(town, projection, places)
  const size = html`viewBox="0 0 ${String(width)} ${String(height)}"`
  const { text } =
    html`<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>${styleOf(palette)}</style><rect width="100%" height="100%" class="${state ? 'water' : 'other'}"/>${shapes.map(
      ({ className, d }) => html`<path class="${className}" d="${d ?? ''}"/>`,
    )}${labels.map(toSvg)}${pinAt(projection([town.longitude, town.latitude]))}</svg>`
  return text
}

const classes = { state: 'other', lake: 'water', neighbor: 'neighbor', country: 'neighbor' } as const

type Palette = { light: Colors; dark: Colors }
const colorRules = ({ sky, sunken, surface, line, edge, ink, soft, accent }: Colors) =>
  `.water{fill:${sky}}.neighbor{fill:${line}}.other{fill:${sunken};stroke:${edge}}.state{fill:${surface};stroke:${edge}}` +
  `text{fill:${soft};stroke:${surface}}.name{fill:${ink}}.dot{fill:${soft}}.pin{fill:${accent};stroke:${surface}}`
const styleOf = ({ light, dark }: Palette) =>
  'path{stroke-width:.75}.water,.neighbor{stroke:none}' +
  `text{font:500 ${fontSize}px system-ui,sans-serif;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}` +
  `.name{font-weight:700;font-size:${fontSize + 2}px}.pin{stroke-width:2.5px}` +
  `${colorRules(light)}@media (prefers-color-scheme:dark){${colorRules(dark)}}`

function spanOf(town: City, state: Region | null): number {
  const { west, east } = state?.bounds ?? { west: town.longitude, east: town.longitude }
  const stateKm = geoDistance([west, town.latitude], [east, town.latitude]) * earthRadiusKm
  return Math.min(maxSpanKm, Math.max(minSpanKm, 1.5 * stateKm))
}

function projectAround(town: City, spanKm: number): GeoProjection {
  const latitude = (town.latitude * Math.PI) / 180
  return geoMercator()
    .center([town.longitude, town.latitude])
    .translate([width / 2, height / 2])
    .scale((width * earthRadiusKm * Math.cos(latitude)) / spanKm)
    .clipExtent([
      [-2, -2],
      [width + 2, height + 2],
    ])
    .precision(0)
}

/** Returns whether a region is not far away: projecting those takes most of the time. Across the date line, `west` is greater than `east`. */
function mayShow({ bounds: { west, south, east, north } }: Region, town: City, spanKm: number): boolean {
  const northward = spanKm / kmPerDegree / 2
  const eastward = northward / Math.cos((town.latitude * Math.PI) / 180)
  return (
    town.latitude < north + northward &&
    town.latitude > south - northward &&
    (west > east || (town.longitude < east + eastward && town.longitude > west - eastward))
  )
}

type Label = { name: string; x: number; y: number; anchor: 'start' | 'end'; isTown: boolean }
type Box = { left: number; right: number; top: number; bottom: number }

/** Names the town, and the largest others whose names do not overlap. */
function placeLabels(town: City, projection: GeoProjection, { cities }: CatalogPlaces): Label[] {
  const labels: Label[] = []
  const boxes: Box[] = []
  const largest = cities.filter((city) => city !== town).sort((a, b) => b.population - a.population)
  for (const city of [town, ...largest]) {
    if (labels.length > maxLabels) break
    const [x, y] = projection([city.longitude, city.latitude]) ?? [-1, -1]
    const label = { name: city.name, x, y, isTown: city === town, ...sideOf(city.name, x) }
    const box = boxOf(label)
    const fits = box.left > 2 && box.right < width - 2 && box.top > 2 && box.bottom < height - 2
    if (!label.isTown && (!fits || boxes.some((other) => overlap(box, other)))) continue
    labels.push(label)
    boxes.push(box)
  }
  return labels
}

/** A name is to the right of its point, unless there is no room. */
const sideOf = (name: string, x: number): Pick<Label, 'anchor'> => ({
  anchor: x + 12 + name.length * letterWidth > width ? 'end' : 'start',
})

function boxOf({ name, x, y, anchor }: Label): Box {
  const length = name.length * letterWidth + 16
  const [left, right] = anchor === 'start' ? [x - 8, x + length] : [x - length, x + 8]
  return { left, right, top: y - fontSize, bottom: y + fontSize }
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The town has the pin, and others have a dot. */
function toSvg({ name, x, y, anchor, isTown }: Label): Html {
  const offset = (isTown ? 12 : 6) * (anchor === 'start' ? 1 : -1)
  const text = html`<text${isTown ? html` class="name"` : ''} x="${round(x + offset)}" y="${round(y + 4.5)}" text-anchor="${anchor}">${name}</text>`
  return isTown ? text : html`<circle class="dot" cx="${round(x)}" cy="${round(y)}" r="2.5"/>${text}`
}

const round = (value: number) => value.toFixed(1)

function pinAt(position: [number, number] | null): Html {
  const [x, y] = position ?? [width / 2, height / 2]
  return html`<circle class="pin" cx="${round(x)}" cy="${round(y)}" r="7"/>`
}
