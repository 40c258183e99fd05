import type { PaletteName } from './palettes.ts'
import type { Pen } from './pen.ts'
import { adoption } from './scenes/adoption.ts'
import { bread, cake, starters } from './scenes/baking.ts'
import { makeup, nails } from './scenes/beauty.ts'
import { bedtime } from './scenes/bedtime.ts'
import { beforeAfterRoom } from './scenes/before-after-room.ts'
import { bookbinding } from './scenes/bookbinding.ts'
import { bowlOnWheel } from './scenes/bowl-on-wheel.ts'
import { brassBand } from './scenes/brass-band.ts'
import { bride } from './scenes/bride.ts'
import { brushedEdge } from './scenes/brushed-edge.ts'
import { carry } from './scenes/carrying.ts'
import { carsAndCoffee } from './scenes/cars-and-coffee.ts'
import { catMeal } from './scenes/cat-meal.ts'
import { cleaning, laundry, tidyRoom } from './scenes/cleaning.ts'
import { clothingSwap } from './scenes/clothing-swap.ts'
import { craftMarket } from './scenes/craft-market.ts'
import { cupcakes } from './scenes/cupcakes.ts'
import { kitchen } from './scenes/dining.ts'
import { dogSocial } from './scenes/dog-social.ts'
import { fade } from './scenes/fade.ts'
import { teaTable, teddy } from './scenes/family.ts'
import { gym, yogaSunrise } from './scenes/fitness.ts'
import { flatPack } from './scenes/flat-pack.ts'
import { foodTruck } from './scenes/food-truck.ts'
import { fretboard } from './scenes/fretboard.ts'
import { gardenBed, mowing } from './scenes/garden.ts'
import { garland } from './scenes/garland.ts'
import { gears } from './scenes/gears.ts'
import { glasshouse } from './scenes/glasshouse.ts'
import { goldenHour } from './scenes/golden-hour.ts'
import { groupRide } from './scenes/group-ride.ts'
import { hackNight } from './scenes/hack-night.ts'
import { barber, braids } from './scenes/hair.ts'
import { hem } from './scenes/hem.ts'
import { improv } from './scenes/improv.ts'
import { kneading } from './scenes/kneading.ts'
import { languageTable } from './scenes/language-table.ts'
import { lanternWalk } from './scenes/lantern-walk.ts'
import { blackboard, globe, readingLamp } from './scenes/learning.ts'
import { leashes } from './scenes/leashes.ts'
import { leveledShelf } from './scenes/leveled-shelf.ts'
import { lightTent } from './scenes/light-tent.ts'
import { loadedTruck } from './scenes/loaded-truck.ts'
import { market } from './scenes/market.ts'
import { measuring } from './scenes/measuring.ts'
import { boxes, movingTruck } from './scenes/moving.ts'
import { drums, guitar, piano } from './scenes/music.ts'
import { neonWalk } from './scenes/neon-walk.ts'
import { nightRace } from './scenes/night-race.ts'
import { paperwork } from './scenes/office.ts'
import { openedLaptop } from './scenes/opened-laptop.ts'
import { packedPlates } from './scenes/packed-plates.ts'
import { balloons, boardGames } from './scenes/party.ts'
import { partyPlans } from './scenes/party-plans.ts'
import { aquarium, catWindow, dogGroom, dogWalk, petSitting } from './scenes/pets.ts'
import { pianoHands } from './scenes/piano-hands.ts'
import { planting } from './scenes/planting.ts'
import { platedCourse } from './scenes/plated-course.ts'
import { pool } from './scenes/pool.ts'
import { porchPortraits } from './scenes/porch-portraits.ts'
import { potluck } from './scenes/potluck.ts'
import { race } from './scenes/race.ts'
import { recital } from './scenes/recital.ts'
import { electric, painting, plumbing } from './scenes/repair.ts'
import { repairTable } from './scenes/repair-table.ts'
import { ridgeView } from './scenes/ridge-view.ts'
import { salsa } from './scenes/salsa.ts'
import { cameraTripod, desk, laptopRepair, phone, studio } from './scenes/screens.ts'
import { leaves, snow } from './scenes/seasons.ts'
import { seedSwap } from './scenes/seed-swap.ts'
import { dressForm, sewing } from './scenes/sewing.ts'
import { shoebox } from './scenes/shoebox.ts'
import { soccer, tennis } from './scenes/sports.ts'
import { djDeck } from './scenes/stage.ts'
import { streetFair } from './scenes/street-fair.ts'
import { easel, pottery } from './scenes/studio-arts.ts'
import { tacos } from './scenes/tacos.ts'
import { campfire, hike } from './scenes/trail.ts'
import { vineyardYoga } from './scenes/vineyard-yoga.ts'
import { vintage } from './scenes/vintage.ts'
import { pressureWash, windowWash } from './scenes/washing.ts'
import { meals, spa } from './scenes/wellness.ts'
import { bikeRepair, carWash, drive } from './scenes/wheels.ts'
import { wipedCounter } from './scenes/wiped-counter.ts'
import { wok } from './scenes/wok.ts'
import { carpentry, toolbox } from './scenes/workshop.ts'

