// Go on any board, for thousands of games at the same time: rules, input features and Gumbel search.
//
// A group of lanes handles each game. On a graphics card it is a warp of 32; in a build by a C++ compiler it
// is one lane, and the loops over lanes are plain loops. So the same source is compared with engine/weiqi on
// any machine (TestDevice).
//
// Rules: area scoring, no suicide, positional superko. Points are 0 to n-1; n means no point or, as a move,
// the pass.

typedef long long i64;
typedef unsigned long long u64;
typedef unsigned char u8;
typedef signed char i8;
typedef short i16;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define CODE __device__ __forceinline__
#define KERNEL extern "C" __global__ void
#define GAME (int)((blockIdx.x * blockDim.x + threadIdx.x) >> 5)
#define SLOT (int)(threadIdx.x >> 5)
#define LANE (int)(threadIdx.x & 31)
#define LANES 32
#define SYNC __syncwarp()
typedef unsigned short real; // bfloat16
CODE real number(float x) {
  unsigned bits = __float_as_uint(x);
  return (real)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
// write writes a row of inputs in pieces of 8 bytes.
CODE void write(real *row, const float *x) {
#pragma unroll
  for (int k = 0; k < 36; k += 4) {
    u64 lower = number(x[k]) | (unsigned)number(x[k + 1]) << 16, upper = number(x[k + 2]) | (unsigned)number(x[k + 3]) << 16;
    *(u64 *)(row + k) = lower | upper << 32;
  }
}
CODE bool any(bool x) { return __any_sync(0xffffffffu, x); }
CODE float sum(float x) {
  for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(0xffffffffu, x, k);
  return x;
}
CODE float most(float x) {
  for (int k = 16; k; k >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, k));
  return x;
}
CODE u64 total(u64 x) {
  for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(0xffffffffu, x, k);
  return x;
}
// best returns the index of the largest number, the first of equal ones.
CODE int best(float x, int at) {
  for (int k = 16; k; k >>= 1) {
    float y = __shfl_xor_sync(0xffffffffu, x, k);
    int other = __shfl_xor_sync(0xffffffffu, at, k);
    if (y > x || (y == x && other < at)) x = y, at = other;
  }
  return at;
}
CODE void add(int *to, int x) { atomicAdd(to, x); }
CODE void add(u64 *to, u64 x) { atomicAdd(to, x); }
CODE void set(unsigned *to, unsigned bits) { atomicOr(to, bits); }
extern __shared__ u64 shared[];
#else
#include <math.h>
#define CODE static inline
#define KERNEL static void
static int GAME;
#define SLOT 0
#define LANE 0
#define LANES 1
#define SYNC
typedef float real;
CODE real number(float x) { return x; }
CODE void write(real *row, const float *x) {
  for (int k = 0; k < 36; k++) row[k] = x[k];
}
CODE bool any(bool x) { return x; }
CODE float sum(float x) { return x; }
CODE float most(float x) { return x; }
CODE u64 total(u64 x) { return x; }
CODE int best(float, int at) { return at; }
CODE void add(int *to, int x) { *to += x; }
CODE void add(u64 *to, u64 x) { *to += x; }
CODE void set(unsigned *to, unsigned bits) { *to |= bits; }
static u64 shared[1 << 20];
#endif

#define EACH(p, n) for (int p = LANE; p < (n); p += LANES)
#define NONE -1e9f

// The inputs of engine/weiqi/view.go in the set plain.
enum {
  OWN, ENEMY, OWN_LIBERTIES, ENEMY_LIBERTIES = OWN_LIBERTIES + 3, LAST = ENEMY_LIBERTIES + 3, FORBIDDEN = LAST + 2,
  OWN_EYE, ENEMY_EYE, TAKE = ENEMY_EYE + 3, NEAR = TAKE + 5, HEIGHT = NEAR + 3, DEGREE = HEIGHT + 5, KOMI,
  PASSED = KOMI + 4, SIZE, BOARD, INPUTS
};

