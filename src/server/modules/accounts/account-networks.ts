/** Hashes of the networks from which an account was used lately, by which its owner is recognized when signed out. */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { createNetworkHash } from '../../platform/network-hash.ts'

export type AccountNetworks = ReturnType<typeof createAccountNetworks>

export function createAccountNetworks(secret: string) {
  const hashOf = createNetworkHash(secret, 'networks of accounts')
  return {
    /** Does nothing for an account that does not exist, or not yet for this connection. */
    async remember(connection: Connection, accountId: string, network: string): Promise<void> {
      await sql`
        insert into account_network (account_id, network_hash)
        select id, ${hashOf(network)} from account where id = ${accountId}
        on conflict (account_id, network_hash) do update set last_used = now()
          where account_network.last_used < now() - interval '1 day'`.execute(connection)
    },

    async wasUsedFrom(connection: Connection, accountId: string, network: string): Promise<boolean> {
      const { rows } = await sql`
        select from account_network
        where account_id = ${accountId} and network_hash = ${hashOf(network)}`.execute(connection)
      return rows.length > 0
    },

    async share(connection: Connection, accountId: string, otherId: string): Promise<boolean> {
      const { rows } = await sql`
        select from account_network one
        join account_network other on other.network_hash = one.network_hash and other.account_id = ${otherId}
        where one.account_id = ${accountId} limit 1`.execute(connection)
      return rows.length > 0
    },
  }
}
