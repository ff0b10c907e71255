import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import type { DatasetRef } from "../access/DatasetFinder.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"

/** Maps the dataset names of an endpoint to ids and back. Only datasets of the endpoint's account. */
export class EndpointDatasets extends Effect.Service<EndpointDatasets>()("@annotary/core/EndpointDatasets", {
  effect: Effect.gen(function* () {
    const access = yield* Access

    /** The ids of these datasets of the account that the caller may see. Null stands for all. */
    const findIds = (owner: Username, names: ReadonlyArray<string> | null) =>
      names === null
        ? Effect.succeed(null)
        : Effect.forEach(names, (name, n) =>
            access.find(toDatasetRef(name)).pipe(
              Effect.filterOrFail(
                ({ dataset }) => dataset.owner === owner,
                () => notOwn,
              ),
              Effect.mapError(() =>
                InvalidInput.at(`/datasets/${n}`, "must be a dataset of the account, as owner/name"),
              ),
              Effect.map(({ dataset }) => dataset.id),
            ),
          )

    /** The names of the datasets. Deleted datasets, and those of another account by now, are left out. */
    const listNames = ({ datasets, owner }: Pick<Endpoint, "datasets" | "owner">) =>
      datasets === null
        ? Effect.succeed(null)
        : Effect.map(
            Effect.forEach(datasets, (id) => findName(id, owner)),
            (names) => names.flat(),
          )

    const findName = (id: DatasetId, owner: Username) =>
      access.findAsSystem({ _tag: "Id", id }).pipe(
        Effect.map(({ dataset }) => (dataset.owner === owner ? [`${dataset.owner}/${dataset.name}`] : [])),
        Effect.catchTag("NotFound", () => Effect.succeed([])),
      )

    return { findIds, listNames }
  }),
}) {}

const notOwn = "not the account's"

const toDatasetRef = (fullName: string): DatasetRef => {
  const [owner = "", name = ""] = fullName.split("/", 2)
  return { _tag: "Name", owner, name }
}