// The facts of a position besides its stones.
enum { SIDE, LAST_MOVE, BEFORE, PASSES, MOVES, PARENT, MOVE, OVER, FACTS };

// Args are the tensors and numbers that all kernels share (Games in games.py fills it in the same order).
struct Args {
  i64 n, padded, degree, corners, nodes, rows, length; // points, those with padding, list widths, nodes of a tree, games, past positions
  const i16 *near, *corner;                            // n × degree, n × corners; n: no point
  const u8 *ring, *edge, *height;
  const i64 *keys;   // Black's and White's keys of each point
  const float *link; // for each pair of points: two numbers, near and diagonal
  // Games: a row for each.
  i8 *stones;
  int *facts;
  float *komi;
  u64 *past; // rows × length: sums of keys, first of the position before the first move
  i8 *area;
  float *won; // 1, 0.5, 0 for the side to move, when the game is over
  // Trees: rows × nodes; node 0 is the root.
  i8 *tree_stones;
  int *tree_facts;
  u64 *tree_past;
  i16 *child; // by node and move; 0: none
  int *visits;
  float *sums, *logits, *win;
  int *leaf; // rows × 3: parent, move, and the node if it is final and visited again, or 0
  // The network's inputs and outputs.
  real *planes, *links; // rows × padded × INPUTS, rows × padded × 3 padded; links may be null
  u8 *free;             // rows × n
  i16 *labels;          // rows × n: the smallest point of each point's chain; n: empty
  const float *out, *out_win;
  // The root of the search.
  const float *scores; // rows × moves: logits plus random noise
  const u8 *drawn;
  int *chosen;
  float *policy, *value;
};

struct Work { // of a group of lanes
  i64 n;
  u64 *key;
  int *label, *liberties, *size;
  unsigned *seen;
  i8 *stones;
  u8 *mark, *hit;
};

#define SEEN 128 // words of the filter of earlier positions

CODE Work work(const Args *a) {
  i64 m = a->n + 8;
  i64 words = m + (3 * m + 1) / 2 + SEEN / 2 + (3 * m + 7) / 8;
  Work w;
  w.n = a->n;
  w.key = shared + SLOT * words;
  w.label = (int *)(w.key + m);
  w.liberties = w.label + m;
  w.size = w.liberties + m;
  w.seen = (unsigned *)(w.key + m + (3 * m + 1) / 2);
  w.stones = (i8 *)(w.seen + SEEN);
  w.mark = (u8 *)(w.stones + m);
  w.hit = w.mark + m;
  return w;
}

// unite labels each stone with the smallest point of its chain, and each empty point with n.
CODE void unite(const Args *a, Work &w) {
  EACH(p, a->n + 1) w.label[p] = p < a->n && w.stones[p] ? p : a->n;
  SYNC;
  for (bool more = true; more;) {
    bool moved = false;
    EACH(p, a->n) {
      if (!w.stones[p]) continue;
      int least = w.label[p];
      for (int k = 0; k < a->degree; k++) {
        int q = a->near[p * a->degree + k];
        if (q < a->n && w.stones[q] == w.stones[p] && w.label[q] < least) least = w.label[q];
      }
      least = w.label[least];
      if (least < w.label[p]) w.label[p] = least, moved = true;
    }
    SYNC;
    more = any(moved);
  }
}

// fresh reports whether the label at place k of the neighbours of p is new among them.
CODE bool fresh(const Args *a, const Work &w, int p, int k) {
  int label = w.label[a->near[p * a->degree + k]];
  for (int j = 0; j < k; j++)
    if (w.label[a->near[p * a->degree + j]] == label) return false;
  return true;
}

