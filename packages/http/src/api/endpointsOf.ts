/** Reflects the endpoints of a declaration with their annotations. Reflected once for servers, access checks and clients. */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"

type Visit = Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]

/** An endpoint as `HttpApi.reflect` shows it: with its group, merged annotations, and successes and errors by status. */
export type ReflectedEndpoint = Parameters<Visit>[0]

export const endpointsOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
): ReadonlyArray<ReflectedEndpoint> => {
  const known = read.get(api)
  if (known !== undefined) return known
  const found: Array<ReflectedEndpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: (endpoint) => {
      found.push(endpoint)
    },
  })
  read.set(api, found)
  return found
}

const read = new WeakMap<object, ReadonlyArray<ReflectedEndpoint>>()
