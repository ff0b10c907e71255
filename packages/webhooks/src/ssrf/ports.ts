/** Ports that webhooks may go to: those of HTTP, and the ones that anybody may listen on, but for well-known databases and control planes. */

const web = [80, 443]

const firstFree = 1024

const denied = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4243, 5432, 5433, 5672, 5900, 5984, 6000, 6379, 6443,
  6667, 7000, 7001, 8086, 8200, 8300, 8301, 8500, 8600, 9042, 9092, 9200, 9300, 10250, 10255, 10257, 10259,
  11211, 15672, 27017, 27018,
])

export const isPortAllowed = (port: number): boolean =>
  web.includes(port) || (port >= firstFree && port <= 65_535 && !denied.has(port))
