// The network of engine/neural with 64 channels, for the positions of game.cu. One block of threads computes all layers
// for a position, and the activations never leave the chip. PyTorch's kernels read and write all of them in each layer.
//
// The build for a card has constants: ROWS, a multiple of 16 above the points of a board; TILES, the columns in eights
// per warp; and BLOCKS, positions at the same time on a multiprocessor. In a build by a C++ compiler one thread
// computes everything.

typedef long long i64;
typedef unsigned char u8;
typedef short i16;

#define WIDTH 64   // channels
#define INPUTS 36  // game.cu
#define HEAD 32
#define SLICE (WIDTH * WIDTH) // weights of one slice: from the channels of one kind of neighbours
#define STRIDE (WIDTH + 8)    // of rows in shared memory, so that the rows of a warp are in different banks

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define CODE __device__ __forceinline__
typedef unsigned short real; // bfloat16
#define THREADS (WIDTH / 8 / TILES * 32)
#define THREAD (int)threadIdx.x
#define GAME (int)blockIdx.x
#define SYNC __syncthreads()
#define HELD (ROWS / 16 * TILES * 4)
CODE unsigned bits(float x) {
  unsigned b = __float_as_uint(x);
  return (b + 0x7fff + ((b >> 16) & 1)) >> 16;
}
CODE real number(float x) { return (real)bits(x); }
CODE float value(real x) { return __uint_as_float((unsigned)x << 16); }
CODE void load(const real *from, float *x) {
  uint4 v = *(const uint4 *)from;
  unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
  for (int k = 0; k < 4; k++) x[2 * k] = __uint_as_float(w[k] << 16), x[2 * k + 1] = __uint_as_float(w[k] & 0xffff0000u);
}
CODE void store(real *to, const float *x) {
  uint4 v;
  v.x = bits(x[0]) | bits(x[1]) << 16, v.y = bits(x[2]) | bits(x[3]) << 16;
  v.z = bits(x[4]) | bits(x[5]) << 16, v.w = bits(x[6]) | bits(x[7]) << 16;
  *(uint4 *)to = v;
}
// A thread holds the accumulators of mma.m16n8k16 for ROWS/16 × TILES tiles.
CODE int row(int i) { return i / (4 * TILES) * 16 + (THREAD >> 2 & 7) + (i >> 1 & 1) * 8; }
CODE int column(int i) { return ((THREAD >> 5) * TILES + (i >> 2) % TILES) * 8 + (THREAD & 3) * 2 + (i & 1); }
CODE void mma(float *c, const unsigned *a, uint2 b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}
// product adds rows times the weights of a slice, which are packed in the order in which lanes use them (players.py).
CODE void product(float *held, const real *rows, const real *weights) {
  uint2 b[4][TILES];
#pragma unroll
  for (int k = 0; k < 4; k++)
#pragma unroll
    for (int t = 0; t < TILES; t++)
      b[k][t] = ((const uint2 *)weights)[(k * (WIDTH / 8) + (THREAD >> 5) * TILES + t) * 32 + (THREAD & 31)];
  int at = (THREAD >> 2 & 7) * STRIDE + (THREAD & 3) * 2;
#pragma unroll
  for (int m = 0; m < ROWS / 16; m++)
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const real *p = rows + m * 16 * STRIDE + k * 16 + at;
      unsigned a[4] = {*(const unsigned *)p, *(const unsigned *)(p + 8 * STRIDE), *(const unsigned *)(p + 8),
                       *(const unsigned *)(p + 8 * STRIDE + 8)};
#pragma unroll
      for (int t = 0; t < TILES; t++) mma(held + (m * TILES + t) * 4, a, b[k][t]);
    }
}
CODE void add(float *to, float x) { atomicAdd(to, x); }
extern __shared__ uint4 shared[];
#else
#include <math.h>
#define CODE static inline
typedef float real;
#define ROWS 384
#define THREADS 1
#define THREAD 0
static int GAME;
#define SYNC
#define HELD (ROWS * WIDTH)
CODE real number(float x) { return x; }
CODE float value(real x) { return x; }
CODE void load(const real *from, float *x) {
  for (int k = 0; k < 8; k++) x[k] = from[k];
}
CODE void store(real *to, const float *x) {
  for (int k = 0; k < 8; k++) to[k] = x[k];
}
CODE int row(int i) { return i / WIDTH; }
CODE int column(int i) { return i % WIDTH; }
CODE void product(float *held, const real *rows, const real *weights) {
  for (int p = 0; p < ROWS; p++)
    for (int k = 0; k < WIDTH; k++)
      for (int c = 0; c < WIDTH; c++) held[p * WIDTH + c] += rows[p * STRIDE + k] * weights[k * WIDTH + c];
}
CODE void add(float *to, float x) { *to += x; }
static real shared[1 << 20];
#endif

#define EACH(p, n) for (int p = THREAD; p < (n); p += THREADS)

