/** All that is known of an organization begins with this key. */
export const makeOrganizationKey = (organization: string) => ["organization", organization] as const
