/** A sink that stores nothing, for servers whose metrics are looked at. */
export default () => ({ name: "nowhere", publish: async () => undefined })
