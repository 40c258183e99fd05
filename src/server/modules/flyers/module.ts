import { readFile } from 'node:fs/promises'
import type { Logger } from '../../platform/log.ts'
import type { Module } from '../../platform/module.ts'
import type { MachineLocks } from '../../platform/processes/machine-locks.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { readPicture } from '../media/service.ts'
import { createDrawings, type LoadPhoto } from './drawings.ts'
import { type ListingFlyersOptions, mountListingFlyers } from './listing-flyers.ts'
import { mountSharePictures } from './share-pictures.ts'
import { mountSiteFlyers } from './site-flyers.ts'

type FlyersOptions = Omit<ListingFlyersOptions, 'draw' | 'loadPhoto' | 'store'> & {
  slug: string
  pictures: { store: ImageStore }
  locks: MachineLocks
  log: Logger
}

/** Flyers to print, and the pictures shown with shared links. */
export function flyersModule({ pictures, locks, log, ...options }: FlyersOptions) {
  const { draw, stop } = createDrawings(log, locks)
  const loadPhoto = createPhotoLoader(pictures.store)
  return {
    mount(app) {
      const drawing = { ...options, draw, loadPhoto, store: pictures.store }
      mountSiteFlyers(app, drawing)
      mountListingFlyers(app, drawing)
      mountSharePictures(app, drawing)
    },
    onClose: stop,
  } satisfies Module
}

const demoPictures = new URL('../../../../demo/pictures/', import.meta.url)
const demoPictureUrl = /^\/demo-pictures\/([\w-]+\.svg)$/

/** Returns a function that loads a picture; null for one on another host, from which the server never fetches. */
function createPhotoLoader(store: ImageStore): LoadPhoto {
  return async (url) => {
    const demoFile = demoPictureUrl.exec(url)?.[1]
    if (demoFile) return readFile(new URL(demoFile, demoPictures)).catch(() => null)
    return readPicture(store, url)
  }
}
