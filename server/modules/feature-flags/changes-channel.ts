/** NOTIFY channel on which PostgreSQL tells all processes that a flag was changed. */
export const changesChannel = 'profil_features'