// count counts liberties and stones of chains, and sums their keys.
CODE void count(const Args *a, Work &w) {
  EACH(p, a->n + 1) w.liberties[p] = 0, w.size[p] = 0, w.key[p] = 0;
  SYNC;
  EACH(p, a->n) {
    if (w.stones[p]) {
      add(&w.size[w.label[p]], 1);
      add(&w.key[w.label[p]], (u64)a->keys[(w.stones[p] < 0) * a->n + p]);
      continue;
    }
    for (int k = 0; k < a->degree; k++) {
      int q = a->near[p * a->degree + k];
      if (q < a->n && w.stones[q] && fresh(a, w, p, k)) add(&w.liberties[w.label[q]], 1);
    }
  }
  SYNC;
}

// place plays a legal move of side; the labels must be those of the position after it.
CODE void place(const Args *a, Work &w, int move, int side) {
  if (move < a->n && LANE == 0) w.stones[move] = side;
  SYNC;
  unite(a, w);
  if (move >= a->n) return;
  EACH(p, a->n + 1) w.mark[p] = 0;
  SYNC;
  // The marks are labels of enemy chains with a liberty.
  EACH(p, a->n) if (!w.stones[p]) for (int k = 0; k < a->degree; k++) {
    int q = a->near[p * a->degree + k];
    if (q < a->n && w.stones[q] == -side) w.mark[w.label[q]] = 1;
  }
  SYNC;
  bool taken = false;
  EACH(p, a->n) if (w.stones[p] == -side && !w.mark[w.label[p]]) w.hit[p] = 1, taken = true;
  else w.hit[p] = 0;
  SYNC;
  if (!any(taken)) return;
  EACH(p, a->n) if (w.hit[p]) w.stones[p] = 0, w.label[p] = a->n;
  SYNC;
}

CODE u64 hash(const Args *a, const Work &w) {
  u64 h = 0;
  EACH(p, a->n) if (w.stones[p]) h += (u64)a->keys[(w.stones[p] < 0) * a->n + p];
  return total(h);
}

// eye reports whether p is an eye of side that engine/weiqi does not fill.
CODE bool eye(const Args *a, const Work &w, int p, int side) {
  if (w.stones[p]) return false;
  bool one = true, atari = false;
  int label = -1;
  for (int k = 0; k < a->degree; k++) {
    int q = a->near[p * a->degree + k];
    if (q >= a->n) continue;
    if (w.stones[q] != side) return false;
    if (label < 0) label = w.label[q];
    one = one && w.label[q] == label;
    atari = atari || w.liberties[w.label[q]] == 1;
  }
  if (one) return true;
  if (atari) return false;
  if (!a->ring[p]) return true;
  int bad = a->edge[p];
  for (int k = 0; k < a->corners; k++) {
    int q = a->corner[p * a->corners + k];
    if (q < a->n && w.stones[q] == -side) bad++;
  }
  return bad < 2;
}

// Past is the earlier positions: those of the game and of the nodes above.
struct Past {
  const u64 *game;
  int moves; // past[0] to past[moves]
  const u64 *tree;
  const int *facts; // of the tree
  int node;         // the last node above, whose own position counts; 0: the root, which is in the game's list
};

CODE void remember(Work &w, u64 h) { set(&w.seen[(h >> 37) & (SEEN - 1)], 1u << ((h >> 44) & 31)); }

CODE void filter(Work &w, const Past &past) {
  EACH(k, SEEN) w.seen[k] = 0;
  SYNC;
  EACH(k, past.moves + 1) remember(w, past.game[k]);
  if (LANE == 0)
    for (int node = past.node; node; node = past.facts[node * FACTS + PARENT]) remember(w, past.tree[node]);
  SYNC;
}

CODE bool been(const Work &w, const Past &past, u64 h) {
  if (!(w.seen[(h >> 37) & (SEEN - 1)] >> ((h >> 44) & 31) & 1)) return false;
  for (int node = past.node; node; node = past.facts[node * FACTS + PARENT])
    if (past.tree[node] == h) return true;
  for (int k = past.moves; k >= 0; k--)
    if (past.game[k] == h) return true;
  return false;
}

