/** The colors of one light: a morning, a dusk, a snowy noon. Every scene draws only from these. */
export interface Palette {
  skyTop: string
  skyLow: string
  sun: string
  far: string
  mid: string
  near: string
  leaf: string
  leafDark: string
  wall: string
  wallDark: string
  floor: string
  floorDark: string
  wood: string
  woodDark: string
  /** Three accents: warm, cool, bright. */
  a: string
  b: string
  c: string
  paper: string
  ink: string
}

const meadow: Palette = {
  skyTop: '#7cc7e0',
  skyLow: '#fdf0d2',
  sun: '#ffe39a',
  far: '#a8d5bb',
  mid: '#79bd90',
  near: '#529f6e',
  leaf: '#4a9a68',
  leafDark: '#2c6e58',
  wall: '#f9e6cc',
  wallDark: '#eecda6',
  floor: '#d09a6c',
  floorDark: '#b17d54',
  wood: '#c98e5b',
  woodDark: '#8a5a3c',
  a: '#e8663d',
  b: '#2b7f88',
  c: '#f6bd45',
  paper: '#fff9ee',
  ink: '#2e3148',
}

const apricot: Palette = {
  ...meadow,
  skyTop: '#f3906a',
  skyLow: '#ffe6bd',
  sun: '#fff3cf',
  far: '#e9a987',
  mid: '#b97b76',
  near: '#7d6272',
  leaf: '#6f8a66',
  leafDark: '#47645a',
  wall: '#fcdcbd',
  wallDark: '#f3bd94',
  floor: '#b4735a',
  floorDark: '#945a48',
  a: '#d9503f',
  b: '#3a6f8f',
  c: '#f9b64a',
}

const dusk: Palette = {
  ...meadow,
  skyTop: '#3b3a75',
  skyLow: '#f2a08c',
  sun: '#ffdca6',
  far: '#8a6fa3',
  mid: '#5e558f',
  near: '#3d3c6e',
  leaf: '#4c7d7c',
  leafDark: '#2d5363',
  wall: '#7d77ad',
  wallDark: '#5d5791',
  floor: '#9a6763',
  floorDark: '#77504f',
  wood: '#b97f5f',
  woodDark: '#6f4640',
  a: '#f0745a',
  b: '#46b0b0',
  c: '#ffc861',
  ink: '#25254a',
}

const sage: Palette = {
  ...meadow,
  skyTop: '#9fd4cf',
  skyLow: '#f7f3dc',
  wall: '#d5e4d3',
  wallDark: '#b5cfb9',
  floor: '#d8aa7c',
  floorDark: '#bb8a5e',
  a: '#dd6440',
  b: '#2f6690',
  c: '#f2c14e',
  ink: '#26364a',
}

const rose: Palette = {
  ...meadow,
  skyTop: '#e7a1b0',
  skyLow: '#ffeadb',
  sun: '#fff2d8',
  far: '#dba5ad',
  mid: '#b57f95',
  near: '#86607f',
  wall: '#f9d8d2',
  wallDark: '#eeb5b0',
  floor: '#c98d7a',
  floorDark: '#a96f61',
  a: '#c9466b',
  b: '#3c7f90',
  c: '#f5bd57',
  ink: '#3a2a46',
}

const sea: Palette = {
  ...meadow,
  skyTop: '#5fb7d4',
  skyLow: '#e4f5ea',
  far: '#93cfd3',
  mid: '#5fafb5',
  near: '#3e8f93',
  wall: '#c9e6e6',
  wallDark: '#a2cfd5',
  floor: '#d9b58c',
  floorDark: '#bd946b',
  a: '#ef7048',
  b: '#1f6583',
  c: '#fbc653',
  ink: '#1f3350',
}

const honey: Palette = {
  ...meadow,
  skyTop: '#f7c873',
  skyLow: '#fff5d9',
  far: '#d9c682',
  mid: '#b3b06b',
  near: '#85965c',
  wall: '#fbe3ab',
  wallDark: '#f2c878',
  floor: '#bd7d50',
  floorDark: '#9c623f',
  a: '#d9552f',
  b: '#35669a',
  c: '#ffd166',
}

const night: Palette = {
  ...dusk,
  skyTop: '#141d3f',
  skyLow: '#4a548f',
  sun: '#fff1c9',
  far: '#36417a',
  mid: '#28325f',
  near: '#1d264b',
  leaf: '#3b6f74',
  leafDark: '#23495a',
  wall: '#46508a',
  wallDark: '#333b6e',
  floor: '#7b5560',
  floorDark: '#5d4050',
  ink: '#171b38',
}

const winter: Palette = {
  ...meadow,
  skyTop: '#9cc4e4',
  skyLow: '#fbeee6',
  sun: '#fff6dc',
  far: '#c6d9ea',
  mid: '#dbe8f3',
  near: '#f3f8fc',
  leaf: '#4f8a80',
  leafDark: '#2f6169',
  wall: '#dbe7f0',
  wallDark: '#bacfde',
  a: '#d94f45',
  b: '#2f6d96',
  ink: '#28364f',
}

const autumn: Palette = {
  ...meadow,
  skyTop: '#e9b779',
  skyLow: '#fff1da',
  far: '#dcb07c',
  mid: '#c78a52',
  near: '#a4773f',
  leaf: '#dd7f35',
  leafDark: '#b4512b',
  wall: '#f6dfc0',
  wallDark: '#e6bf90',
  a: '#c8452f',
  b: '#356f7c',
  c: '#f3b13e',
}

export const palettes = { meadow, apricot, dusk, sage, rose, sea, honey, night, winter, autumn }
export type PaletteName = keyof typeof palettes
