/** Reflects the endpoints of a declaration with their annotations. Reflected once for servers, access checks and clients. */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"

type Visit = Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]

/** An endpoint as `HttpApi.reflect` shows it: with its group, merged annotations, and successes and errors by status. */
export type ReflectedEndpoint = Parameters<Visit>[0]

export const listEndpoints = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
): ReadonlyArray<ReflectedEndpoint> => {
  const cachedEndpoints = read.get(api)
  if (cachedEndpoints !== undefined) return cachedEndpoints
  const endpoints: Array<ReflectedEndpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: (endpoint) => {
      endpoints.push(endpoint)
    },
  })
  read.set(api, endpoints)
  return endpoints
}

const read = new WeakMap<object, ReadonlyArray<ReflectedEndpoint>>()
