/** Whether a command prints JSON. In a separate file, because `--help` loads it and nothing else of the output. */
import { Context } from "effect"

/** Whether the command prints JSON instead of text for people: `--json`. */
export class JsonOutput extends Context.Reference<JsonOutput>()("@annotary/server/JsonOutput", {
  defaultValue: () => false,
}) {}