// playable reports whether side may play at p, and it is not an own eye. h is the sum of keys of the position.
CODE bool playable(const Args *a, const Work &w, const Past &past, int p, int side, u64 h) {
  if (w.stones[p]) return false;
  bool may = false;
  h += (u64)a->keys[(side < 0) * a->n + p];
  for (int k = 0; k < a->degree; k++) {
    int q = a->near[p * a->degree + k];
    if (q >= a->n) continue;
    int liberties = w.liberties[w.label[q]];
    if (!w.stones[q] || (w.stones[q] == side && liberties > 1)) may = true;
    if (w.stones[q] == -side && liberties == 1) {
      may = true;
      if (fresh(a, w, p, k)) h -= w.key[w.label[q]];
    }
  }
  return may && !been(w, past, h) && !eye(a, w, p, side);
}

// steps finds the points at 1 to 3 steps from the last move, where a chain is one step: mark is the distance, 9 if
// more.
CODE void steps(const Args *a, Work &w, int last) {
  EACH(p, a->n) w.mark[p] = p == last || (last < a->n && w.stones[last] && w.label[p] == w.label[last]) ? 0 : 9;
  SYNC;
  for (int step = 1; step <= 3; step++) {
    EACH(p, a->n + 1) w.hit[p] = 0;
    SYNC;
    EACH(p, a->n) {
      bool beside = false;
      for (int k = 0; k < a->degree; k++) {
        int q = a->near[p * a->degree + k];
        beside = beside || (q < a->n && w.mark[q] < step);
      }
      if (beside && w.mark[p] == 9) {
        if (w.stones[p]) w.hit[w.label[p]] = 1;
        else w.hit[p] = 1;
      }
    }
    SYNC;
    EACH(p, a->n) if (w.mark[p] == 9 && w.hit[w.stones[p] ? w.label[p] : p]) w.mark[p] = step;
    SYNC;
  }
}

// features writes the network's inputs. free are the points where the side to move may play.
CODE void features(const Args *a, Work &w, const int *facts, float komi, const u8 *free, real *planes) {
  int n = a->n, side = facts[SIDE];
  steps(a, w, facts[LAST_MOVE]);
  float size = logf((float)n) / logf(81.0f);
  komi *= -side;
  EACH(p, a->padded) {
    float x[INPUTS];
    for (int k = 0; k < INPUTS; k++) x[k] = 0;
    if (p < n) {
      int stone = w.stones[p], degree = 0;
      if (stone) {
        bool own = stone == side;
        x[own ? OWN : ENEMY] = 1;
        int liberties = w.liberties[w.label[p]];
        for (int k = 0; k < 3; k++)
          if (liberties == k + 1) x[(own ? OWN_LIBERTIES : ENEMY_LIBERTIES) + k] = 1;
      } else {
        x[FORBIDDEN] = !free[p];
        bool own = eye(a, w, p, side);
        x[OWN_EYE] = own;
        x[ENEMY_EYE] = !own && eye(a, w, p, -side);
      }
      x[LAST] = p == facts[LAST_MOVE];
      x[LAST + 1] = p == facts[BEFORE];
      for (int k = 0; k < a->degree; k++) {
        int q = a->near[p * a->degree + k];
        if (q >= n) continue;
        degree++;
        if (!stone && w.stones[q] == -side && w.liberties[w.label[q]] == 1) x[w.size[w.label[q]] == 1 ? TAKE : TAKE + 1] = 1;
      }
      for (int k = 0; k < 3; k++) x[NEAR + k] = w.mark[p] == k + 1;
      int height = a->height[p] < 5 ? a->height[p] : 5;
      for (int k = 0; k < 5; k++) x[HEIGHT + k] = height == k + 1;
      x[DEGREE] = degree * 0.25f;
      x[KOMI] = komi / 10;
      x[KOMI + 1] = komi / n;
      x[PASSED] = facts[PASSES] > 0;
      x[SIZE] = size;
      x[BOARD] = 1;
    }
    write(planes + (i64)p * INPUTS, x);
  }
}

