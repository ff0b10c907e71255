/** The areas of the navigation, from top to bottom. Each has a page, and a word in `shell.nav`. */
export const areas = [
  { name: "datasets", to: "/datasets" },
  { name: "webhooks", to: "/webhooks" },
  { name: "account", to: "/account" },
] as const
