/** Stores session tokens as hashes, so that a stolen copy of the database signs nobody in. better-auth has no setting for this. */
import { createHash } from 'node:crypto'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types'

type Conditions = { model: string; where?: Where[] | undefined }

/** How a token is stored in `account_session.token`. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...hashTokensOf(adapter),
    transaction: (work) => adapter.transaction((transaction) => work(hashTokensOf(transaction))),
  }
}

function hashTokensOf<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: async (input) => {
      const { token } = input.data
      if (input.model !== 'session' || typeof token !== 'string') return adapter.create(input)
      const stored = await adapter.create({
        ...input,
        data: { ...input.data, token: hashSessionToken(token) },
      })
      return { ...stored, token }
    },
    findOne: async <Row>(input: Parameters<Adapter['findOne']>[0]) =>
      withToken(input, await adapter.findOne<Row>(withHashes(input))),
    update: async <Row>(input: Parameters<Adapter['update']>[0]) =>
      withToken(input, await adapter.update<Row>(withHashes(input))),
    consumeOne: async <Row>(input: Parameters<Adapter['consumeOne']>[0]) =>
      withToken(input, await adapter.consumeOne<Row>(withHashes(input))),
    findMany: (input) => adapter.findMany(withHashes(input)),
    count: (input) => adapter.count(withHashes(input)),
    updateMany: (input) => adapter.updateMany(withHashes(input)),
    delete: (input) => adapter.delete(withHashes(input)),
    deleteMany: (input) => adapter.deleteMany(withHashes(input)),
  }
}

const isToken = ({ field }: Where) => field === 'token'

function withHashes<Input extends Conditions>(input: Input): Input {
  if (input.model !== 'session' || !input.where?.some(isToken)) return input
  return {
    ...input,
    where: input.where.map((condition) => (isToken(condition) ? hashed(condition) : condition)),
  }
}

const hashed = (condition: Where): Where => ({
  ...condition,
  value: Array.isArray(condition.value)
    ? condition.value.map((token) => hashSessionToken(String(token)))
    : hashSessionToken(String(condition.value)),
})

/** better-auth puts the token of a session that it has found into the cookie again. */
function withToken<Row>({ model, where }: Conditions, row: Row | null): Row | null {
  const token = model === 'session' ? where?.find(isToken)?.value : undefined
  return row && typeof token === 'string' ? { ...row, token } : row
}