// link writes for each pair of points: neighbours, diagonal neighbours, the same chain.
CODE void link(const Args *a, const Work &w, real *links) {
  int n = a->n;
  for (int p = 0; p < n; p++) {
    real *row = links + (i64)p * 3 * a->padded;
    int label = w.label[p];
    real part = number(label < n ? 1.0f / w.size[label] : 0.0f);
    EACH(q, n) {
      const float *link = a->link + ((i64)p * n + q) * 2;
      row[q * 3] = number(link[0]);
      row[q * 3 + 1] = number(link[1]);
      row[q * 3 + 2] = label < n && w.label[q] == label ? part : number(0);
    }
  }
}

// judge writes the inputs for the position in w. It computes free first, unless it is given.
CODE void judge(const Args *a, Work &w, int game, const int *facts, const Past *past, u64 h) {
  u8 *free = a->free + game * a->n;
  count(a, w);
  if (past) {
    filter(w, *past);
    EACH(p, a->n) free[p] = playable(a, w, *past, p, facts[SIDE], h);
    SYNC;
  }
  features(a, w, facts, a->komi[game], free, a->planes + game * a->padded * INPUTS);
  EACH(p, a->n) a->labels[game * a->n + p] = w.label[p];
  if (a->links) link(a, w, a->links + game * a->padded * 3 * a->padded);
}

CODE void load(const Args *a, Work &w, const i8 *stones) {
  EACH(p, a->n) w.stones[p] = stones[p];
  if (LANE == 0) w.stones[a->n] = 0;
  SYNC;
}

// ownership writes the owners of all points to mark: bit 1 for Black, bit 2 for White, both for neutral; it returns
// Black's lead.
CODE int ownership(const Args *a, Work &w) {
  EACH(p, a->n) w.mark[p] = w.stones[p] > 0 ? 1 : w.stones[p] < 0 ? 2 : 0;
  SYNC;
  for (bool more = true; more;) {
    bool moved = false;
    EACH(p, a->n) {
      if (w.stones[p]) continue;
      u8 mark = w.mark[p];
      for (int k = 0; k < a->degree; k++) {
        int q = a->near[p * a->degree + k];
        if (q < a->n) mark |= w.mark[q];
      }
      if (mark != w.mark[p]) w.mark[p] = mark, moved = true;
    }
    SYNC;
    more = any(moved);
  }
  float lead = 0;
  EACH(p, a->n) lead += w.mark[p] == 1 ? 1 : w.mark[p] == 2 ? -1 : 0;
  return (int)sum(lead);
}

// result returns 1 if side has won, 0 if it has lost, 0.5 for a draw.
CODE float result(int lead, float komi, int side) {
  float x = (lead - komi) * side;
  return x > 0 ? 1.0f : x < 0 ? 0.0f : 0.5f;
}

// after writes the facts of the position after a move, from the facts before.
CODE void after(const Args *a, const int *before, int move, int *facts) {
  facts[SIDE] = -before[SIDE];
  facts[LAST_MOVE] = move;
  facts[BEFORE] = before[LAST_MOVE];
  facts[PASSES] = move < a->n ? 0 : before[PASSES] + 1;
  facts[MOVES] = before[MOVES] + 1;
  facts[OVER] = facts[PASSES] >= 2;
}

