/** The states of the pages of organizations, and of the link of an invitation. */
import { failing, type State } from "./State.ts"

/** An address in the organization with members. */
const acme = (rest: string) => () => `/orgs/acme/${rest}`

export const members: ReadonlyArray<State> = [
  { name: "full", path: acme("members"), ready: (page) => page.getByRole("row", { name: /lee/ }) },
  {
    name: "add-member",
    path: acme("members"),
    act: (page) => page.getByRole("button", { name: "Add member" }).click(),
    ready: "The person needs an account.",
  },
  {
    name: "new-invitation",
    path: acme("members"),
    act: (page) => page.getByRole("button", { name: "New invitation" }).click(),
    ready: "Maximum number of people",
  },
  failing(acme("members")),
]

export const organizationDatasets: ReadonlyArray<State> = [
  { name: "empty", path: acme("datasets"), ready: "No datasets that you can see." },
  failing(acme("datasets")),
]

export const organizationSettings: ReadonlyArray<State> = [
  { name: "full", path: acme("settings"), ready: "Private buckets" },
  {
    name: "add-bucket",
    path: acme("settings"),
    act: (page) => page.getByRole("button", { name: "Add bucket" }).click(),
    ready: "Only object keys that start with this prefix are signed.",
  },
  failing(acme("settings")),
]

export const invitation: ReadonlyArray<State> = [
  { name: "full", who: "nobody", path: (world) => world.invitation, ready: "acme" },
  { name: "empty", who: "nobody", path: () => "/invitation", ready: (page) => page.getByRole("heading") },
  {
    ...failing((world) => world.invitation, "frame"),
    who: "nobody",
  },
]
