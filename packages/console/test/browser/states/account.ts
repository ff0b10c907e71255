/** The states of the pages of an account, and of those before somebody is signed in. */
import { failing, type State } from "./State.ts"

export const signIn: ReadonlyArray<State> = [
  { name: "full", who: "nobody", path: () => "/sign-in", ready: "API key" },
  { name: "error", who: "nobody", path: () => "/sign-in?error=disabled", ready: "is disabled" },
]

const path = () => "/account"

export const account: ReadonlyArray<State> = [
  { name: "full", path, ready: "This session" },
  {
    name: "new-key",
    path,
    act: (page) => page.getByRole("button", { name: "New key" }).click(),
    ready: "Limit to role",
  },
  {
    name: "rotate-key",
    path,
    act: (page) => page.getByRole("button", { name: "Rotate" }).first().click(),
    ready: "Keep the old key valid for",
  },
  {
    name: "revoke-key",
    path,
    act: (page) => page.getByRole("button", { name: "Revoke" }).first().click(),
    ready: "stop working immediately",
  },
  failing(path),
]
