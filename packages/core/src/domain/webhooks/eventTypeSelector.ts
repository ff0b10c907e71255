/** Which events an endpoint asks for: types by name, or all of one kind by a pattern. Pure. */
import { Schema } from "effect"
import { DatasetEventType, EventType, OperationalEventType } from "../Event.ts"

/** All types of one kind, those that come with later versions included. */
export const EventTypePattern = Schema.Literal(
  "dataset.*",
  "sample.*",
  "label.*",
  "issue.*",
  "release.*",
  "endpoint.*",
  "delivery.*",
)
export type EventTypePattern = typeof EventTypePattern.Type

export const EventTypeSelector = Schema.Union(EventType, EventTypePattern).annotations({
  identifier: "EventTypeSelector",
})
export type EventTypeSelector = typeof EventTypeSelector.Type

/** The pattern that a type falls under. */
export const patternOf = (type: EventType): EventTypePattern =>
  `${type.slice(0, type.indexOf("."))}.*` as EventTypePattern

const operational: ReadonlySet<EventType> = new Set(OperationalEventType.literals)

/** About the delivery of events itself. */
export const isOperational = (type: EventType): type is OperationalEventType => operational.has(type)

const unasked: ReadonlySet<EventType> = new Set(DatasetEventType.literals)

/** Whether a type is sent to endpoints that name none. */
export const isUnasked = (type: EventType): boolean => unasked.has(type)

/** No selectors: what is sent unasked. */
export const selects = (selectors: ReadonlyArray<EventTypeSelector>, type: EventType): boolean =>
  selectors.length === 0 ? isUnasked(type) : selectors.includes(type) || selectors.includes(patternOf(type))

/** Of the types that there are today. */
export const selectedTypes = (selectors: ReadonlyArray<EventTypeSelector>): ReadonlyArray<EventType> =>
  EventType.literals.filter((type) => selects(selectors, type))
