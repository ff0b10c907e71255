/**
 * What groups of handlers share. A handler is thin: it decodes a request, calls a service and makes a {@link Reply}; all decisions
 * are in core. Handlers take their services once, when they are made, and the caller with each request.
 */
import type { Actor, CurrentActor, DatasetRef } from "@annotary/core/effect"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { GroupHandlers } from "../transport/routing/handlers.ts"

/** The handlers of one group, checked against its declaration. */
export const group = <Group extends HttpApiGroup.HttpApiGroup.Any>(
  handlers: GroupHandlers<Group, Actor, CurrentActor>,
): GroupHandlers<Group, Actor, CurrentActor> => handlers

/** The dataset that a path names. */
export const datasetRef = (path: { readonly owner: string; readonly dataset: string }): DatasetRef => ({
  _tag: "Name",
  owner: path.owner,
  name: path.dataset,
})
