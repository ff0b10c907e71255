/** The roles that people can be given, and that of models. */
export const roles = {
  model: "Model",
  labeler: "Labeler",
  reviewer: "Reviewer",
  manager: "Manager",
  admin: "Admin",
} as const
