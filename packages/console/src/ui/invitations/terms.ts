/** Lists how long invitations can be valid, in days. The last is the most that the API allows. */
export const invitationTerms = [1, 7, 30, 90] as const

const dayMillis = 86_400_000
/** The clock of the browser may be ahead of that of the server. */
const marginMillis = 3_600_000

/** When an invitation of some days ends, in milliseconds since 1970. */
export const computeInvitationEnd = (days: number, now: number): number =>
  now + Math.min(days * dayMillis, 90 * dayMillis - marginMillis)
