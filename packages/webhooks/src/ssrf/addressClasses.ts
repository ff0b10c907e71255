/**
 * The addresses that no webhook goes to, as data. The first range that contains an address counts. `opens` says
 * whether the settings may allow the range; cloud metadata, alternative notations and unallocated addresses can
 * never be allowed.
 * Sources: IANA special-purpose registries for IPv4 and IPv6, and its registry of IPv6 unicast assignments; the
 * cloud providers' own documentation for the named ones.
 */
export interface AddressClass {
  readonly range: string
  readonly name: string
  readonly opens: boolean
}

const shut = (name: string, ...ranges: ReadonlyArray<string>): ReadonlyArray<AddressClass> =>
  ranges.map((range) => ({ range, name, opens: false }))

const makeClasses = (name: string, ...ranges: ReadonlyArray<string>): ReadonlyArray<AddressClass> =>
  ranges.map((range) => ({ range, name, opens: true }))

export const addressClasses: ReadonlyArray<AddressClass> = [
  // Before the ranges that contain them: allowing 169.254.0.0/16 does not allow these.
  ...shut("cloud metadata", "169.254.169.254/32", "169.254.170.2/32", "169.254.170.23/32"),
  ...shut("cloud metadata", "169.254.169.253/32", "100.100.100.200/32", "192.0.0.192/32"),
  // Tencent and Scaleway.
  ...shut("cloud metadata", "169.254.0.23/32", "169.254.42.42/32", "fd00:42::42/128"),
  // A public range, but Azure's own server in every machine.
  ...shut("cloud metadata", "168.63.129.16/32"),
  ...shut("cloud metadata", "fd00:ec2::254/128", "fd00:ec2::253/128", "fd00:ec2::23/128"),
  // Google, Oracle, and the link-local one of OpenStack and Azure.
  ...shut("cloud metadata", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128", "fe80::a9fe:a9fe/128"),

  ...makeClasses("loopback", "127.0.0.0/8", "::1/128"),
  ...makeClasses("private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
  ...makeClasses("shared by a carrier", "100.64.0.0/10"),
  ...makeClasses("link-local", "169.254.0.0/16", "fe80::/10"),
  ...makeClasses("for benchmarks", "198.18.0.0/15"),
  ...makeClasses("for documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
  ...makeClasses("for documentation", "2001:db8::/32", "3fff::/20"),

  ...shut("this network", "0.0.0.0/8", "::/128"),
  ...shut("protocol assignments", "192.0.0.0/24", "2001::/23"),
  ...shut("6to4", "192.88.99.0/24", "2002::/16"),
  ...shut("multicast", "224.0.0.0/4", "ff00::/8"),
  ...shut("reserved", "240.0.0.0/4", "5f00::/16"),
  ...shut("discard", "100::/64", "100:0:0:1::/64"),
  ...shut("another way to write IPv4", "::/96", "::ffff:0:0:0/96"),
  ...shut("NAT64 of one network", "64:ff9b:1::/48"),
]

/**
 * The IPv6 ranges that the IANA has assigned to a registry; all others are unallocated. Assignments are rare,
 * one in some years; until a new one is added here, the settings can allow it.
 */
export const allocatedIpv6: ReadonlyArray<string> = [
  ...["2001:200::/23", "2001:400::/23", "2001:600::/23", "2001:800::/22", "2001:c00::/23", "2001:e00::/23"],
  ...["2001:1200::/23", "2001:1400::/22", "2001:1800::/23", "2001:1a00::/23", "2001:1c00::/22"],
  ...["2001:2000::/19", "2001:4000::/23", "2001:4200::/23", "2001:4400::/23", "2001:4600::/23"],
  ...["2001:4800::/23", "2001:4a00::/23", "2001:4c00::/23", "2001:5000::/20"],
  ...["2001:8000::/19", "2001:a000::/20", "2001:b000::/20"],
  ...["2003::/18", "2400::/12", "2410::/12", "2600::/12", "2610::/23", "2620::/23", "2630::/12"],
  ...["2800::/12", "2a00::/12", "2a10::/12", "2c00::/12"],
]
