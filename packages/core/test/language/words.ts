/** The word list: private words, each with the field's word for it. */

export interface Word {
  /** All its forms, in lower case. In prose a form may consist of several words. */
  readonly forms: ReadonlyArray<string>
  readonly instead: string
  /** Where it is refused: in identifiers (split at capitals), in comments and documentation, or in both. */
  readonly in: "identifiers" | "prose" | "both"
  /** Files where the word is the field's own. */
  readonly allow?: ReadonlyArray<{ readonly files: RegExp; readonly because: string }>
}

const tables = { files: /\/sharding\.test\.ts$/, because: "the names of released tables" }

const released = {
  files: /^packages\/[\w-]+\/src\/migrations\//,
  because: "a released migration never changes",
}

export const words: ReadonlyArray<Word> = [
  { forms: ["room", "rooms", "house"], instead: "module", in: "both" },
  { forms: ["door", "doors"], instead: "entry point", in: "both" },
  { forms: ["gate", "gates"], instead: "access check", in: "both" },
  { forms: ["told", "tell", "tells"], instead: "reported, notified, subscribed", in: "both" },
  {
    forms: ["judge", "judges", "judged", "judging"],
    instead: "check, validate, evaluate, decide",
    in: "both",
    allow: [
      {
        files: /\/http\/src\/(api\/records|handlers)\/warnings?\.ts$/,
        because: "the field of the wire is judged_at",
      },
    ],
  },
  { forms: ["verdict", "verdicts"], instead: "CheckResult", in: "both" },
  { forms: ["ask", "asks", "asked"], instead: "request", in: "identifiers" },
  {
    forms: ["hold", "holds"],
    instead: "findForUpdate, lease, pause",
    in: "identifiers",
    allow: [{ files: /\/config\/advice\.ts$/, because: "a message, quoted within a template" }],
  },
  { forms: ["hands"], instead: "InFlightRequests", in: "both" },
  { forms: ["tending", "tend"], instead: "maintenance", in: "both" },
  { forms: ["bell", "bells", "rung"], instead: "Signal", in: "both" },
  {
    forms: ["wake", "wakes", "woken"],
    instead: "notify, wait",
    in: "both",
    allow: [{ files: /\/testing\/testClock\.ts$/, because: "a timer wakes its fiber" }],
  },
  {
    forms: ["duty", "duties"],
    instead: "PeriodicTask",
    in: "both",
    allow: [
      released,
      { files: /\/PeriodicTaskSqlStore\.ts$/, because: "the released table is named duties" },
      tables,
    ],
  },
  { forms: ["founding", "birth"], instead: "DatasetCreation, creation metadata", in: "both" },
  { forms: ["knife"], instead: "PayloadExtractor", in: "both" },
  { forms: ["acquainted", "acquaintances"], instead: "canSeeEmail", in: "both" },
  { forms: ["mend", "mends", "mended"], instead: "repair", in: "both" },
  {
    forms: ["lane", "lanes"],
    instead: "connection, ordered queue",
    in: "both",
    allow: [
      released,
      tables,
      { files: /\/eventTypes\/examples\.ts$/, because: "a category of a street scene" },
    ],
  },
  { forms: ["by hand"], instead: "manual", in: "prose" },
  {
    forms: ["of its own", "of their own"],
    instead: "dedicated, separate",
    in: "prose",
    allow: [released],
  },
  { forms: ["99 of 100"], instead: "p99", in: "prose" },
  { forms: ["put right", "puts right", "set right"], instead: "repair, fix", in: "prose" },
  { forms: ["is made of", "are made of"], instead: "consists of", in: "prose" },
  { forms: ["stand and fall", "stand or fall"], instead: "commit together", in: "prose" },
  { forms: ["is asked of", "is asked and answered"], instead: "request", in: "prose" },
  { forms: ["oftener"], instead: "exponential backoff", in: "both" },
  { forms: ["in a circle"], instead: "deadlock", in: "prose" },
  { forms: ["in quiet"], instead: "idle", in: "prose" },
  { forms: ["is away", "was away"], instead: "unavailable", in: "prose" },
  { forms: ["asks nobody for permission"], instead: "checks no permissions", in: "prose" },
  { forms: ["what the engine asks of storage"], instead: "the port for …", in: "prose" },
  { forms: ["what people send"], instead: "input", in: "prose" },
]
