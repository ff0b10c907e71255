/** The roles of people on a dataset, for options. */

/** Written out, because the roles of the engine are loaded with it. A test compares them. */
export const roles = ["labeler", "reviewer", "manager", "admin"]
