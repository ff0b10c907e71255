/** The port that wakes the workers of all processes when there is work for them. */
import { Context, type Effect } from "effect"

/** Jobs that wait for a worker, events that wait to be delivered, or test events of webhooks, which do not wait behind others. */
export const wakeTopics = ["jobs", "deliveries", "webhook_tests"] as const

export type WakeTopic = (typeof wakeTopics)[number]

/** Tells the workers that there is work. A hint: it may be lost, or come for nothing, so workers also look by themselves. */
export class WakeUps extends Context.Tag("@annotary/core/WakeUps")<
  WakeUps,
  {
    /**
     * Called after the change's transaction, or inside of it: then this process is woken when that has committed, at once but
     * never before, and nobody when it was undone. Costs the caller nothing and never fails.
     */
    readonly wake: (topic: WakeTopic) => Effect.Effect<void>
    /** Waits until the topic is woken, by this process or another: all who wait are. A wake-up while nobody waits is kept, once. */
    readonly woken: (topic: WakeTopic) => Effect.Effect<void>
  }
>() {}
