/** Which spelling of the claim a database gets. */
import { postgresClaims } from "../../claim.postgres.ts"
import { sqliteClaims } from "../../claim.sqlite.ts"
import type { DatabaseShape } from "../../database/Database.ts"
import { rememberEnded } from "./claimEnds.ts"
import type { ClaimQueries } from "./claimQueries.ts"

export const claimQueries = ({ sql, direct }: DatabaseShape): ClaimQueries =>
  sql.onDialectOrElse({
    sqlite: () => sqliteClaims(direct, rememberEnded(sql)),
    orElse: () => postgresClaims(direct),
  })
