/** The seconds for which a claim is leased, and renewed by a save, where the caller names no others. Pages use it too. */
export const defaultLeaseSeconds = 900
