/**
 * Events as long as a page stay in their row on Postgres. It would compress them and put them into a table of their own from two
 * kilobytes on, which takes longer than all else of the statement that writes them, and whoever changes something waits for it;
 * they are read once or twice, and removed after a month.
 */
import { migration } from "./migration.ts"

export default migration(({ name }) =>
  name === "postgres" ? ["ALTER TABLE outbox SET (toast_tuple_target = 8160)"] : [],
)
