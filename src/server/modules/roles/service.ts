/**
 * The roles of people, and what belongs to the scope of a moderator, as SQL. Each condition is true for an admin, whose scope is null.
 * Nothing belongs to a moderator that is about themselves: they would decide about it, and read who reported them.
 */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ModeratorScope, Role } from '../../../shared/policy.ts'
import type { Connection } from '../../platform/database/database.ts'

/** The role that a row of `moderator` gives. */
export const moderatorRole = sql<Role>`
  case when moderator.category_ids is null and moderator.place_ids is null then 'moderator' else 'scoped-moderator' end`

/** The role of a profile. Needs `profile`, and `moderator` by a left join. An admin's rights do not depend on a row that was left there. */
export const roleOfProfile = sql<Role | null>`
  case when profile.is_admin then 'admin' when moderator.id is not null then ${moderatorRole} end`

/** As `ModeratorScope`. Needs the same tables. */
export const scopeOfProfile = sql<ModeratorScope | null>`
  case when moderator.id is not null and not profile.is_admin then json_build_object(
    'profileId', profile.id, 'categoryIds', moderator.category_ids, 'placeIds', moderator.place_ids) end`

/** Selects the ids of the profiles of all admins and moderators. */
export const teamProfiles = sql<string>`(
  select id from profile where is_admin
  union select profile_id from moderator where profile_id is not null)`

/** Returns the scopes of those profiles that are an admin's or a moderator's; null for an admin. */
export async function findScopes(
  connection: Connection,
  profileIds: string[],
): Promise<Map<string, ModeratorScope | null>> {
  const { rows } = await sql<{ id: string; scope: ModeratorScope | null }>`
    select profile.id, ${scopeOfProfile} as scope
    from profile left join moderator on moderator.profile_id = profile.id
    where profile.id = any(${profileIds}::uuid[]) and ${roleOfProfile} is not null
    order by profile.id`.execute(connection)
  return new Map(rows.map(({ id, scope }) => [id, scope]))
}

type Condition = RawBuilder<SqlBool>
type Scope = ModeratorScope | null

const always: Condition = sql`true`

export const isLimited = (scope: Scope): boolean =>
  scope !== null && (scope.categoryIds !== null || scope.placeIds !== null)

/** Needs `listing`. */
export const listingInScope = (scope: Scope): Condition =>
  scope
    ? sql`(listing.author_id <> ${scope.profileId} and ${categoryAndPlaceInScope(scope, 'listing')})`
    : always

/** Whose ad it is does not count. Needs the table, which may also be `listing_index`. */
export function categoryAndPlaceInScope(
  { categoryIds, placeIds }: ModeratorScope,
  table: 'listing' | 'listing_index',
): Condition {
  const isIn = (column: string, ids: number[]) => sql`${sql.ref(`${table}.${column}`)} = any(${ids}::int[])`
  const categories = categoryIds ? isIn('category_id', categoryIds) : always
  const places = placeIds
    ? sql`(${isIn('country_id', placeIds)} or ${isIn('state_id', placeIds)} or ${isIn('city_id', placeIds)})`
    : always
  return sql`(${categories} and ${places})`
}

/** `id` is that of a listing. */
export const listingIdInScope = (scope: Scope, id: RawBuilder<unknown>): Condition =>
  scope ? sql`exists (select from listing where listing.id = ${id} and ${listingInScope(scope)})` : always

/** `id` is that of a conversation. One whose ad was deleted for good belongs to moderators of the whole site. */
export function conversationInScope(scope: Scope, id: RawBuilder<unknown>): Condition {
  if (!scope) return always
  const isOwn = sql`exists (select from conversation_participant someone
    where someone.conversation_id = ${id} and someone.profile_id = ${scope.profileId})`
  const about = isLimited(scope)
    ? sql`exists (select from conversation join listing on listing.id = conversation.listing_id
        where conversation.id = ${id} and ${listingInScope(scope)})`
    : always
  return sql`(not ${isOwn} and ${about})`
}

/** `ids` are those of all profiles that something is about, which may be null. People belong to no category and no place. */
export function peopleInScope(scope: Scope, ids: RawBuilder<unknown>[]): Condition {
  if (!scope) return always
  if (isLimited(scope)) return sql`false`
  return sql`(${sql.join(
    ids.map((id) => sql`${id} is distinct from ${scope.profileId}::uuid`),
    sql` and `,
  )})`
}

/** Returns whether a moderator with this scope may see a listing that visitors do not see. */
export async function isListingInScope(connection: Connection, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`select where ${listingIdInScope(scope, sql`${id}::uuid`)}`.execute(connection)
  return rows.length > 0
}
