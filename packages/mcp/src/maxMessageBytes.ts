/** The most bytes of a message, which may contain a label, whatever carries it. */
export const maxMessageBytes = 16 * 1024 * 1024
