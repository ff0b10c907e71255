/**
 * The addresses that no webhook goes to, as data. The first range that holds an address is the one that counts. `opens` says
 * whether whoever runs the server may open the range; cloud metadata, ways to write another address, and addresses that
 * belong to nobody stay shut.
 * Sources: IANA special-purpose registries for IPv4 and IPv6; the cloud providers' own documentation for the named ones.
 */

export interface AddressClass {
  readonly range: string
  readonly name: string
  readonly opens: boolean
}

const shut = (name: string, ...ranges: ReadonlyArray<string>): ReadonlyArray<AddressClass> =>
  ranges.map((range) => ({ range, name, opens: false }))

const opens = (name: string, ...ranges: ReadonlyArray<string>): ReadonlyArray<AddressClass> =>
  ranges.map((range) => ({ range, name, opens: true }))

export const addressClasses: ReadonlyArray<AddressClass> = [
  // Before the ranges that they lie in: opening 169.254.0.0/16 does not open these.
  ...shut("cloud metadata", "169.254.169.254/32", "169.254.170.2/32", "169.254.170.23/32"),
  ...shut("cloud metadata", "169.254.169.253/32", "100.100.100.200/32", "192.0.0.192/32"),
  // A public range, but Azure's own server in every machine.
  ...shut("cloud metadata", "168.63.129.16/32"),
  ...shut("cloud metadata", "fd00:ec2::254/128", "fd00:ec2::253/128", "fd00:ec2::23/128"),

  ...opens("loopback", "127.0.0.0/8", "::1/128"),
  ...opens("private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
  ...opens("shared by a carrier", "100.64.0.0/10"),
  ...opens("link-local", "169.254.0.0/16", "fe80::/10"),
  ...opens("for benchmarks", "198.18.0.0/15"),
  ...opens("for documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
  ...opens("for documentation", "2001:db8::/32", "3fff::/20"),

  ...shut("this network", "0.0.0.0/8", "::/128"),
  ...shut("protocol assignments", "192.0.0.0/24", "2001::/23"),
  ...shut("6to4", "192.88.99.0/24", "2002::/16"),
  ...shut("multicast", "224.0.0.0/4", "ff00::/8"),
  ...shut("reserved", "240.0.0.0/4", "5f00::/16"),
  ...shut("discard", "100::/64", "100:0:0:1::/64"),
  ...shut("another way to write IPv4", "::/96", "::ffff:0:0:0/96"),
  ...shut("NAT64 of one network", "64:ff9b:1::/48"),
]
