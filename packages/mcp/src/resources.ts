/** Adds the resources that an agent reads before it works: the guide and the configuration of each dataset. */
import type { EffectClient } from "@annotary/http/client"
import { type McpServer, ResourceTemplate, type Variables } from "@modelcontextprotocol/server"
import { Effect } from "effect"

/** The datasets in a list of resources; others are read by their address. */
const maxListed = 100

export const addResources = (server: McpServer, client: EffectClient): void => {
  const listDatasets = Effect.map(
    client.datasets.listMine({ urlParams: { include: "shared", per_page: maxListed } }),
    (datasets) => datasets.map(({ full_name: fullName }) => fullName),
  )
  const add = (
    kind: "guide" | "configuration",
    mimeType: string,
    description: string,
    read: (path: { readonly owner: string; readonly dataset: string }) => Effect.Effect<string, Error>,
  ) =>
    server.registerResource(
      kind,
      new ResourceTemplate(`annotary://datasets/{owner}/{dataset}/${kind}`, {
        list: ({ mcpReq }) =>
          Effect.runPromise(
            Effect.map(listDatasets, (names) => ({
              resources: names.map((name) => ({
                uri: `annotary://datasets/${name}/${kind}`,
                name: `${name}: ${kind}`,
                mimeType,
              })),
            })),
            { signal: mcpReq.signal },
          ),
      }),
      { description, mimeType },
      (uri, variables, { mcpReq }) =>
        Effect.runPromise(
          Effect.map(
            read({ owner: readVariable(variables, "owner"), dataset: readVariable(variables, "dataset") }),
            (text) => ({ contents: [{ uri: uri.href, mimeType, text }] }),
          ),
          { signal: mcpReq.signal },
        ),
    )
  add("guide", "text/markdown", "How the samples of the dataset are to be labeled", (path) =>
    Effect.map(client.guide.get({ path }), ({ guide }) => guide),
  )
  add(
    "configuration",
    "application/json",
    "The categories, attributes and warning rules of the dataset",
    (path) => Effect.flatMap(client.responses.configuration.get({ path }), (response) => response.text),
  )
}

const readVariable = (variables: Variables, name: string): string => {
  const value = variables[name]
  return decodeURIComponent(typeof value === "string" ? value : (value?.[0] ?? ""))
}
