/** The states of the webhook pages. */
import { failing, type State } from "./State.ts"
import type { World } from "./world.ts"

const endpoint = ({ endpoint: id }: World) => `/webhooks/${id}`
const settings = ({ endpoint: id }: World) => `/webhooks/${id}/settings`

export const endpoints: ReadonlyArray<State> = [
  { name: "full", path: () => "/webhooks", ready: "Training set" },
  { name: "empty", who: "newcomer", path: () => "/webhooks", ready: "Enable webhooks" },
  failing(() => "/webhooks", "frame"),
]

export const newEndpoint: ReadonlyArray<State> = [
  { name: "full", path: () => "/webhooks/new", ready: "Create endpoint" },
  failing(() => "/webhooks/new", "frame"),
]

export const deliveries: ReadonlyArray<State> = [
  { name: "full", path: () => "/webhooks/deliveries", ready: (page) => page.getByRole("row").nth(2) },
  {
    name: "filtered",
    path: () => `/webhooks/deliveries?code=${encodeURIComponent('["3xx"]')}`,
    ready: "No deliveries match the filters.",
  },
  {
    name: "drawer",
    path: () => "/webhooks/deliveries",
    act: (page) => page.getByRole("row").nth(1).getByRole("button").click(),
    ready: (page) => page.getByRole("dialog").getByText("HTTP 500").first(),
  },
  { name: "empty", who: "newcomer", path: () => "/webhooks/deliveries", ready: "Deliveries" },
  failing(() => "/webhooks/deliveries"),
]

export const endpointPage: ReadonlyArray<State> = [
  { name: "full", path: endpoint, ready: (page) => page.getByRole("row").nth(2) },
  failing(endpoint),
]

export const endpointSettings: ReadonlyArray<State> = [
  { name: "full", path: settings, ready: "In order" },
  {
    name: "delete",
    path: settings,
    act: (page) => page.getByRole("button", { name: "Delete" }).click(),
    ready: "This cannot be undone.",
  },
  failing(settings),
]