// Args are the tensors and numbers that the kernel works on (Whole in players.py fills it in the same order).
struct Args {
  i64 n, padded, degree, diagonals, blocks, rows;
  const i16 *near, *diagonal; // n × degree, n × diagonals; n: no point
  const float *scales;        // of sums over neighbours and over diagonal points
  const real *planes;         // rows × padded × INPUTS
  const i16 *labels;          // rows × n: the smallest point of each point's chain; n: empty
  const real *slices;         // input 3, of each block 4 and 2, head 1
  const float *vectors;
  float *says, *win;
};

struct Work {
  real *x, *y;   // ROWS × STRIDE
  float *pooled; // 2 WIDTH: means, maxima
  float *whole;  // WIDTH: added to every point
  float *policy; // ROWS
  float *parts;  // 512: scratch
  i16 *label, *next;
};

CODE Work work() {
  Work w;
  w.x = (real *)shared;
  w.y = w.x + ROWS * STRIDE;
  w.pooled = (float *)(w.y + ROWS * STRIDE);
  w.whole = w.pooled + 2 * WIDTH;
  w.policy = w.whole + WIDTH;
  w.parts = w.policy + ROWS;
  w.label = (i16 *)(w.parts + 512);
  w.next = w.label + ROWS + 8;
  return w;
}

// sums writes to y, for each point, the sum of x over its list of points.
CODE void sums(const Args *a, const Work &w, const i16 *list, int width, float scale) {
  int n = a->n;
  EACH(k, ROWS * (WIDTH / 8)) {
    int p = k / (WIDTH / 8), c = k % (WIDTH / 8) * 8;
    float sum[8] = {0, 0, 0, 0, 0, 0, 0, 0}, v[8];
    if (p < n)
#pragma unroll 4
      for (int j = 0; j < width; j++) { // row n is zeros
        load(w.x + list[p * width + j] * STRIDE + c, v);
#pragma unroll
        for (int i = 0; i < 8; i++) sum[i] += v[i];
      }
#pragma unroll
    for (int i = 0; i < 8; i++) sum[i] *= scale;
    store(w.y + p * STRIDE + c, sum);
  }
}

// chains writes to y, for each stone, the mean of x over its chain, and zeros for empty points.
CODE void chains(const Args *a, const Work &w) {
  int n = a->n;
  EACH(k, ROWS * (WIDTH / 8)) {
    int p = k / (WIDTH / 8), c = k % (WIDTH / 8) * 8;
    float sum[8] = {0, 0, 0, 0, 0, 0, 0, 0}, v[8];
    int label = p < n ? w.label[p] : n, size = 0;
    if (label != p) {
      if (label == n) store(w.y + p * STRIDE + c, sum);
      continue;
    }
    for (int q = p; q < n; q = w.next[q]) {
      load(w.x + q * STRIDE + c, v);
      size++;
#pragma unroll
      for (int i = 0; i < 8; i++) sum[i] += v[i];
    }
    float part = 1.0f / size;
#pragma unroll
    for (int i = 0; i < 8; i++) sum[i] *= part;
    for (int q = p; q < n; q = w.next[q]) store(w.y + q * STRIDE + c, sum);
  }
}

CODE void clear(float *held) {
#pragma unroll
  for (int i = 0; i < HELD; i++) held[i] = 0;
}

// keep adds a number per column to the held values, and writes them to x with negative values as zeros.
CODE void keep(const Args *a, const Work &w, const float *held, const float *columns) {
  int n = a->n;
#pragma unroll
  for (int i = 0; i < HELD; i++)
    w.x[row(i) * STRIDE + column(i)] = number(row(i) < n ? fmaxf(held[i] + columns[column(i)], 0) : 0);
}

#define SHARES (THREADS > WIDTH ? THREADS / WIDTH : 1) // partial sums for the threads of each column

// pool writes the means and the maxima of x over all points to pooled.
CODE void pool(const Args *a, const Work &w) {
  const int shares = SHARES;
  EACH(k, shares * WIDTH) {
    float sum = 0, most = 0;
    for (int p = k / WIDTH; p < a->n; p += shares) {
      float v = value(w.x[p * STRIDE + k % WIDTH]);
      sum += v;
      most = fmaxf(most, v);
    }
    w.parts[k] = sum, w.parts[shares * WIDTH + k] = most;
  }
  SYNC;
  EACH(c, WIDTH) {
    float sum = 0, most = 0;
    for (int k = c; k < shares * WIDTH; k += WIDTH) sum += w.parts[k], most = fmaxf(most, w.parts[shares * WIDTH + k]);
    w.pooled[c] = sum / a->n, w.pooled[WIDTH + c] = most;
  }
  SYNC;
}

// times returns column c of pooled times a matrix with the given number of columns.
CODE float times(const Work &w, const float *matrix, int columns, int c) {
  float sum = 0;
#pragma unroll 16
  for (int k = 0; k < 2 * WIDTH; k++) sum += w.pooled[k] * matrix[k * columns + c];
  return sum;
}

