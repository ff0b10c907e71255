/**
 * What a group of handlers is made of. Handlers are thin: decoded request, service call, {@link Reply}; everything that
 * decides lives in core. They take their services once, when they are made, and only the caller with each request.
 */
import type { Actor, CurrentActor } from "@annotary/core/effect"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { GroupHandlers } from "../transport/routing/handlers.ts"

/** The handlers of one group, checked against its declaration. */
export const group = <Group extends HttpApiGroup.HttpApiGroup.Any>(
  handlers: GroupHandlers<Group, Actor, CurrentActor>,
): GroupHandlers<Group, Actor, CurrentActor> => handlers
