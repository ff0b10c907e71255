/** The assets of a dataset are summed when its owner has a quota. */
import { indexes } from "./migration.ts"

export default indexes([{ name: "assets_counted", on: "assets (counted_for) WHERE counted_for IS NOT NULL" }])
