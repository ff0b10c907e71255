/** Maps a host's id of a person to an account name. The mapping is stable, and two ids never share a name. */
import { sha256Hex } from "../domain/digest.ts"

/**
 * An id that is a lower-case name stays as it is. All others become a digest, because names are compared without regard to
 * case and cannot contain every character.
 */
export const accountNameOf = (id: string): string =>
  /^[a-z0-9][a-z0-9._-]{0,99}$/.test(id) && !id.startsWith(prefix) ? id : prefix + sha256Hex(id).slice(0, 40)

const prefix = "id-"
