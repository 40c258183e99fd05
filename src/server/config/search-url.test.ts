import { expect, test } from 'vitest'
import { readClusterSettings } from './search-url.ts'

const shardsOf = (url: string) => readClusterSettings(url).hosts.map(({ shards }) => shards)

test('one host has one shard, on the default port', () => {
  const [host] = readClusterSettings('manticore://search1').hosts
  expect(host).toEqual({
    host: 'search1',
    port: 9306,
    user: undefined,
    password: undefined,
    tls: false,
    shards: [0],
  })
})

test('each shard is on two hosts', () => {
  expect(shardsOf('manticore://a,b:9307')).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect(shardsOf('manticore://a,b,c')).toEqual([
    [0, 2],
    [0, 1],
    [1, 2],
  ])
  expect(shardsOf('manticore://a?shards=3')).toEqual([[0, 1, 2]])
})

test('a host can have a user, an encoded password, and an encrypted connection', () => {
  const { hosts } = readClusterSettings('manticore://corkboard:p%40ss@[::1]:9306,b?tls=true')
  expect(hosts[0]).toMatchObject({ host: '::1', user: 'corkboard', password: 'p@ss', tls: true })
})

test.each([
  ['mysql://search1', 'must be a URL such as manticore://search1:9306,search2:9306'],
  ['manticore://', 'must be a URL such as'],
  ['manticore://a,', 'must be a URL such as'],
  ['manticore://a:0', 'must be a URL such as'],
  ['manticore://a b', 'must be a URL such as'],
  ['manticore://a,a:9306', 'must name each host once'],
  ['manticore://a?shards=9', 'must have from 1 to 8 shards'],
  ['manticore://a?replicas=2', 'must have no parameters other than shards and tls'],
  ['manticore://a?tls=yes', 'must have tls=true for encrypted connections'],
  ['manticore://u:%@a', 'must have special characters of the password encoded'],
])('rejects %s', (url, message) => {
  expect(() => readClusterSettings(url)).toThrow(message)
})
