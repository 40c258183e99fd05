/** Settings for picture storage: a bucket, or another host that receives and delivers pictures. */
import { z } from 'zod'
import { parsedBy } from './parsed-by.ts'

/** A bucket of any S3-compatible store. */
export type Bucket = {
  name: string
  /** Prefix of every key, without slashes at its ends; may be empty. */
  prefix: string
  /** If null, Amazon S3. */
  endpoint: string | null
  region: string
  /** If null, the default credential chain of the AWS SDK. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** An external service that receives and delivers pictures. */
export type ImageHost = {
  uploadUrl: string
  preset: string
  /** Prefix of every picture URL; ends with a slash. */
  deliveryUrl: string
}

/** Other stores ignore the region, but S3 clients require one. */
const defaultRegion = 'us-east-1'

/** `s3://[key:secret@]bucket[/prefix]?endpoint=…&region=…` */
export const bucketUrlSchema = parsedBy(readBucket)

/** Throws an error whose message says what the URL must be. */
export function readBucket(text: string): Bucket {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:')
    throw new Error('must be a URL such as s3://bucket?endpoint=https://s3.example.org')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(url.hostname))
    throw new Error('must name a bucket of 3 to 63 letters, digits, dots, and hyphens')
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/.test(prefix))
    throw new Error(
      'must have only letters, digits, hyphens, and underscores between the slashes after the bucket',
    )
  if ([...url.searchParams.keys()].some((key) => key !== 'endpoint' && key !== 'region'))
    throw new Error('must have no parameters other than endpoint and region')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isHttpUrl(endpoint))
    throw new Error('must have an endpoint such as https://s3.example.org')
  const region = url.searchParams.get('region') || (endpoint && defaultRegion)
  if (!region) throw new Error('must have a region, such as ?region=us-east-2, unless it has an endpoint')
  return { name: url.hostname, prefix, endpoint, region, credentials: readCredentials(url) }
}

function readCredentials({ username, password }: URL): Bucket['credentials'] {
  if (!username && !password) return null
  if (!username || !password) throw new Error('must have both a key and a secret before the @, or neither')
  try {
    return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  } catch {
    throw new Error('must encode % in the key and the secret as %25')
  }
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash
}

export const uploadUrlSchema = z
  .string()
  .refine(isHttpUrl, 'must be a URL such as https://api.cloudinary.com/v1_1/your-cloud/image/upload')

export const deliveryUrlSchema = z
  .string()
  .refine(isHttpUrl, 'must be a URL such as https://res.cloudinary.com/your-cloud/')

/** Without a delivery URL, uses Cloudinary's for that cloud, or the origin of any other host. */
export function imageHostOf(uploadUrl?: string, preset?: string, deliveryUrl?: string): ImageHost | null {
  if (!uploadUrl || !preset) return null
  return {
    uploadUrl,
    preset,
    deliveryUrl: (deliveryUrl ?? defaultDeliveryUrl(uploadUrl)).replace(/\/*$/, '/'),
  }
}

function defaultDeliveryUrl(uploadUrl: string): string {
  const { hostname, origin, pathname } = new URL(uploadUrl)
  const cloud = /^\/v1_1\/([^/]+)\//.exec(pathname)?.[1]
  return hostname === 'api.cloudinary.com' && cloud ? `https://res.cloudinary.com/${cloud}` : origin
}
