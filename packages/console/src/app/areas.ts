/** The areas of the navigation, from top to bottom. Each has a page, and a word in `shell.nav`. */
export const areas = [
  { name: "datasets", to: "/datasets" },
  { name: "webhooks", to: "/webhooks" },
  { name: "account", to: "/account" },
  { name: "admin", to: "/admin", forSiteAdmins: true },
] as const

/** The areas of somebody. For others than site admins the administration does not exist. */
export const areasFor = (isSiteAdmin: boolean) =>
  areas.filter((area) => isSiteAdmin || !("forSiteAdmins" in area))
