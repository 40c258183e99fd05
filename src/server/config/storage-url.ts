/** What the settings about pictures say: where their files are kept, or which other host keeps them. */
import { z } from 'zod'

/** A bucket of any store that speaks S3. */
export type Bucket = {
  name: string
  /** Before every key, without slashes at its ends; empty for none. */
  prefix: string
  /** Null: Amazon's own. */
  endpoint: string | null
  region: string
  /** Null: looked for where Amazon's own programs look. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** Somebody else who takes pictures in and delivers them. */
export type ImageHost = {
  uploadUrl: string
  preset: string
  /** What the addresses of its pictures begin with; ends with a slash. */
  deliveryUrl: string
}

/** With an endpoint of one's own, the region is a formality. */
const usualRegion = 'us-east-1'

/** `s3://[key:secret@]bucket[/prefix]?endpoint=…&region=…` */
export const bucketAddress = z.string().transform((text, context): Bucket => {
  try {
    return readBucket(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

function readBucket(text: string): Bucket {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:')
    throw new Error('must be an address such as s3://bucket?endpoint=https://s3.example.org')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(url.hostname))
    throw new Error('must name a bucket of 3 to 63 letters, digits, dots and hyphens')
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/.test(prefix))
    throw new Error(
      'may only have letters, digits, hyphens and underscores between the slashes after its bucket',
    )
  if ([...url.searchParams.keys()].some((key) => key !== 'endpoint' && key !== 'region'))
    throw new Error('may only say endpoint and region after its ?')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isHttpUrl(endpoint))
    throw new Error('must have an endpoint such as https://s3.example.org')
  const region = url.searchParams.get('region') || (endpoint && usualRegion)
  if (!region) throw new Error('must say a region, such as ?region=eu-central-1, unless it has an endpoint')
  return { name: url.hostname, prefix, endpoint, region, credentials: readCredentials(url) }
}

function readCredentials({ username, password }: URL): Bucket['credentials'] {
  if (!username && !password) return null
  if (!username || !password) throw new Error('must have both a key and a secret before its @, or neither')
  try {
    return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  } catch {
    throw new Error('must have % in its key and secret written as %25')
  }
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash
}

export const uploadAddress = z
  .string()
  .refine(isHttpUrl, 'must be an address such as https://api.cloudinary.com/v1_1/your-cloud/image/upload')

export const deliveryAddress = z
  .string()
  .refine(isHttpUrl, 'must be an address such as https://res.cloudinary.com/your-cloud/')

/** Without a delivery address: Cloudinary's own for that cloud, and of any other host all that it serves. */
export function imageHostOf(uploadUrl?: string, preset?: string, deliveryUrl?: string): ImageHost | null {
  if (!uploadUrl || !preset) return null
  return { uploadUrl, preset, deliveryUrl: (deliveryUrl ?? deliveryOf(uploadUrl)).replace(/\/*$/, '/') }
}

function deliveryOf(uploadUrl: string): string {
  const { hostname, origin, pathname } = new URL(uploadUrl)
  const cloud = /^\/v1_1\/([^/]+)\//.exec(pathname)?.[1]
  return hostname === 'api.cloudinary.com' && cloud ? `https://res.cloudinary.com/${cloud}` : origin
}