// root writes the inputs for the current positions of the games, and empties their trees.
KERNEL root(const Args *__restrict__ a) {
  int game = GAME;
  if (game >= a->rows) return;
  Work w = work(a);
  load(a, w, a->stones + game * a->n);
  i64 node = (i64)game * a->nodes, moves = a->n + 1;
  const int *facts = a->facts + game * FACTS;
  EACH(k, FACTS) a->tree_facts[node * FACTS + k] = k == PARENT || k == OVER ? 0 : facts[k];
  EACH(p, a->n) a->tree_stones[node * a->n + p] = w.stones[p];
  for (i64 k = LANE; k < a->nodes * moves; k += LANES) {
    a->child[node * moves + k] = 0;
    a->visits[node * moves + k] = 0;
    a->sums[node * moves + k] = 0;
  }
  unite(a, w);
  u64 h = hash(a, w);
  Past past = {a->past + game * a->length, facts[MOVES], a->tree_past + node, a->tree_facts + node * FACTS, 0};
  judge(a, w, game, facts, &past, h);
}

// grow creates node number of each tree by the move in leaf, and writes the network's inputs for
// it.
KERNEL grow(const Args *__restrict__ a, int number) {
  int game = GAME;
  if (game >= a->rows) return;
  Work w = work(a);
  i64 tree = (i64)game * a->nodes, node = tree + number;
  int parent = a->leaf[game * 3], move = a->leaf[game * 3 + 1];
  if (a->leaf[game * 3 + 2]) return; // visited again: the inputs do not matter
  const int *before = a->tree_facts + (tree + parent) * FACTS;
  int *facts = a->tree_facts + node * FACTS;
  load(a, w, a->tree_stones + (tree + parent) * a->n);
  place(a, w, move, before[SIDE]);
  u64 h = hash(a, w);
  if (LANE == 0) {
    after(a, before, move, facts);
    facts[PARENT] = parent;
    facts[MOVE] = move;
    a->tree_past[node] = h;
    a->child[(tree + parent) * (a->n + 1) + move] = number;
  }
  EACH(p, a->n) a->tree_stones[node * a->n + p] = w.stones[p];
  SYNC;
  if (facts[OVER]) {
    int lead = ownership(a, w);
    if (LANE == 0) a->win[node] = result(lead, a->komi[game], facts[SIDE]);
    return;
  }
  Past past = {a->past + game * a->length, a->facts[game * FACTS + MOVES], a->tree_past + tree, a->tree_facts + tree * FACTS, number};
  judge(a, w, game, facts, &past, h);
}

// inputs writes the network's inputs for positions whose free points are known: games by stones,
// facts and komi.
KERNEL inputs(const Args *__restrict__ a) {
  int game = GAME;
  if (game >= a->rows) return;
  Work w = work(a);
  load(a, w, a->stones + game * a->n);
  unite(a, w);
  judge(a, w, game, a->facts + game * FACTS, 0, 0);
}

// receive stores the network's outputs for a new node.
CODE void receive(const Args *a, int game, i64 node) {
  i64 moves = a->n + 1;
  EACH(m, moves) a->logits[node * moves + m] = m == a->n || a->free[game * a->n + m] ? a->out[game * moves + m] : NONE;
  if (LANE == 0) a->win[node] = 1 / (1 + expf(-a->out_win[game]));
  SYNC;
}

// The weight of values beside logits, as section 3.4 recommends for Go. With a scale of 0.2, random moves lost 3 % of a
// game each, and training gained little (docs/network.md).
#define C_VISIT 50.0f
#define C_SCALE 1.0f

struct Found { // summary of a node's moves
  float mixed, scale, visits;
};

// found summarizes a node. mixed replaces the values of moves that were not tried (Danihelka et al., appendix D).
CODE Found found(const Args *a, i64 node) {
  i64 moves = a->n + 1;
  const float *logits = a->logits + node * moves, *sums = a->sums + node * moves;
  const int *visits = a->visits + node * moves;
  float top = NONE, many = 0, all = 0, weight = 0, value = 0;
  EACH(m, moves) top = fmaxf(top, logits[m]);
  top = most(top);
  EACH(m, moves) {
    if (visits[m]) {
      float e = expf(logits[m] - top);
      many = fmaxf(many, (float)visits[m]);
      all += visits[m];
      weight += e;
      value += e * sums[m] / visits[m];
    }
  }
  Found f;
  f.visits = sum(all);
  weight = sum(weight);
  value = sum(value);
  f.mixed = (a->win[node] + (weight > 0 ? f.visits * value / weight : 0)) / (1 + f.visits);
  f.scale = (C_VISIT + most(many)) * C_SCALE;
  return f;
}

