/*
 * The same search for pairs in C: bounds, radix sort by least x, rows in y, a sweep inside of each, separating axes.
 * Reads a count and seven doubles a box (x y z length width height yaw); writes milliseconds a search, and the pairs.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n;
static double *x, *y, *z, *hx, *hy, *hz, *co, *si, *lx, *ux, *ly, *uy, *lz, *uz;

static double *numbers(void) { return malloc(n * sizeof(double)); }
static double least(double a, double b) { return a < b ? a : b; }

static int parts(double a, double b, double d) { return !(a + b - fabs(d) > 2e-6 * least(a, b)); }

static int overlap(int a, int b) {
  if (parts(hz[a], hz[b], z[b] - z[a])) return 0;
  double dx = x[b] - x[a], dy = y[b] - y[a];
  double c = fabs(co[a] * co[b] + si[a] * si[b]), s = fabs(co[a] * si[b] - si[a] * co[b]);
  return !(parts(hx[a], hx[b] * c + hy[b] * s, dx * co[a] + dy * si[a]) ||
           parts(hy[a], hx[b] * s + hy[b] * c, dy * co[a] - dx * si[a]) ||
           parts(hx[b], hx[a] * c + hy[a] * s, dx * co[b] + dy * si[b]) ||
           parts(hy[b], hx[a] * s + hy[a] * c, dy * co[b] - dx * si[b]));
}

static void order(uint32_t *ids) {
  uint32_t *keys = malloc(n * 4), *other = malloc(n * 4), *from = ids, *to = other;
  for (int i = 0; i < n; i++) {
    float f = (float)lx[i];
    uint32_t bits;
    memcpy(&bits, &f, 4);
    keys[i] = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    ids[i] = i;
  }
  for (int shift = 0; shift < 32; shift += 8) {
    uint32_t counts[257] = {0};
    for (int i = 0; i < n; i++) counts[((keys[i] >> shift) & 255) + 1]++;
    for (int i = 0; i < 256; i++) counts[i + 1] += counts[i];
    for (int i = 0; i < n; i++) to[counts[(keys[from[i]] >> shift) & 255]++] = from[i];
    uint32_t *swap = from;
    from = to;
    to = swap;
  }
  free(keys);
  free(other);
}

static long search(uint32_t *ids) {
  double low = INFINITY, high = -INFINITY, extents = 0;
  for (int i = 0; i < n; i++) {
    double rx = fabs(co[i]) * hx[i] + fabs(si[i]) * hy[i], ry = fabs(si[i]) * hx[i] + fabs(co[i]) * hy[i];
    lx[i] = x[i] - rx, ux[i] = x[i] + rx, ly[i] = y[i] - ry, uy[i] = y[i] + ry, lz[i] = z[i] - hz[i], uz[i] = z[i] + hz[i];
    if (ly[i] < low) low = ly[i];
    if (uy[i] > high) high = uy[i];
    extents += uy[i] - ly[i];
  }
  order(ids);
  double height = 1.5 * extents / n;
  int rows = (int)ceil((high - low) / height);
  if (rows < 1) rows = 1;
  uint32_t *starts = calloc(rows + 1, 4), *first = malloc(n * 4), *last = malloc(n * 4);
  for (int i = 0; i < n; i++) {
    first[i] = (uint32_t)((ly[i] - low) / height);
    last[i] = (uint32_t)((uy[i] - low) / height);
    if (last[i] >= (uint32_t)rows) last[i] = rows - 1;
    for (uint32_t r = first[i]; r <= last[i]; r++) starts[r + 1]++;
  }
  for (int r = 0; r < rows; r++) starts[r + 1] += starts[r];
  uint32_t *entries = malloc(starts[rows] * 4 + 4), *next = malloc(rows * 4);
  memcpy(next, starts, rows * 4);
  for (int k = 0; k < n; k++)
    for (uint32_t r = first[ids[k]]; r <= last[ids[k]]; r++) entries[next[r]++] = ids[k];
  long pairs = 0;
  for (int r = 0; r < rows; r++)
    for (uint32_t p = starts[r]; p < starts[r + 1]; p++) {
      uint32_t a = entries[p];
      for (uint32_t q = p + 1; q < starts[r + 1] && lx[entries[q]] <= ux[a]; q++) {
        uint32_t b = entries[q];
        if (ly[a] > uy[b] || ly[b] > uy[a] || lz[a] > uz[b] || lz[b] > uz[a]) continue;
        if ((first[a] > first[b] ? first[a] : first[b]) == (uint32_t)r && overlap(a, b)) pairs++;
      }
    }
  free(starts), free(first), free(last), free(entries), free(next);
  return pairs;
}

int main(int argc, char **argv) {
  int32_t count;
  int times = argc > 1 ? atoi(argv[1]) : 1;
  if (fread(&count, 4, 1, stdin) != 1) return 1;
  n = count;
  double **all[] = {&x, &y, &z, &hx, &hy, &hz, &co, &si, &lx, &ux, &ly, &uy, &lz, &uz}, row[7];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = numbers();
  for (int i = 0; i < n; i++) {
    if (fread(row, 8, 7, stdin) != 7) return 1;
    x[i] = row[0], y[i] = row[1], z[i] = row[2], hx[i] = row[3] / 2, hy[i] = row[4] / 2, hz[i] = row[5] / 2;
    co[i] = cos(row[6]), si[i] = sin(row[6]);
  }
  uint32_t *ids = malloc(n * 4);
  long pairs = search(ids);
  struct timespec begun, ended;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  for (int i = 0; i < times; i++) pairs = search(ids);
  clock_gettime(CLOCK_MONOTONIC, &ended);
  double ms = (ended.tv_sec - begun.tv_sec) * 1e3 + (ended.tv_nsec - begun.tv_nsec) / 1e6;
  printf("%f %ld\n", ms / times, pairs);
  return 0;
}
