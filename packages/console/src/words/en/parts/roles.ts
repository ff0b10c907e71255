/** The roles that people can be given. */
export const roles = { labeler: "Labeler", reviewer: "Reviewer", manager: "Manager", admin: "Admin" } as const
