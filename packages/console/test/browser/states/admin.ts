/** The states of the pages for site admins, and of the keys. */
import { failing, type State } from "./State.ts"

const admin = (rest: string) => () => `/admin/${rest}`

export const users: ReadonlyArray<State> = [
  { name: "full", path: admin("users"), ready: (page) => page.getByRole("row", { name: /Site admin/ }) },
  { name: "empty", path: admin("users?q=nobody-has-this-name"), ready: "No accounts match the filters." },
  {
    name: "new-user",
    path: admin("users"),
    act: (page) => page.getByRole("button", { name: "New user" }).click(),
    ready: "Annotary then shows an API key for this person, once.",
  },
  {
    name: "delete-user",
    path: admin("users?kind=person"),
    act: (page) =>
      page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click(),
    ready: "Releases whose files contain the name",
  },
  failing(admin("users")),
]

export const jobs: ReadonlyArray<State> = [
  { name: "full", path: admin("jobs"), ready: (page) => page.getByRole("table") },
  { name: "empty", path: admin("jobs?status=RUNNING"), ready: "No jobs have this status." },
  failing(admin("jobs")),
]

export const audit: ReadonlyArray<State> = [
  {
    name: "full",
    path: admin("audit"),
    ready: (page) => page.getByRole("cell", { name: /created/ }).first(),
  },
  { name: "empty", path: admin("audit?action=nothing"), ready: "No entries match the filters." },
  failing(admin("audit")),
]

export const health: ReadonlyArray<State> = [
  { name: "full", path: admin("health"), ready: "Samples to label" },
  failing(admin("health")),
]

export const shortcuts: ReadonlyArray<State> = [
  { name: "full", path: () => "/account/shortcuts", ready: "Command palette" },
]