/** One picture: a drawing in one light. */
interface View {
  draw: (pen: Pen) => string
  light: PaletteName
}

/** The pictures by name. Views of one scene show it differently: a detail, hands at work, before and after. */
export const scenes: Readonly<Record<string, readonly View[]>> = {
  'dog-walk': [
    { draw: dogWalk, light: 'meadow' },
    { draw: leashes, light: 'meadow' },
  ],
  'dog-bath': [{ draw: dogGroom, light: 'sea' }],
  'cat-window': [
    { draw: catWindow, light: 'rose' },
    { draw: catMeal, light: 'honey' },
  ],
  'pet-sofa': [{ draw: petSitting, light: 'honey' }],
  aquarium: [{ draw: aquarium, light: 'apricot' }],
  cleaning: [
    { draw: cleaning, light: 'sea' },
    { draw: wipedCounter, light: 'sea' },
  ],
  laundry: [{ draw: laundry, light: 'sage' }],
  'tidy-room': [
    { draw: tidyRoom, light: 'honey' },
    { draw: beforeAfterRoom, light: 'sage' },
  ],
  'window-washing': [{ draw: windowWash, light: 'meadow' }],
  'pressure-washing': [{ draw: pressureWash, light: 'sea' }],
  piano: [
    { draw: piano, light: 'rose' },
    { draw: pianoHands, light: 'honey' },
  ],
  guitar: [
    { draw: guitar, light: 'honey' },
    { draw: fretboard, light: 'night' },
  ],
  'dj-deck': [{ draw: djDeck, light: 'night' }],
  drums: [{ draw: drums, light: 'apricot' }],
  'yoga-sunrise': [{ draw: yogaSunrise, light: 'apricot' }],
  gym: [{ draw: gym, light: 'sage' }],
  spa: [{ draw: spa, light: 'rose' }],
  race: [{ draw: race, light: 'meadow' }],
  'meal-prep': [{ draw: meals, light: 'meadow' }],
  barber: [
    { draw: barber, light: 'sage' },
    { draw: fade, light: 'apricot' },
  ],
  nails: [{ draw: nails, light: 'rose' }],
  makeup: [
    { draw: makeup, light: 'rose' },
    { draw: bride, light: 'sea' },
  ],
  braids: [{ draw: braids, light: 'honey' }],
  toolbox: [
    { draw: toolbox, light: 'honey' },
    { draw: leveledShelf, light: 'sea' },
  ],
  painting: [
    { draw: painting, light: 'meadow' },
    { draw: brushedEdge, light: 'meadow' },
  ],
  plumbing: [{ draw: plumbing, light: 'sea' }],
  carpentry: [{ draw: carpentry, light: 'sage' }],
  'electric-light': [{ draw: electric, light: 'dusk' }],
  'moving-truck': [
    { draw: movingTruck, light: 'meadow' },
    { draw: loadedTruck, light: 'apricot' },
  ],
  boxes: [
    { draw: boxes, light: 'honey' },
    { draw: packedPlates, light: 'sea' },
  ],
  'moving-sofa': [{ draw: carry, light: 'meadow' }],
  mowing: [{ draw: mowing, light: 'meadow' }],
  'garden-bed': [
    { draw: gardenBed, light: 'sea' },
    { draw: planting, light: 'meadow' },
  ],
  snow: [{ draw: snow, light: 'winter' }],
  leaves: [{ draw: leaves, light: 'autumn' }],
  'bike-repair': [
    { draw: bikeRepair, light: 'sage' },
    { draw: gears, light: 'honey' },
  ],
  'car-wash': [{ draw: carWash, light: 'sea' }],
  driving: [{ draw: drive, light: 'honey' }],
  'laptop-repair': [
    { draw: laptopRepair, light: 'honey' },
    { draw: openedLaptop, light: 'sage' },
  ],
  phone: [{ draw: phone, light: 'sage' }],
  desk: [{ draw: desk, light: 'rose' }],
  'camera-tripod': [
    { draw: cameraTripod, light: 'apricot' },
    { draw: goldenHour, light: 'apricot' },
  ],
  'photo-studio': [
    { draw: studio, light: 'sage' },
    { draw: lightTent, light: 'rose' },
  ],
  cake: [
    { draw: cake, light: 'rose' },
    { draw: cupcakes, light: 'sea' },
  ],
  bread: [
    { draw: bread, light: 'honey' },
    { draw: kneading, light: 'sage' },
  ],
  'food-truck': [{ draw: foodTruck, light: 'dusk' }],
  market: [{ draw: market, light: 'meadow' }],
  kitchen: [
    { draw: kitchen, light: 'sage' },
    { draw: wok, light: 'honey' },
  ],
  'supper-table': [{ draw: platedCourse, light: 'meadow' }],
  balloons: [
    { draw: balloons, light: 'sea' },
    { draw: garland, light: 'rose' },
  ],
  'street-fair': [
    { draw: streetFair, light: 'dusk' },
    { draw: brassBand, light: 'night' },
  ],
  campfire: [{ draw: campfire, light: 'night' }],
  hike: [
    { draw: hike, light: 'meadow' },
    { draw: ridgeView, light: 'meadow' },
  ],
  'board-games': [{ draw: boardGames, light: 'sage' }],
  pool: [{ draw: pool, light: 'sea' }],
  tennis: [{ draw: tennis, light: 'meadow' }],
  soccer: [{ draw: soccer, light: 'honey' }],
  'reading-lamp': [{ draw: readingLamp, light: 'dusk' }],
  blackboard: [{ draw: blackboard, light: 'honey' }],
  globe: [
    { draw: globe, light: 'sage' },
    { draw: languageTable, light: 'rose' },
  ],
  paperwork: [
    { draw: paperwork, light: 'sage' },
    { draw: shoebox, light: 'honey' },
  ],
  sewing: [
    { draw: sewing, light: 'rose' },
    { draw: hem, light: 'honey' },
  ],
  'dress-form': [
    { draw: dressForm, light: 'sea' },
    { draw: measuring, light: 'rose' },
  ],
  pottery: [
    { draw: pottery, light: 'sage' },
    { draw: bowlOnWheel, light: 'sage' },
  ],
  easel: [{ draw: easel, light: 'sea' }],
  teddy: [
    { draw: teddy, light: 'sea' },
    { draw: bedtime, light: 'dusk' },
  ],
  'tea-table': [{ draw: teaTable, light: 'honey' }],
  'small-dogs': [{ draw: dogSocial, light: 'meadow' }],
  'adoption-day': [{ draw: adoption, light: 'honey' }],
  'lantern-walk': [{ draw: lanternWalk, light: 'night' }],
  salsa: [{ draw: salsa, light: 'apricot' }],
  improv: [{ draw: improv, light: 'meadow' }],
  potluck: [{ draw: potluck, light: 'honey' }],
  tacos: [{ draw: tacos, light: 'sea' }],
  'craft-market': [{ draw: craftMarket, light: 'autumn' }],
  'night-race': [{ draw: nightRace, light: 'night' }],
  'vineyard-yoga': [{ draw: vineyardYoga, light: 'honey' }],
  glasshouse: [{ draw: glasshouse, light: 'sage' }],
  'hack-night': [{ draw: hackNight, light: 'sage' }],
  'cars-and-coffee': [{ draw: carsAndCoffee, light: 'sea' }],
  'neon-walk': [{ draw: neonWalk, light: 'night' }],
  'porch-portraits': [{ draw: porchPortraits, light: 'sage' }],
  'group-ride': [{ draw: groupRide, light: 'meadow' }],
  'party-plans': [{ draw: partyPlans, light: 'rose' }],
  'flat-pack': [{ draw: flatPack, light: 'apricot' }],
  bookbinding: [{ draw: bookbinding, light: 'honey' }],
  'repair-cafe': [{ draw: repairTable, light: 'honey' }],
  'seed-swap': [{ draw: seedSwap, light: 'meadow' }],
  'clothing-swap': [{ draw: clothingSwap, light: 'rose' }],
  vintage: [{ draw: vintage, light: 'apricot' }],
  recital: [{ draw: recital, light: 'sage' }],
  sourdough: [{ draw: starters, light: 'sea' }],
}
