import type { PaletteName } from './palettes.ts'
import type { Pen } from './pen.ts'
import { bread, cake } from './scenes/baking.ts'
import { makeup, nails } from './scenes/beauty.ts'
import { carry } from './scenes/carrying.ts'
import { cleaning, laundry, tidyRoom } from './scenes/cleaning.ts'
import { kitchen, supper } from './scenes/dining.ts'
import { teaTable, teddy } from './scenes/family.ts'
import { gym, yogaSunrise } from './scenes/fitness.ts'
import { foodTruck } from './scenes/food-truck.ts'
import { gardenBed, mowing } from './scenes/garden.ts'
import { barber, braids } from './scenes/hair.ts'
import { blackboard, globe, readingLamp } from './scenes/learning.ts'
import { market } from './scenes/market.ts'
import { boxes, movingTruck } from './scenes/moving.ts'
import { drums, guitar, piano } from './scenes/music.ts'
import { paperwork } from './scenes/office.ts'
import { balloons, boardGames } from './scenes/party.ts'
import { aquarium, catWindow, dogGroom, dogWalk, petSitting } from './scenes/pets.ts'
import { pool } from './scenes/pool.ts'
import { race } from './scenes/race.ts'
import { electric, painting, plumbing } from './scenes/repair.ts'
import { cameraTripod, desk, laptopRepair, phone, studio } from './scenes/screens.ts'
import { leaves, snow } from './scenes/seasons.ts'
import { dressForm, sewing } from './scenes/sewing.ts'
import { soccer, tennis } from './scenes/sports.ts'
import { djDeck, stage } from './scenes/stage.ts'
import { streetFair } from './scenes/street-fair.ts'
import { easel, pottery } from './scenes/studio-arts.ts'
import { campfire, hike } from './scenes/trail.ts'
import { pressureWash, windowWash } from './scenes/washing.ts'
import { meals, spa } from './scenes/wellness.ts'
import { bikeRepair, carWash, drive } from './scenes/wheels.ts'
import { carpentry, toolbox } from './scenes/workshop.ts'

interface Scene {
  draw: (pen: Pen) => string
  /** One picture per light; every second one is mirrored. */
  lights: readonly PaletteName[]
}

export const scenes: Readonly<Record<string, Scene>> = {
  'dog-walk': { draw: dogWalk, lights: ['meadow', 'autumn'] },
  'dog-bath': { draw: dogGroom, lights: ['sea'] },
  'cat-window': { draw: catWindow, lights: ['rose', 'dusk'] },
  'pet-sofa': { draw: petSitting, lights: ['honey'] },
  aquarium: { draw: aquarium, lights: ['apricot'] },
  cleaning: { draw: cleaning, lights: ['sea', 'rose'] },
  laundry: { draw: laundry, lights: ['sage'] },
  'tidy-room': { draw: tidyRoom, lights: ['honey', 'sage'] },
  'window-washing': { draw: windowWash, lights: ['meadow'] },
  'pressure-washing': { draw: pressureWash, lights: ['sea'] },
  piano: { draw: piano, lights: ['rose', 'sage'] },
  guitar: { draw: guitar, lights: ['honey', 'sea'] },
  stage: { draw: stage, lights: ['dusk', 'apricot'] },
  'dj-deck': { draw: djDeck, lights: ['night'] },
  drums: { draw: drums, lights: ['apricot'] },
  'yoga-sunrise': { draw: yogaSunrise, lights: ['apricot', 'rose'] },
  gym: { draw: gym, lights: ['sage'] },
  spa: { draw: spa, lights: ['rose', 'sage'] },
  race: { draw: race, lights: ['meadow', 'autumn'] },
  'meal-prep': { draw: meals, lights: ['meadow'] },
  barber: { draw: barber, lights: ['sage', 'apricot'] },
  nails: { draw: nails, lights: ['rose'] },
  makeup: { draw: makeup, lights: ['rose', 'sea'] },
  braids: { draw: braids, lights: ['honey'] },
  toolbox: { draw: toolbox, lights: ['honey', 'sea'] },
  painting: { draw: painting, lights: ['meadow', 'rose'] },
  plumbing: { draw: plumbing, lights: ['sea'] },
  carpentry: { draw: carpentry, lights: ['sage', 'apricot'] },
  'electric-light': { draw: electric, lights: ['dusk'] },
  'moving-truck': { draw: movingTruck, lights: ['meadow', 'apricot'] },
  boxes: { draw: boxes, lights: ['honey', 'sea'] },
  'moving-sofa': { draw: carry, lights: ['meadow'] },
  mowing: { draw: mowing, lights: ['meadow'] },
  'garden-bed': { draw: gardenBed, lights: ['sea', 'apricot'] },
  snow: { draw: snow, lights: ['winter'] },
  leaves: { draw: leaves, lights: ['autumn'] },
  'bike-repair': { draw: bikeRepair, lights: ['sage', 'honey'] },
  'car-wash': { draw: carWash, lights: ['sea', 'meadow'] },
  driving: { draw: drive, lights: ['honey'] },
  'laptop-repair': { draw: laptopRepair, lights: ['honey', 'dusk'] },
  phone: { draw: phone, lights: ['sage'] },
  desk: { draw: desk, lights: ['rose', 'sage'] },
  'camera-tripod': { draw: cameraTripod, lights: ['apricot', 'sea'] },
  'photo-studio': { draw: studio, lights: ['sage', 'rose'] },
  cake: { draw: cake, lights: ['rose', 'sea'] },
  bread: { draw: bread, lights: ['honey', 'sage'] },
  'food-truck': { draw: foodTruck, lights: ['sea', 'dusk'] },
  market: { draw: market, lights: ['meadow', 'autumn'] },
  kitchen: { draw: kitchen, lights: ['sage', 'honey'] },
  'supper-table': { draw: supper, lights: ['apricot', 'dusk'] },
  balloons: { draw: balloons, lights: ['sea', 'rose'] },
  'street-fair': { draw: streetFair, lights: ['dusk', 'night'] },
  campfire: { draw: campfire, lights: ['night'] },
  hike: { draw: hike, lights: ['meadow', 'autumn'] },
  'board-games': { draw: boardGames, lights: ['sage'] },
  pool: { draw: pool, lights: ['sea'] },
  tennis: { draw: tennis, lights: ['meadow'] },
  soccer: { draw: soccer, lights: ['honey'] },
  'reading-lamp': { draw: readingLamp, lights: ['dusk', 'sage'] },
  blackboard: { draw: blackboard, lights: ['honey'] },
  globe: { draw: globe, lights: ['sage', 'rose'] },
  paperwork: { draw: paperwork, lights: ['sage', 'honey'] },
  sewing: { draw: sewing, lights: ['rose', 'sage'] },
  'dress-form': { draw: dressForm, lights: ['sea', 'rose'] },
  pottery: { draw: pottery, lights: ['sage', 'apricot'] },
  easel: { draw: easel, lights: ['sea'] },
  teddy: { draw: teddy, lights: ['sea', 'rose'] },
  'tea-table': { draw: teaTable, lights: ['honey'] },
}
