/** Selectors of events: types by name, or all types of one kind by a pattern. Pure. */
import { Schema } from "effect"
import { DatasetEventType, type EventNoun, EventType, OperationalEventType, toNoun } from "../Event.ts"

export type EventTypePattern = `${EventNoun}.*`

/** The pattern that selects a type. */
export const toPattern = (type: EventType): EventTypePattern => `${toNoun(type)}.*`

/** Patterns that select all types of one kind, including those of later versions. Cast: there are some. */
export const EventTypePattern = Schema.Literal(
  ...([...new Set(EventType.literals.map(toPattern))] as [EventTypePattern, ...Array<EventTypePattern>]),
)

/** An event type or a pattern. */
export const EventTypeSelector = Schema.Union(EventType, EventTypePattern).annotations({
  identifier: "EventTypeSelector",
})
export type EventTypeSelector = typeof EventTypeSelector.Type

const operational: ReadonlySet<EventType> = new Set(OperationalEventType.literals)

/** Whether the type is an operational event, about webhooks themselves. */
export const isOperational = (type: EventType): type is OperationalEventType => operational.has(type)

const sentByDefault: ReadonlySet<EventType> = new Set(DatasetEventType.literals)

/** Whether endpoints without selectors receive the type. */
export const isSentByDefault = (type: EventType): boolean => sentByDefault.has(type)

/** Whether the selectors include the type. An empty list stands for all events about datasets. */
export const isSelected = (selectors: ReadonlyArray<EventTypeSelector>, type: EventType): boolean =>
  selectors.length === 0
    ? isSentByDefault(type)
    : selectors.includes(type) || selectors.includes(toPattern(type))

/** The selected types among those of this version. */
export const listSelectedTypes = (selectors: ReadonlyArray<EventTypeSelector>): ReadonlyArray<EventType> =>
  EventType.literals.filter((type) => isSelected(selectors, type))
