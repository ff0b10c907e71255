/**
 * Shared by the handlers. A handler decodes a request, calls a service and builds a {@link Reply}; core makes all
 * decisions. Handlers get their services once, when they are created, and the actor with each request.
 */
import type { Actor, CurrentActor, DatasetRef } from "@annotary/core/effect"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { GroupHandlers } from "../transport/routing/handlers.ts"

/** Types the handlers of one group by its declaration. */
export const group = <Group extends HttpApiGroup.HttpApiGroup.Any>(
  handlers: GroupHandlers<Group, Actor, CurrentActor>,
): GroupHandlers<Group, Actor, CurrentActor> => handlers

/** The dataset that a path names. */
export const toDatasetRef = (path: { readonly owner: string; readonly dataset: string }): DatasetRef => ({
  _tag: "Name",
  owner: path.owner,
  name: path.dataset,
})
