/** Pauses of people in a dataset. */
import { get, type Row, send } from "./rows.ts"

export const pauseRows: ReadonlyArray<Row> = [
  {
    endpoint: "pauses.list",
    rule: "list_collaborators",
    call: get(({ dataset }) => `${dataset}/pauses/`),
    status: 200,
  },
  {
    endpoint: "pauses.pause",
    rule: "move_roles",
    call: send("PUT", ({ dataset }) => `${dataset}/pauses/labeler/`, { reason: "Read the guide." }),
    status: 200,
  },
  {
    endpoint: "pauses.pause",
    note: "of somebody above reviewer",
    rule: "edit_collaborators",
    call: send("PUT", ({ dataset }) => `${dataset}/pauses/manager/`, { reason: "Read the guide." }),
    status: 200,
  },
  {
    endpoint: "pauses.resume",
    rule: "move_roles",
    call: async ({ dataset, ok }) => {
      const path = `${dataset}/pauses/labeler/`
      await ok({ method: "PUT", path, body: { reason: "Read the guide." }, as: "owner" })
      return { method: "DELETE", path }
    },
    status: 204,
  },
]
