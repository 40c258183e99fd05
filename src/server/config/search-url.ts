/** The hosts of a `manticore://` URL, and which shards each of them holds. */
import { parsedBy } from './parsed-by.ts'

/** More are not in the configuration of the server (`deploy/manticore/searchd.conf`). */
const maxShards = 8
const defaultPort = 9306
/** On how many hosts each shard is, where there are as many. */
const copies = 2

export type HostSettings = {
  host: string
  port: number
  user: string | undefined
  password: string | undefined
  tls: boolean
  /** The shards that it holds. */
  shards: number[]
}

export type ClusterSettings = { hosts: HostSettings[]; shards: number }

/** `manticore://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…][?shards=NUMBER&tls=true]` */
export const searchUrlSchema = parsedBy(readClusterSettings)

/** Throws an error whose message says what the URL must be. By default, there are as many shards as hosts. */
export function readClusterSettings(value: string): ClusterSettings {
  const [, login = '', list = '', search = ''] =
    /^manticore:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/?(?:\?([^#]*))?$/.exec(value) ?? []
  const addresses = list.split(',').map((part) => readAddress(part))
  if (new Set(addresses.map(({ host, port }) => `${host}:${port}`)).size < addresses.length)
    throw new Error('must name each host once')
  const options = new URLSearchParams(search)
  for (const name of options.keys())
    if (name !== 'shards' && name !== 'tls')
      throw new Error('must have no parameters other than shards and tls')
  const shards = Number(options.get('shards') ?? Math.min(addresses.length, maxShards))
  if (!Number.isInteger(shards) || shards < 1 || shards > maxShards)
    throw new Error(`must have from 1 to ${maxShards} shards`)
  const tls = options.get('tls') ?? 'false'
  if (tls !== 'true' && tls !== 'false') throw new Error('must have tls=true for encrypted connections')
  const [user, password] = login.split(':').map(decode)
  const hosts = addresses.map((address, at) => ({
    ...address,
    user: user || undefined,
    password: password || undefined,
    tls: tls === 'true',
    shards: shardsOf(at, addresses.length, shards),
  }))
  return { hosts, shards }
}

function readAddress(part: string): { host: string; port: number } {
  const [, name = '', port] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(part) ?? []
  const number = Number(port ?? defaultPort)
  if (name === '' || number < 1 || number > 65_535)
    throw new Error('must be a URL such as manticore://search1:9306,search2:9306')
  return { host: name.replace(/^\[|\]$/g, ''), port: number }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('must have special characters of the password encoded, such as %40 for @')
  }
}

/** Returns the shards of a host: each is on consecutive hosts, so a lost one doubles the load of its neighbors only. */
const shardsOf = (host: number, hosts: number, shards: number): number[] =>
  Array.from({ length: shards }, (_, shard) => shard).filter(
    (shard) => (((host - shard) % hosts) + hosts) % hosts < copies,
  )
