/** Lifetimes of sessions and one-time tokens, in milliseconds. */

const hour = 3600 * 1000

/** A session that is not used for this long ends. */
export const sessionIdleMillis = 12 * hour

/** A session ends after this time, however much it is used. */
export const sessionMillis = 7 * 24 * hour

/** The validity of a one-time token. */
export const signInTokenMillis = 5 * 60 * 1000

/** For this long after the sign-in, a session may also do what gives out credentials or cannot be undone. */
export const recentSignInMillis = 10 * 60 * 1000