CODE float worth(const Args *a, i64 at, const Found &f) {
  return f.scale * (a->visits[at] ? a->sums[at] / a->visits[at] : f.mixed);
}

// halve returns the root's next move: the best of the drawn moves with this number of visits.
CODE int halve(const Args *a, int game, int visited) {
  i64 moves = a->n + 1, node = (i64)game * a->nodes * moves;
  Found f = found(a, (i64)game * a->nodes);
  const u8 *drawn = a->drawn + game * moves;
  float seen = 0;
  EACH(m, moves) if (drawn[m]) seen = fmaxf(seen, (float)a->visits[node + m]);
  // If there are fewer legal moves than sequential halving needs, the most visited ones are visited
  // again.
  int limit = (int)most(seen);
  if (visited > limit) visited = limit;
  float x = NONE;
  int at = 0;
  EACH(m, moves) if (drawn[m] && a->visits[node + m] == visited) {
    float y = a->scores[game * moves + m] + worth(a, node + m, f);
    if (y > x) x = y, at = m;
  }
  if (any(x > NONE)) return best(x, at);
  EACH(m, moves) if (drawn[m]) {
    float y = a->scores[game * moves + m] + worth(a, node + m, f);
    if (y > x) x = y, at = m;
  }
  return best(x, at);
}

// follow returns the move below the root that is nearest to the improved policy (equation 14).
CODE int follow(const Args *a, i64 node) {
  i64 moves = a->n + 1, row = node * moves;
  Found f = found(a, node);
  float top = NONE;
  EACH(m, moves) if (a->logits[row + m] > NONE / 2) top = fmaxf(top, a->logits[row + m] + worth(a, row + m, f));
  top = most(top);
  float all = 0;
  EACH(m, moves) if (a->logits[row + m] > NONE / 2) all += expf(a->logits[row + m] + worth(a, row + m, f) - top);
  all = sum(all);
  float x = NONE;
  int at = 0;
  EACH(m, moves) if (a->logits[row + m] > NONE / 2) {
    float y = expf(a->logits[row + m] + worth(a, row + m, f) - top) / all - a->visits[row + m] / (1 + f.visits);
    if (y > x) x = y, at = m;
  }
  return best(x, at);
}

CODE void descend(const Args *a, int game, int visited) {
  i64 moves = a->n + 1, tree = (i64)game * a->nodes;
  int node = 0, move = halve(a, game, visited), again = 0;
  for (int child; (child = a->child[(tree + node) * moves + move]);) {
    if (a->tree_facts[(tree + child) * FACTS + OVER]) {
      again = child;
      break;
    }
    node = child;
    move = follow(a, tree + node);
  }
  if (LANE == 0) a->leaf[game * 3] = node, a->leaf[game * 3 + 1] = move, a->leaf[game * 3 + 2] = again;
}

// first stores the network's outputs for the roots.
KERNEL first(const Args *__restrict__ a) {
  int game = GAME;
  if (game < a->rows) receive(a, game, (i64)game * a->nodes);
}

// choose finds the leaf of the next simulation; visited is the number of earlier visits of its move at the root.
KERNEL choose(const Args *__restrict__ a, int visited) {
  int game = GAME;
  if (game < a->rows) descend(a, game, visited);
}

