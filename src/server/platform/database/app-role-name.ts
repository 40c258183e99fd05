/** If the database server has a role with this name, each migration grants it what serving the site needs. */
export const appRole = 'corkboard_app'
