/**
 * The areas of the navigation, from top to bottom. Each has a page, and a word in `shell.nav`. `also`: addresses of its pages that are not
 * below its own.
 */
const areas = [
  { name: "datasets", to: "/datasets", also: /^\/new-dataset$/ },
  { name: "webhooks", to: "/webhooks" },
  { name: "account", to: "/account", also: /^\/orgs\// },
  { name: "admin", to: "/admin", forSiteAdmins: true },
] as const

/** The areas of somebody. For others than site admins the administration does not exist. */
export const listAreas = (isSiteAdmin: boolean) =>
  areas.filter((area) => isSiteAdmin || !("forSiteAdmins" in area))
