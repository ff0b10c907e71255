/** The roles that people can be given, and that of models. */
export const roles = {
  model: "Modell",
  labeler: "Labeler",
  reviewer: "Prüfer",
  manager: "Manager",
  admin: "Admin",
} as const