// across writes to whole, for each column, a number plus the product of pooled with a matrix of WIDTH columns.
CODE void across(const Work &w, const float *numbers, const float *matrix) {
  const int shares = SHARES;
  EACH(k, shares * WIDTH) {
    float sum = 0;
#pragma unroll 16
    for (int j = 0; j < 2 * WIDTH / shares; j++) {
      int at = k / WIDTH * (2 * WIDTH / shares) + j;
      sum += w.pooled[at] * matrix[at * WIDTH + k % WIDTH];
    }
    w.parts[k] = sum;
  }
  SYNC;
  EACH(c, WIDTH) {
    float sum = numbers[c];
    for (int k = c; k < shares * WIDTH; k += WIDTH) sum += w.parts[k];
    w.whole[c] = sum;
  }
}

// inputs reads the features of game.cu into x, and builds linked lists of the points of chains.
CODE void inputs(const Args *a, const Work &w) {
  int n = a->n;
  const real *planes = a->planes + (i64)GAME * a->padded * INPUTS;
  EACH(k, ROWS * WIDTH) {
    int p = k / WIDTH, c = k % WIDTH;
    w.x[p * STRIDE + c] = p < n && c < INPUTS ? planes[p * INPUTS + c] : number(0);
  }
  EACH(p, n) w.label[p] = a->labels[(i64)GAME * n + p];
  SYNC;
  EACH(p, n) {
    int q = p + 1;
    while (q < n && w.label[q] != w.label[p]) q++;
    w.next[p] = q;
  }
  SYNC;
}

// layer adds to held the products of the weight slices with x and its surroundings: neighbours, diagonal points,
// chains.
CODE void layer(const Args *a, const Work &w, float *held, const real *slices, int reach) {
  product(held, w.x, slices);
  for (int k = 1; k < reach; k++) {
    if (k == 1) sums(a, w, a->near, a->degree, a->scales[0]);
    if (k == 2) sums(a, w, a->diagonal, a->diagonals, a->scales[1]);
    if (k == 3) chains(a, w);
    SYNC;
    product(held, w.y, slices + k * SLICE);
    SYNC;
  }
}

// heads writes the network's outputs.
CODE void heads(const Args *a, const Work &w, const real *slice, const float *v) {
  int n = a->n;
  const float *row_ = v, *across = row_ + HEAD, *policy = across + 2 * WIDTH * HEAD, *passing = policy + HEAD;
  const float *hidden = passing + 2 * WIDTH + 1, *last = hidden + 2 * WIDTH * HEAD + HEAD;
  EACH(c, WIDTH) w.whole[c] = c < HEAD ? row_[c] + times(w, across, HEAD, c) : 0;
  EACH(p, ROWS) w.policy[p] = 0;
  if (THREAD == 0) w.parts[0] = 0;
  float held[HELD];
  clear(held);
  product(held, w.x, slice);
  SYNC;
#pragma unroll
  for (int i = 0; i < HELD; i++)
    if (column(i) < HEAD) add(&w.policy[row(i)], fmaxf(held[i] + w.whole[column(i)], 0) * policy[column(i)]);
  EACH(c, HEAD) {
    float x = fmaxf(times(w, hidden, HEAD, c) + hidden[2 * WIDTH * HEAD + c], 0) * last[c];
    add(&w.parts[0], x);
  }
  SYNC;
  EACH(p, n) a->says[(i64)GAME * (n + 1) + p] = w.policy[p];
  if (THREAD == 0) {
    a->says[(i64)GAME * (n + 1) + n] = times(w, passing, 1, 0) + passing[2 * WIDTH];
    a->win[GAME] = w.parts[0] + last[HEAD];
  }
}

CODE void judge(const Args *a) {
  Work w = work();
  const real *slices = a->slices;
  const float *v = a->vectors;
  inputs(a, w);
#if defined(TILES)
  float x[HELD], y[HELD];
#else
  static float x[HELD], y[HELD];
#endif
  clear(x);
  layer(a, w, x, slices, 3);
  slices += 3 * SLICE;
#pragma unroll
  for (int i = 0; i < HELD; i++) x[i] += v[column(i)];
  v += WIDTH;
  for (int b = 0; b < a->blocks; b++) {
    // v: the first layer's row, the second's, the matrix for all points.
    EACH(c, WIDTH) w.whole[c] = 0;
    SYNC;
    keep(a, w, x, w.whole);
    SYNC;
    clear(y);
    layer(a, w, y, slices, 4);
    keep(a, w, y, v);
    SYNC;
    pool(a, w);
    across(w, v + WIDTH, v + 2 * WIDTH);
    layer(a, w, x, slices + 4 * SLICE, 2);
#pragma unroll
    for (int i = 0; i < HELD; i++) x[i] += w.whole[column(i)];
    SYNC;
    slices += 6 * SLICE;
    v += 2 * WIDTH + 2 * WIDTH * WIDTH;
  }
  EACH(c, WIDTH) w.whole[c] = 0;
  SYNC;
  keep(a, w, x, w.whole);
  SYNC;
  pool(a, w);
  heads(a, w, slices, v);
}

#if defined(TILES)
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) ask(const Args *__restrict__ a) { judge(a); }
#else
extern "C" void all_ask(const Args *a) {
  for (GAME = 0; GAME < a->rows; GAME++) judge(a);
}
#endif
