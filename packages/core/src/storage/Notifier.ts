/** The port that notifies the workers of all processes of new work. */
import { Context, type Effect } from "effect"

/** `jobs`: a job waits for a worker. `deliveries`: events wait to be delivered. `webhook_tests`: test events, which overtake others. */
export const notifierTopics = ["jobs", "deliveries", "webhook_tests"] as const

/** The topics of notifications. */
export type NotifierTopic = (typeof notifierTopics)[number]

/** Notifies workers that there is work. A notification is a hint: it may be lost or spurious, so workers also poll. */
export class Notifier extends Context.Tag("@annotary/core/Notifier")<
  Notifier,
  {
    /**
     * Notifies every process. Inside a transaction, this process is notified right after the commit and never before it; a
     * rollback notifies nobody. Never fails and never waits.
     */
    readonly notify: (topic: NotifierTopic) => Effect.Effect<void>
    /** Waits for a notification of the topic. All waiting fibers resume. One notification that nobody awaits is kept. */
    readonly wait: (topic: NotifierTopic) => Effect.Effect<void>
  }
>() {}