// learn stores the network's outputs for node number and updates the path.
KERNEL learn(const Args *__restrict__ a, int number) {
  int game = GAME;
  if (game >= a->rows) return;
  i64 moves = a->n + 1, tree = (i64)game * a->nodes;
  int node = a->leaf[game * 3 + 2];
  if (!node) {
    node = number;
    if (!a->tree_facts[(tree + node) * FACTS + OVER]) receive(a, game, tree + node);
  }
  if (LANE) return;
  const int *facts = a->tree_facts + tree * FACTS;
  float value = a->win[tree + node];
  int last = facts[node * FACTS + SIDE];
  while (node) {
    int parent = facts[node * FACTS + PARENT], move = facts[node * FACTS + MOVE];
    i64 at = (tree + parent) * moves + move;
    a->visits[at]++;
    a->sums[at] += facts[parent * FACTS + SIDE] == last ? value : 1 - value;
    node = parent;
  }
}

// decide writes the move to play, the improved policy (equation 11) and its win probability.
KERNEL decide(const Args *__restrict__ a) {
  int game = GAME;
  if (game >= a->rows) return;
  i64 moves = a->n + 1, node = (i64)game * a->nodes, row = node * moves;
  Found f = found(a, node);
  float seen = 0, top = NONE;
  EACH(m, moves) {
    seen = fmaxf(seen, (float)a->visits[row + m]);
    if (a->logits[row + m] > NONE / 2) top = fmaxf(top, a->logits[row + m] + worth(a, row + m, f));
  }
  seen = most(seen);
  top = most(top);
  float x = 2 * NONE, all = 0, value = 0;
  int at = a->n;
  EACH(m, moves) {
    float w = worth(a, row + m, f), y = a->scores[game * moves + m] + w;
    if (a->drawn[game * moves + m] && a->visits[row + m] == seen && y > x) x = y, at = m;
    float e = a->logits[row + m] > NONE / 2 ? expf(a->logits[row + m] + w - top) : 0;
    a->policy[game * moves + m] = e;
    all += e;
    value += e * w / f.scale;
  }
  all = sum(all);
  value = sum(value);
  at = best(x, at);
  EACH(m, moves) a->policy[game * moves + m] /= all;
  if (LANE == 0) a->chosen[game] = at, a->value[game] = value / all;
}

// play plays the chosen move in every game, and writes the owners of all points and the winner, as if the game
// ended there.
KERNEL play(const Args *__restrict__ a) {
  int game = GAME;
  if (game >= a->rows) return;
  Work w = work(a);
  int *facts = a->facts + game * FACTS, next[FACTS];
  int move = a->chosen[game];
  load(a, w, a->stones + game * a->n);
  place(a, w, move, facts[SIDE]);
  u64 h = hash(a, w);
  after(a, facts, move, next);
  next[PARENT] = next[MOVE] = 0;
  if (next[MOVES] >= a->length) next[MOVES] = (int)a->length - 1;
  int lead = ownership(a, w);
  EACH(p, a->n) {
    a->stones[game * a->n + p] = w.stones[p];
    a->area[game * a->n + p] = w.mark[p] == 1 ? 1 : w.mark[p] == 2 ? -1 : 0;
  }
  SYNC;
  if (LANE == 0) {
    for (int k = 0; k < FACTS; k++) facts[k] = next[k];
    a->past[game * a->length + next[MOVES]] = h;
    a->won[game] = result(lead, a->komi[game], next[SIDE]);
  }
}

#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#define EXPORT(name, parameters, ...) \
  extern "C" void all_##name parameters { for (GAME = 0; GAME < a->rows; GAME++) name(__VA_ARGS__); }
EXPORT(root, (const Args *a), a)
EXPORT(grow, (const Args *a, int number), a, number)
EXPORT(inputs, (const Args *a), a)
EXPORT(first, (const Args *a), a)
EXPORT(choose, (const Args *a, int visited), a, visited)
EXPORT(learn, (const Args *a, int number), a, number)
EXPORT(decide, (const Args *a), a)
EXPORT(play, (const Args *a), a)
#endif
